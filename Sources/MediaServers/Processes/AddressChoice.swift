/// Selects the addresses to which media move when this machine's addresses change. Pure.
///
/// An address that is still present is kept. A new one of the same interface is used at once: that is how a home line or
/// DHCP changes it. Any other change may be temporary, as between two leases, and is used only once it has settled; a
/// second address, such as IPv6 beside IPv4, only while no call runs.
package struct AddressChoice: Sendable {
    package enum Move: Sendable, Equatable {
        case stay
        /// No address is left.
        case wait
        /// The first address changed.
        case now(MediaAddresses)
        /// The first address is still present, and calls that use it must not be interrupted.
        case whenIdle(MediaAddresses)
    }

    /// The time for which a possibly temporary change must last.
    package static let settling = Duration.seconds(20)

    /// The interface of the IPv4 address; nil without one.
    private let home: String?
    /// The pending addresses, and since when they have been present.
    private var pending: (addresses: MediaAddresses, since: Duration)?

    /// - Parameters:
    ///   - current: the addresses that media use.
    ///   - found: this machine's IPv4 addresses.
    package init(_ current: MediaAddresses, among found: [HostNetwork.Address]) {
        home = found.first { $0.text == current.version4 }?.interface
    }

    /// - Parameters:
    ///   - version4: this machine's addresses, except loopback's; `version6` the same.
    ///   - now: the time of a monotonic clock.
    package mutating func move(
        from current: MediaAddresses, version4: [HostNetwork.Address], version6: [String], at now: Duration
    ) -> Move {
        let ofHome = version4.first { $0.interface == home }
        let kept4 = version4.first { $0.text == current.version4 }
        let next4 = kept4?.interface == home ? kept4 : ofHome ?? kept4 ?? version4.first
        let kept6 = version6.first { $0 == current.version6 }
        guard let next = MediaAddresses([next4?.text, kept6 ?? version6.first].compactMap(\.self)) else {
            pending = nil
            return .wait
        }
        guard next != current else {
            pending = nil
            return .stay
        }
        let isGone = current.version4.map { $0 != kept4?.text } ?? (kept6 == nil)
        let isOfHome = current.version4 == nil || (ofHome != nil && next4 == ofHome)
        if isGone, isOfHome {
            pending = nil
            return .now(next)
        }
        if let pending, pending.addresses == next {
            guard now - pending.since >= Self.settling else { return .stay }
            return isGone ? .now(next) : .whenIdle(next)
        }
        pending = (next, now)
        return .stay
    }
}

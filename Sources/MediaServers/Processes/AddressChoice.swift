/// Which addresses media move to when those of this machine change. Pure.
///
/// An address that is still there is kept. A new one of the same interface is taken at once: that is how a home line or
/// DHCP changes it. Everything else may pass, as the moment between two leases, and is taken only once it has stayed; and a
/// second address, of IPv6 beside IPv4, only while no call runs.
package struct AddressChoice: Sendable {
    package enum Move: Sendable, Equatable {
        case stay
        /// None is left.
        case wait
        /// The first address changed.
        case now(MediaAddresses)
        /// The first address is still there, and calls that use it are not to be ended.
        case whenIdle(MediaAddresses)
    }

    /// For how long what may pass has to stay.
    package static let settling = Duration.seconds(20)

    /// The interface of the address of IPv4; nil without one.
    private let home: String?
    /// What would be taken, and since when.
    private var pending: (addresses: MediaAddresses, since: Duration)?

    /// - Parameters:
    ///   - current: those that media use.
    ///   - found: this machine's of IPv4.
    package init(_ current: MediaAddresses, among found: [HostNetwork.Address]) {
        home = found.first { $0.text == current.version4 }?.interface
    }

    /// - Parameters:
    ///   - version4: those of this machine, but loopback's; `version6` the same.
    ///   - now: of a clock that nobody sets.
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

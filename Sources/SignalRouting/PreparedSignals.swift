import ECallAPI

/// Signals that are delivered once the change that they tell of is stored. Each is encoded once.
package struct PreparedSignals: Sendable {
    struct Item: Sendable {
        let addressed: AddressedSignal
        var outgoing: OutgoingSignal?
        /// The entries in the mailboxes of devices that were away.
        var entries: [DeviceIdentity: SignalMailbox.Entry] = [:]
    }

    var items: [Item]

    /// Signals of which nothing is stored yet.
    package init(_ signals: [AddressedSignal]) { items = signals.map { Item(addressed: $0) } }

    package var signals: [AddressedSignal] { items.map(\.addressed) }

    /// The copies of the entries, to be stored with the change.
    package var copies: [SignalMailbox.Change] {
        items.flatMap { item in
            item.addressed.devices.compactMap { device in item.entries[device].map { .insert($0, device) } }
        }
    }
}

package import ECallAPI

/// Delivers signals to devices: implemented by the STOMP sessions and their mailboxes.
package protocol SignalDelivery: Sendable {
    /// Hands each signal to the device's session, or to its mailbox while it is away, in this order. Waits neither for a
    /// client nor for the disk.
    func post(_ signals: [AddressedSignal]) async -> StoredSignals
    /// Has texts go out before anything that is decided after this. At once, from any thread; nothing of them is stored.
    func give(_ texts: [AddressedSignal])
    /// Whether the device has a live, subscribed session.
    func isOnline(_ device: DeviceIdentity) async -> Bool
    /// Ends the device's sessions and forgets its mailbox: it was signed out.
    func disconnect(_ device: DeviceIdentity) async
}

extension SignalDelivery {
    /// The same; returns once what waits in mailboxes would survive the process, all of it in one transaction.
    package func deliver(_ signals: [AddressedSignal]) async { await post(signals).wait() }

    package func deliver(_ signal: Signal, to device: DeviceIdentity) async {
        await deliver([AddressedSignal(signal: signal, device: device)])
    }

    package func deliver(_ signal: Signal, to devices: some Sequence<DeviceIdentity>) async {
        await deliver(devices.map { AddressedSignal(signal: signal, device: $0) })
    }
}

/// A signal, and the device it is for.
package struct AddressedSignal: Sendable {
    package let signal: Signal
    package let device: DeviceIdentity

    package init(signal: Signal, device: DeviceIdentity) {
        self.signal = signal
        self.device = device
    }
}

/// Says when signals that have to wait would survive the process.
package struct StoredSignals: Sendable {
    /// Returns when they would; at once where none of them waits.
    package let wait: @Sendable () async -> Void

    /// There is nothing to be stored.
    package static let nothing = Self(wait: {})
}

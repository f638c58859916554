package import ECallAPI

/// Delivers signals to devices: implemented by the STOMP sessions and their mailboxes.
package protocol SignalDelivery: Sendable {
    /// Prepares signals for delivery after a change is stored: their copies can be stored with it.
    func prepare(_ signals: [AddressedSignal]) async -> PreparedSignals
    /// Passes each signal to the sessions of its devices, or to the mailboxes of those that are offline, in this order.
    /// Waits neither for a client nor for the disk.
    func post(_ signals: PreparedSignals) async -> StoredSignals
    /// Sends E2EE messages before anything that is decided after this. Immediate, from any thread; nothing is stored.
    func give(_ messages: [AddressedSignal])
    /// Whether the device has a live, subscribed session.
    func isOnline(_ device: DeviceIdentity) async -> Bool
    /// Ends the sessions of a device that was signed out, and deletes its mailbox.
    func disconnect(_ device: DeviceIdentity) async
}

extension SignalDelivery {
    /// The same; returns once the queued signals are durable, all of them in one transaction.
    package func deliver(_ signals: [AddressedSignal]) async { await post(PreparedSignals(signals)).wait() }

    package func deliver(_ signal: Signal, to device: DeviceIdentity) async {
        await deliver([AddressedSignal(signal: signal, device: device)])
    }

    package func deliver(_ signal: Signal, to devices: some Sequence<DeviceIdentity>) async {
        await deliver([AddressedSignal(signal: signal, devices: Array(devices))])
    }
}

package struct AddressedSignal: Sendable {
    package let signal: Signal
    package let devices: [DeviceIdentity]

    package init(signal: Signal, devices: [DeviceIdentity]) {
        self.signal = signal
        self.devices = devices
    }

    package init(signal: Signal, device: DeviceIdentity) { self.init(signal: signal, devices: [device]) }
}

/// The pending write of signals that were queued.
package struct StoredSignals: Sendable {
    /// Returns once the signals are durable; at once if none was queued.
    package let wait: @Sendable () async -> Void

    package static let nothing = Self(wait: {})
}

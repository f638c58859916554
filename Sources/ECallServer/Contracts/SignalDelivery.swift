import ECallAPI

/// Delivers signals to devices: implemented by the STOMP sessions and their mailboxes.
protocol SignalDelivery: Sendable {
    /// Hands each signal to the device's session, or to its mailbox while it is away, in this order. Waits neither for a
    /// client nor for the disk.
    func post(_ signals: [AddressedSignal]) async -> StoredSignals
    /// Whether the device has a live, subscribed session.
    func isOnline(_ device: DeviceIdentity) async -> Bool
    /// Ends the device's sessions and forgets its mailbox: it was signed out.
    func disconnect(_ device: DeviceIdentity) async
}

extension SignalDelivery {
    /// The same; returns once what waits in mailboxes would survive the process, all of it in one transaction.
    func deliver(_ signals: [AddressedSignal]) async { await post(signals).wait() }

    func deliver(_ signal: Signal, to device: DeviceIdentity) async {
        await deliver([AddressedSignal(signal: signal, device: device)])
    }

    func deliver(_ signal: Signal, to devices: some Sequence<DeviceIdentity>) async {
        await deliver(devices.map { AddressedSignal(signal: signal, device: $0) })
    }
}

/// A signal, and the device it is for.
struct AddressedSignal: Sendable {
    let signal: Signal
    let device: DeviceIdentity
}

/// Says when signals that have to wait would survive the process.
struct StoredSignals: Sendable {
    /// Returns when they would; at once where none of them waits.
    let wait: @Sendable () async -> Void

    /// There is nothing to be stored.
    static let nothing = Self(wait: {})
}

/// What others may ask about running calls: implemented by the call service.
protocol CallPresence: Sendable {
    /// The device with which `user` takes part in a call that `asker` takes part in too, and one with which `user` waits
    /// for a key of it; none when they share no call.
    func sharedCallDevices(of user: UserID, with asker: UserID) async -> Set<DeviceID>
    /// Ends what the device takes part in: it was signed out.
    func deviceRemoved(_ identity: DeviceIdentity) async
}

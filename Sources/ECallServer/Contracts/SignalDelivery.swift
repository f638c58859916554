import ECallAPI

/// Delivers signals to devices: implemented by the STOMP sessions and their mailboxes.
protocol SignalDelivery: Sendable {
    /// Hands the signal to the device's session, or to its mailbox while it is away. Never waits for the client.
    func deliver(_ signal: SignalMessage, to device: DeviceIdentity) async
    /// Whether the device has a live, subscribed session.
    func isOnline(_ device: DeviceIdentity) async -> Bool
    /// Ends the device's sessions and forgets its mailbox: it was signed out.
    func disconnect(_ device: DeviceIdentity) async
}

/// What others may ask about running calls: implemented by the call service.
protocol CallPresence: Sendable {
    /// The device with which `user` takes part in a call that `asker` takes part in too, and one with which `user` waits
    /// for a key of it; none when they share no call.
    func sharedCallDevices(of user: UserID, with asker: UserID) async -> Set<DeviceID>
    /// Ends what the device takes part in: it was signed out.
    func deviceRemoved(_ identity: DeviceIdentity) async
}

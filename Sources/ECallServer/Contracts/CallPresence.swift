import ECallAPI

/// What others may ask about running calls: implemented by the call service.
protocol CallPresence: Sendable {
    /// The device with which `user` takes part in a call that `asker` takes part in too, and one with which `user` waits
    /// for a key of it; none when they share no call.
    func sharedCallDevices(of user: UserID, with asker: UserID) async -> Set<DeviceID>
    /// Ends what the device takes part in: it was signed out.
    func deviceRemoved(_ identity: DeviceIdentity) async
}

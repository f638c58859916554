import ECallAPI

/// The queries about running calls that other parts need; implemented by the call service.
protocol CallPresence: Sendable {
    /// The device with which `user` takes part in a call together with `asker`, and a device with which `user` waits for
    /// its key; empty if they share no call.
    func sharedCallDevices(of user: UserID, with asker: UserID) async -> Set<DeviceID>
    /// Ends the calls of a device that was signed out.
    func deviceRemoved(_ identity: DeviceIdentity) async
}

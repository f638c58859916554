import ECallAPI

/// What the router asks about signals: implemented by the call service.
protocol SignalAuthority: Sendable {
    /// Decides about a signal that a device sent.
    func relay(_ signal: SignalMessage, from sender: DeviceIdentity) async -> RelayDecision
    /// Whether a signal that waited still means something to the device.
    func isRelevant(_ signal: SignalMessage, for device: DeviceID) async -> Bool
    func sessionOpened(_ device: DeviceID) async
    func sessionClosed(_ device: DeviceID) async
}

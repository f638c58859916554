import ECallAPI

/// A server without calls: nobody is ever online or in a call.
struct NoSignals: SignalDelivery, CallPresence {
    func deliver(_ signal: SignalMessage, to device: DeviceID) async {}
    func isOnline(_ device: DeviceID) async -> Bool { false }
    func disconnect(_ device: DeviceID) async {}
    func sharedCallDevice(of user: UserID, with asker: UserID) async -> DeviceID? { nil }
    func deviceRemoved(_ identity: DeviceIdentity) async {}
}

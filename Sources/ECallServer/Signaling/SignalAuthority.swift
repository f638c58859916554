import ECallAPI

/// A signal that a device wants to be relayed.
struct RelayRequest: Sendable {
    let signal: SignalMessage
    let sender: DeviceIdentity
}

/// What the router asks about signals: implemented by the call service.
protocol SignalAuthority: Sendable {
    /// Decides about signals that devices sent, one after the other.
    func relay(_ requests: [RelayRequest]) async -> [RelayDecision]
    /// Whether a signal that waited still means something to the device.
    func isRelevant(_ signal: SignalMessage, for device: DeviceIdentity) async -> Bool
    /// Does what a client orders by an old name; nil means its only call.
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async
    func sessionOpened(_ device: DeviceIdentity) async
    func sessionClosed(_ device: DeviceIdentity) async
}

extension CallService {
    func relay(_ requests: [RelayRequest]) -> [RelayDecision] { requests.map { relay($0.signal, from: $0.sender) } }

    /// A client that is refused is told by signals only, as `join` and `end` tell it anyway.
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async {
        switch command {
        case .accept:
            guard let call = call ?? active(for: identity).callId else { return }
            _ = try? await join(call, by: identity)
        case .reject, .end: try? await end(call, by: identity)
        }
    }
}

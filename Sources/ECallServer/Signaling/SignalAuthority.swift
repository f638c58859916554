import CallEngine
import ECallAPI

/// A signal that a device wants to be relayed.
struct RelayRequest: Sendable {
    let signal: Signal
    let sender: DeviceIdentity
}

/// What the router asks about signals: implemented by the call service.
protocol SignalAuthority: Sendable {
    /// Decides about signals that devices sent, one after the other.
    func relay(_ requests: [RelayRequest]) async -> [RelayDecision]
    /// Whether a signal that waited still means something to the device.
    func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool
    /// Does what a client orders by an old name; nil means its only call. Decides at once and does not wait for more: what
    /// others report comes after it.
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async
    func sessionOpened(_ device: DeviceIdentity) async
    func sessionClosed(_ device: DeviceIdentity) async
}

extension CallService {
    func relay(_ requests: [RelayRequest]) -> [RelayDecision] { requests.map { relay($0.signal, from: $0.sender) } }

    /// A client that is refused is told by signals only, as `join` and `end` tell it anyway.
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) {
        switch command {
        case .accept:
            guard let call = call ?? active(for: identity).callId else { return }
            guard note(.join(call, by: identity)).refusal == .notFound else { return }
            Task { try? await tellIfForgotten(call, identity) }
        case .reject, .end: note(.end(call.flatMap { $0.isNone ? nil : $0 }, by: identity))
        }
    }
}

import CallEngine
import ECallAPI
import SignalRouting

/// Decides about signals.
extension CallService {
    func relay(_ requests: [RelayRequest]) -> [RelayDecision] { requests.map { relay($0.signal, from: $0.sender) } }

    /// A client that is refused is notified by signals only, as `join` and `end` notify it anyway.
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

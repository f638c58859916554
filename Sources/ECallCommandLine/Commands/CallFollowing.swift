import ECallCalls
import Synchronization

/// Whether the call of a command goes on, as its events say: one that does is returned to when the agent is killed.
final class CallFollowing: Sendable {
    private let state = Mutex((isInCall: false, wasLost: false))

    var isInCall: Bool { state.withLock { $0.isInCall } }

    func take(_ event: ReportedEvent) {
        state.withLock { state in
            switch event {
            case .call(.participantJoined): state.isInCall = true
            case .call(.ended): state.isInCall = false
            default: break
            }
        }
    }

    /// What to ask of an agent: at first what the person wants; of the next one, to follow the call it returns to. Who waits
    /// for calls goes on with that.
    func command(_ wanted: AgentCommand) -> AgentCommand {
        let wasLost = state.withLock { state in
            defer { state.wasLost = true }
            return state.wasLost
        }
        switch wanted {
        case .call, .answer: return wasLost && isInCall ? .followReturned : wanted
        default: return wanted
        }
    }
}

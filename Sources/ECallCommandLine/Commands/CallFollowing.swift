import ECallAPI
import ECallCalls
import Synchronization

/// Whether the call of a command continues, by its events: it is then returned to when the agent is killed.
final class CallFollowing: Sendable {
    private struct State {
        var isInCall = false
        var wasLost = false
        /// Calls that someone else was in.
        var joined: Set<CallID> = []
        /// Held while an agent that was killed in a call is replaced: a signal must not leave the next one alone in it.
        var token: TerminationMonitor.Token?
    }

    private let state = Mutex(State())

    var isInCall: Bool { state.withLock { $0.isInCall } }

    func take(_ event: ReportedEvent) {
        state.withLock { state in
            switch event {
            case .call(.participantJoined(let call, _, _)):
                state.isInCall = true
                state.joined.insert(call)
            case .call(.ended): state.isInCall = false
            default: break
            }
        }
    }

    /// Whether someone else was in the call.
    func wasInCall(_ call: CallID) -> Bool { state.withLock { $0.joined.contains(call) } }

    /// The agent was killed in a call. Until `end`, what asks the process to end waits for the next one to hang up.
    func agentLost(_ watch: TerminationMonitor? = .current) {
        let token = watch?.attend(within: TerminationMonitor.Grace.agent)
        state.withLock { $0.token = token }
    }

    func end() { state.withLock { $0.token }?.end() }

    /// The request for an agent: at first the person's; for the next agent, to follow the call it returns to. A listening command continues
    /// to listen.
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

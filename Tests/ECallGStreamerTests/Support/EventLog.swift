import ECallMedia
import Synchronization

/// Reads the events of one connection, hands its candidates on, and lets a test await an event.
final class EventLog: Sendable {
    private struct State {
        var events: [MediaEvent] = []
        var ended = false
        var waiters: [(@Sendable (MediaEvent) -> Bool, CheckedContinuation<MediaEvent?, Never>)] = []
    }
    private let state = Mutex(State())

    init(_ connection: any MediaConnection, candidatesTo other: (any MediaConnection)? = nil) {
        let stream = connection.events
        Task { [weak self] in
            for await event in stream {
                if case .localCandidate(let candidate) = event { await other?.addRemoteCandidate(candidate) }
                self?.note(event)
            }
            self?.end()
        }
    }

    var all: [MediaEvent] { state.withLock { $0.events } }

    /// The first event of that kind, also when it came before; nil when the events end without.
    func first(where matches: @escaping @Sendable (MediaEvent) -> Bool) async -> MediaEvent? {
        await withCheckedContinuation { continuation in
            let now = state.withLock { state -> MediaEvent?? in
                if let event = state.events.first(where: matches) { return .some(event) }
                if state.ended { return .some(nil) }
                state.waiters.append((matches, continuation))
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    private func note(_ event: MediaEvent) {
        let woken = state.withLock { state in
            state.events.append(event)
            let woken = state.waiters.filter { $0.0(event) }.map(\.1)
            state.waiters.removeAll { $0.0(event) }
            return woken
        }
        for continuation in woken { continuation.resume(returning: event) }
    }

    private func end() {
        let woken = state.withLock { state in
            state.ended = true
            defer { state.waiters = [] }
            return state.waiters.map(\.1)
        }
        for continuation in woken { continuation.resume(returning: nil) }
    }
}

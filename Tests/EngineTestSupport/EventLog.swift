public import ECallMedia
import Synchronization

/// Reads the events of one connection, hands its candidates on, and lets a test await an event.
public final class EventLog: Sendable {
    private struct State {
        var events: [MediaEvent] = []
        var ended = false
        var nextWaiter = 0
        var waiters: [Waiter] = []
    }
    private struct Waiter {
        let id: Int
        let matches: @Sendable (MediaEvent) -> Bool
        let continuation: CheckedContinuation<MediaEvent?, Never>
    }
    private let state = Mutex(State())

    public convenience init(_ connection: any MediaConnection, candidatesTo other: (any MediaConnection)? = nil) {
        self.init(connection.events, candidatesTo: other)
    }

    public init(_ stream: AsyncStream<MediaEvent>, candidatesTo other: (any MediaConnection)? = nil) {
        Task { [weak self] in
            for await event in stream {
                if case .localCandidate(let candidate) = event { await other?.addRemoteCandidate(candidate) }
                self?.note(event)
            }
            self?.end()
        }
    }

    public var hasEnded: Bool { state.withLock { $0.ended } }
    public var all: [MediaEvent] { state.withLock { $0.events } }

    /// Returns the first event of that kind, including earlier ones; nil if the events end without one, or on timeout.
    public func first(
        within timeout: Duration = .seconds(20), where matches: @escaping @Sendable (MediaEvent) -> Bool
    ) async -> MediaEvent? {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = Task {
            // Limit of a waiting.
            try await Task.sleep(for: timeout)
            giveUp(id)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            let now = state.withLock { state -> MediaEvent?? in
                if let event = state.events.first(where: matches) { return .some(event) }
                if state.ended { return .some(nil) }
                state.waiters.append(Waiter(id: id, matches: matches, continuation: continuation))
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    private func giveUp(_ id: Int) {
        let waiter = state.withLock { state in
            defer { state.waiters.removeAll { $0.id == id } }
            return state.waiters.first { $0.id == id }?.continuation
        }
        waiter?.resume(returning: nil)
    }

    private func note(_ event: MediaEvent) {
        let woken = state.withLock { state in
            state.events.append(event)
            defer { state.waiters.removeAll { $0.matches(event) } }
            return state.waiters.filter { $0.matches(event) }.map(\.continuation)
        }
        for continuation in woken { continuation.resume(returning: event) }
    }

    private func end() {
        let woken = state.withLock { state in
            state.ended = true
            defer { state.waiters = [] }
            return state.waiters.map(\.continuation)
        }
        for continuation in woken { continuation.resume(returning: nil) }
    }
}

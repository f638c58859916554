import Synchronization

/// Hands each event to everybody who follows at that moment, in order.
final class EventHub<Event: Sendable>: Sendable {
    private struct State {
        var next = 0
        var followers: [Int: AsyncStream<Event>.Continuation] = [:]
        var isFinished = false
    }

    /// Events kept for a follower that does not read; older ones are lost.
    static var backlog: Int { 1_000 }

    private let state = Mutex(State())

    init() {}

    /// Events from now on. Ends with the hub or when the reader ends.
    func follow() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let id: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.followers[state.next] = continuation
            return state.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.followers[id] = nil }
        }
        return stream
    }

    func send(_ event: Event) {
        for follower in state.withLock({ Array($0.followers.values) }) { follower.yield(event) }
    }

    func finish() {
        let followers = state.withLock { state in
            state.isFinished = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}

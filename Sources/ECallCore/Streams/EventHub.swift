import Synchronization

/// Hands each event to every current follower, to all in the same order.
public final class EventHub<Event: Sendable>: Sendable {
    private struct State {
        var next = 0
        var followers: [Int: AsyncStream<Event>.Continuation] = [:]
        /// The events that no reader has received yet; nil if early events are not buffered.
        var early: [Event]?
        var isFinished = false
    }

    /// Events buffered for a follower that does not read; older ones are lost.
    public static var backlog: Int { 1_000 }

    private let state: Mutex<State>

    /// - Parameter keepsForFirst: whether events from before the first follower are buffered for it.
    public init(keepsForFirst: Bool = false) { state = Mutex(State(early: keepsForFirst ? [] : nil)) }

    /// Events from now on. Ends with the hub or when the reader ends.
    public func follow() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let id: Int? = state.withLock { state in
            for event in state.early ?? [] { continuation.yield(event) }
            state.early = nil
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

    public func send(_ event: Event) {
        // Within the lock, so that two simultaneous events reach every follower in the same order.
        state.withLock { state in
            guard !state.isFinished else { return }
            state.early?.append(event)
            if let count = state.early?.count, count > Self.backlog { state.early?.removeFirst() }
            for follower in state.followers.values { follower.yield(event) }
        }
    }

    public func finish() {
        let followers = state.withLock { state in
            state.isFinished = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}

import Synchronization

/// A value that changes, for any number of followers: each gets the current value, then each change. A slow follower sees the newest alone.
public final class CurrentValue<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var next = 0
        var followers: [Int: AsyncStream<Value>.Continuation] = [:]
        var isFinished = false
    }

    private let state: Mutex<State>

    public init(_ value: Value) { state = Mutex(State(value: value)) }

    public var value: Value { state.withLock { $0.value } }

    /// The value as it is now, and whenever it has changed. Ends with `finish` or when the reader ends.
    public func follow() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let id: Int? = state.withLock { state in
            continuation.yield(state.value)
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

    /// Sets the value. An equal value is not reported.
    public func set(_ value: Value) {
        state.withLock { state in
            guard !state.isFinished, state.value != value else { return }
            state.value = value
            for follower in state.followers.values { follower.yield(value) }
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

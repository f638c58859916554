/// The first of several things that may happen, awaited once.
final class FirstResult<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    func send(_ value: Value) {
        continuation.yield(value)
    }

    /// Nil when nothing happened in time.
    func value(within timeout: Duration) async -> Value? {
        let timer = Task { [continuation] in
            try? await Task.sleep(for: timeout)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await value in stream { return value }
        return nil
    }
}

/// The first of several things that may happen, awaited once.
final class FirstResult<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation
    private let clock: any Clock<Duration>

    init(on clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    func send(_ value: Value) {
        continuation.yield(value)
    }

    /// Ends without a result: no one waits any more, now or later.
    func finish() {
        continuation.finish()
    }

    /// Nil when nothing happened in time.
    func value(within timeout: Duration) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { [stream] in
                for await value in stream { return value }
                return nil
            }
            group.addTask { [clock] in
                try? await clock.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}

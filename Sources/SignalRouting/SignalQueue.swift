import Synchronization

/// What many sessions report, for one reader who gets all that has come since it looked last.
package final class SignalQueue: Sendable {
    private let events = Mutex<[SignalSessionEvent]>([])
    private let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// From any thread.
    package func append(_ event: SignalSessionEvent) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { waker.yield() }
    }

    /// Hands over what comes, until cancelled.
    package func read(_ handle: ([SignalSessionEvent]) async -> Void) async {
        for await _ in wakes {
            let batch = events.withLock { events in
                defer { events = [] }
                return events
            }
            await handle(batch)
        }
    }
}

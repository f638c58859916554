import Synchronization

/// A queue of many sessions' reports for one reader, which gets all that have arrived since its last read.
package final class SignalQueue: Sendable {
    private let events = Mutex<[SignalSessionEvent]>([])
    private let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Appends a report, from any thread.
    package func append(_ event: SignalSessionEvent) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { waker.yield() }
    }

    /// Passes reports to `handle` until cancelled.
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

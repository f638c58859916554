import ECallCalls
import Synchronization

/// Hands each piece of news to all listeners.
final class AccountNewsHub: Sendable {
    private typealias Listener = AsyncStream<AccountNews>.Continuation

    private let listeners = Mutex<(next: Int, all: [Int: Listener])>((0, [:]))

    /// Returns a stream of the news from now on, until it is let go.
    func listen() -> AsyncStream<AccountNews> {
        // The same news twice means no more than once; a few kinds fit.
        let (stream, listener) = AsyncStream.makeStream(
            of: AccountNews.self, bufferingPolicy: .bufferingNewest(4 * AccountNews.allCases.count))
        let id = listeners.withLock { listeners in
            listeners.next += 1
            listeners.all[listeners.next] = listener
            return listeners.next
        }
        listener.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0.all[id] = nil }
        }
        return stream
    }

    func tell(_ news: AccountNews) {
        for listener in listeners.withLock({ Array($0.all.values) }) { listener.yield(news) }
    }
}

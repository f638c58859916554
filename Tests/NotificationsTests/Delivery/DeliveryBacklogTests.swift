import ECallAPI
import Testing

@testable import Notifications

@Suite("Deliveries waiting for a provider", .timeLimit(.minutes(1)))
struct DeliveryBacklogTests {
    private typealias Backlog = DeliveryBacklog<String>
    private let start = Timestamp(milliseconds: 1_000_000)

    private func backlog(concurrency: Int = 2, capacity: Int = 4) -> Backlog {
        Backlog(limits: DeliveryLimits(concurrency: concurrency, capacity: capacity))
    }

    private func at(_ seconds: Int) -> Timestamp { start.advanced(bySeconds: seconds) }

    @Test(
        "delays double up to the limit, jitter subtracts up to a half, and the provider's Retry-After counts",
        arguments: [
            (1, nil, 1.0, 1000), (1, nil, 0.0, 500), (2, nil, 1.0, 2000), (5, nil, 1.0, 16_000), (6, nil, 1.0, 30_000),
            (1000, nil, 1.0, 30_000), (0, nil, 1.0, 1000), (1, 7, 1.0, 7000), (6, 7, 1.0, 30_000),
            (1, 86_400, 0.5, 300_000), (1, nil, 9.0, 1000), (1, nil, -9.0, 500),
        ] as [(Int, Int?, Double, Int)])
    func schedule(failures: Int, retryAfter: Int?, jitter: Double, milliseconds: Int) {
        let delay = RetrySchedule().delay(
            afterFailures: failures, retryAfter: retryAfter.map { .seconds($0) }, jitter: jitter)
        #expect(delay == .milliseconds(milliseconds))
    }

    @Test("deliveries are limited in number, and start in the order of arrival")
    func concurrency() throws {
        var backlog = backlog()
        for item in ["a", "b", "c"] { _ = try backlog.add(item, key: nil, expiresAt: at(600), now: start) }
        let first = backlog.next(now: start).start
        #expect(first.map(\.item) == ["a", "b"])
        #expect(backlog.next(now: start).start.isEmpty && backlog.wakeAt == nil)
        #expect(backlog.finish(first[1].id, .delivered, now: start, jitter: 0) == .init(id: first[1].id, failure: nil))
        #expect(backlog.next(now: start).start.map(\.item) == ["c"])
        #expect(backlog.counters == .init(sent: 1, depth: 2))
    }

    @Test("a busy lane does not delay others, and takes no more than its share of the capacity")
    func lanes() throws {
        var backlog = backlog(concurrency: 3, capacity: 6)
        let (slow, other) = (
            DeliveryLane("slow", concurrency: 1, capacity: 3), DeliveryLane("other", concurrency: 2, capacity: 3)
        )
        for item in ["a", "b", "c"] {
            _ = try backlog.add(item, key: item, lanes: [slow], expiresAt: at(600), now: start)
        }
        #expect(throws: DeliveryFailure.full) {
            try backlog.add("d", key: nil, lanes: [slow], expiresAt: at(600), now: start)
        }
        // Replacing another needs no capacity.
        _ = try backlog.add("c2", key: "c", lanes: [slow], expiresAt: at(500), now: start)
        _ = try backlog.add("x", key: nil, lanes: [other], expiresAt: at(600), now: start)
        let first = backlog.next(now: start).start
        #expect(first.map(\.item) == ["a", "x"])
        // Nothing can start before another ends: the next wake-up is for an expiry.
        #expect(backlog.next(now: start).start.isEmpty && backlog.wakeAt == at(500))
        _ = backlog.finish(first[1].id, .delivered, now: start, jitter: 0)
        #expect(backlog.next(now: start).start.isEmpty)
        _ = backlog.finish(first[0].id, .delivered, now: start, jitter: 0)
        #expect(backlog.next(now: start).start.map(\.item) == ["b"])
    }

    @Test("deliveries above the capacity are refused at once, and counted")
    func capacity() throws {
        var backlog = backlog()
        for item in ["a", "b", "c", "d"] { _ = try backlog.add(item, key: nil, expiresAt: at(600), now: start) }
        #expect(throws: DeliveryFailure.full) { try backlog.add("e", key: nil, expiresAt: at(600), now: start) }
        #expect(backlog.counters == .init(dropped: 1, depth: 4))
        #expect(throws: DeliveryFailure.expired) {
            var empty = self.backlog()
            _ = try empty.add("e", key: nil, expiresAt: start, now: start)
        }
    }

    @Test("a temporary failure is retried after its delay, and success is final")
    func retry() throws {
        var backlog = backlog()
        let id = try backlog.add("a", key: nil, expiresAt: at(600), now: start).id
        _ = backlog.next(now: start)
        #expect(backlog.finish(id, .failed(.unavailable()), now: start, jitter: 1) == nil)
        #expect(backlog.counters == .init(retried: 1, depth: 1))
        #expect(backlog.wakeAt == at(1))
        #expect(backlog.next(now: start).start.isEmpty)
        #expect(backlog.next(now: at(1)).start.map(\.id) == [id])
        #expect(backlog.finish(id, .failed(.unavailable(retryAfter: .seconds(9))), now: at(1), jitter: 1) == nil)
        #expect(backlog.wakeAt == at(10))
        #expect(backlog.next(now: at(10)).start.map(\.id) == [id])
        #expect(backlog.finish(id, .delivered, now: at(10), jitter: 1) == .init(id: id, failure: nil))
        #expect(backlog.next(now: at(599)).start.isEmpty && backlog.counters == .init(sent: 1, retried: 2))
        // A second report of the same attempt is ignored.
        #expect(backlog.finish(id, .failed(.unavailable()), now: at(10), jitter: 1) == nil)
        #expect(backlog.counters == .init(sent: 1, retried: 2))
    }

    @Test("permanent failures are final", arguments: [DeliveryFailure.refused, .misconfigured])
    func permanent(failure: DeliveryFailure) throws {
        var backlog = backlog()
        let id = try backlog.add("a", key: "k", expiresAt: at(600), now: start).id
        _ = backlog.next(now: start)
        #expect(backlog.finish(id, .failed(failure), now: start, jitter: 0) == .init(id: id, failure: failure))
        #expect(backlog.counters == .init(failed: 1))
    }

    @Test("nothing is attempted after its expiry")
    func expiry() throws {
        var backlog = backlog(concurrency: 1)
        let tried = try backlog.add("a", key: nil, expiresAt: at(2), now: start).id
        let late = try backlog.add("b", key: nil, expiresAt: at(2), now: start).id
        _ = backlog.next(now: start)
        #expect(
            backlog.finish(tried, .failed(.unavailable()), now: at(1), jitter: 1) == .init(id: tried, failure: .expired)
        )
        let (start, ended) = backlog.next(now: at(2))
        #expect(start.isEmpty && ended == [.init(id: late, failure: .expired)])
        #expect(backlog.counters == .init(failed: 1, dropped: 1))
    }

    @Test("a newer code replaces an older one that waits, or that fails")
    func superseded() throws {
        var backlog = backlog(concurrency: 1)
        let first = try backlog.add("1", key: "ana", expiresAt: at(600), now: start).id
        _ = backlog.next(now: start)
        let second = try backlog.add("2", key: "ana", expiresAt: at(600), now: start)
        #expect(second.ended.isEmpty)
        let third = try backlog.add("3", key: "ana", expiresAt: at(600), now: start)
        #expect(third.ended == [.init(id: second.id, failure: nil)])
        #expect(backlog.finish(first, .failed(.unavailable()), now: start, jitter: 0) == .init(id: first, failure: nil))
        #expect(backlog.next(now: at(60)).start.map(\.item) == ["3"])
        #expect(backlog.counters == .init(dropped: 2, depth: 1))
        // A full queue still accepts the replacement of a waiting message.
        for item in ["x", "y", "z"] { _ = try backlog.add(item, key: item, expiresAt: at(600), now: start) }
        #expect(throws: Never.self) { try backlog.add("z2", key: "z", expiresAt: at(600), now: start) }
    }

    @Test("a withdrawn message is neither attempted nor retried")
    func withdrawn() throws {
        var backlog = backlog(concurrency: 1)
        let running = try backlog.add("a", key: "k", expiresAt: at(600), now: start).id
        let other = try backlog.add("b", key: "l", expiresAt: at(600), now: start).id
        _ = backlog.next(now: start)
        #expect(backlog.withdraw("k").isEmpty && backlog.withdraw("none").isEmpty)
        #expect(backlog.withdraw("l") == [.init(id: other, failure: .expired)])
        #expect(
            backlog.finish(running, .failed(.unavailable()), now: start, jitter: 0) == .init(id: running, failure: nil))
        #expect(backlog.next(now: at(60)).start.isEmpty && backlog.counters == .init(dropped: 2))
    }

    @Test("a closed queue accepts nothing and retries nothing")
    func closed() throws {
        var backlog = backlog(concurrency: 1)
        let running = try backlog.add("a", key: nil, expiresAt: at(600), now: start).id
        let waiting = try backlog.add("b", key: nil, expiresAt: at(600), now: start).id
        _ = backlog.next(now: start)
        #expect(backlog.close() == [.init(id: waiting, failure: .stopped)])
        #expect(throws: DeliveryFailure.stopped) { try backlog.add("c", key: nil, expiresAt: at(600), now: start) }
        #expect(
            backlog.finish(running, .failed(.unavailable()), now: start, jitter: 0)
                == .init(id: running, failure: .stopped))
        #expect(backlog.isIdle && backlog.counters == .init(dropped: 3))
    }
}

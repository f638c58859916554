import ECallAPI
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Notifications
@testable import ServerFoundation

@Suite("The queue of a provider", .timeLimit(.minutes(1)))
struct DeliveryQueueTests {
    /// A provider controlled by the test: each attempt waits for its result.
    private final class Provider: Sendable {
        private struct State {
            var results: [String: [DeliveryAttempt]] = [:]
            var tries: [String] = []
            var running = 0
            var most = 0
        }
        private let state = Mutex(State())

        var tries: [String] { state.withLock { $0.tries } }
        var most: Int { state.withLock { $0.most } }
        func script(_ item: String, _ results: DeliveryAttempt...) { state.withLock { $0.results[item] = results } }

        func attempt(_ item: String) async -> DeliveryAttempt {
            let result = state.withLock { state -> DeliveryAttempt? in
                state.tries.append(item)
                state.running += 1
                state.most = max(state.most, state.running)
                guard state.results[item]?.isEmpty == false else { return nil }
                return state.results[item]?.removeFirst()
            }
            defer { state.withLock { $0.running -= 1 } }
            if let result { return result }
            // Never answers.
            let (stream, end) = AsyncStream<Void>.makeStream()
            defer { end.finish() }
            for await _ in stream {}
            return .failed(.unavailable())
        }
    }

    private func queue(
        _ provider: Provider, concurrency: Int = 4, capacity: Int = 100, timeout: Duration = .milliseconds(200)
    ) -> DeliveryQueue<String> {
        var limits = DeliveryLimits(concurrency: concurrency, capacity: capacity, timeout: timeout)
        limits.retry.first = .milliseconds(10)
        return DeliveryQueue(.mail, limits: limits, clock: .system, logger: RecordedLog().logger) {
            await provider.attempt($0)
        }
    }

    private var later: Timestamp { WallClock.system.now().advanced(bySeconds: 600) }

    @Test("certain failures are reported; success, and unknown results, are not")
    func certainty() async throws {
        let provider = Provider()
        provider.script("good", .delivered)
        provider.script("bad", .failed(.refused))
        provider.script("second try", .failed(.unavailable()), .delivered)
        provider.script("refused later", .failed(.unavailable()), .failed(.refused))
        let patient = queue(provider, timeout: .seconds(20))
        try await patient.deliver("good", expiresAt: later)
        await #expect(throws: DeliveryFailure.refused) { try await patient.deliver("bad", expiresAt: later) }
        try await patient.deliver("second try", expiresAt: later)
        await #expect(throws: DeliveryFailure.refused) { try await patient.deliver("refused later", expiresAt: later) }
        #expect(patient.meter.count == .init(sent: 2, retried: 2, failed: 2))
        await patient.stop(grace: .zero)

        let queue = queue(provider)
        let before = ContinuousClock.now
        try await queue.deliver("hangs", expiresAt: later)
        let waited = before.duration(to: .now)
        #expect(waited >= .milliseconds(200) && waited < .seconds(5))
        #expect(queue.meter.count.depth == 1)
        await queue.stop(grace: .milliseconds(10))
    }

    @Test("submitting never waits, and concurrent attempts are limited")
    func bounded() async throws {
        let provider = Provider()
        let queue = queue(provider, concurrency: 3, capacity: 10)
        for index in 0..<10 { try await queue.submit("\(index)", expiresAt: later) }
        await #expect(throws: DeliveryFailure.full) { try await queue.submit("one too many", expiresAt: later) }
        await #expect(throws: DeliveryFailure.full) { try await queue.deliver("and another", expiresAt: later) }
        while provider.tries.count < 3 { try await pause() }
        #expect(provider.most == 3 && queue.meter.count == .init(dropped: 2, depth: 10))
        await queue.stop(grace: .milliseconds(10))
        while queue.meter.count.depth > 0 { try await pause() }
        #expect(provider.tries.count == 3 && queue.meter.count == .init(dropped: 12))
    }

    @Test("waiting callers return when the server stops")
    func stops() async throws {
        let provider = Provider()
        let queue = queue(provider, concurrency: 1, timeout: .seconds(50))
        let first = Task { try await queue.deliver("hangs", expiresAt: later) }
        while provider.tries.isEmpty { try await pause() }
        let second = Task { try await queue.deliver("waits", expiresAt: later) }
        while queue.meter.count.depth < 2 { try await pause() }
        await queue.stop(grace: .milliseconds(10))
        await #expect(throws: DeliveryFailure.stopped) { try await second.value }
        await #expect(throws: DeliveryFailure.stopped) { try await first.value }
        await #expect(throws: DeliveryFailure.stopped) { try await queue.submit("late", expiresAt: later) }
    }

    @Test("a cancelled caller stops waiting; the message is still sent")
    func cancelled() async throws {
        let provider = Provider()
        let queue = queue(provider, timeout: .seconds(50))
        let waiting = Task { try await queue.deliver("hangs", expiresAt: later) }
        while provider.tries.isEmpty { try await pause() }
        waiting.cancel()
        try await waiting.value
        #expect(queue.meter.count.depth == 1)
        await queue.stop(grace: .milliseconds(10))
    }
}

import ECallCore
import Foundation
import Synchronization

/// A clock that stands until a test moves it.
final class ManualTime: TimeSource {
    private struct State {
        var now: UInt64 = 1_000_000_000
        var sleepers: [UUID: (until: UInt64, continuation: CheckedContinuation<Void, Never>)] = [:]
        var waiters: [AsyncStream<Void>.Continuation] = []
    }
    private let state = Mutex(State())

    func nanoseconds() -> UInt64 { state.withLock { $0.now } }
    func date() -> Date { Date(timeIntervalSince1970: Double(nanoseconds()) / 1e9) }

    func sleep(for duration: Duration) async throws {
        let id = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiters = state.withLock { state in
                    let length = UInt64(duration.components.seconds) * 1_000_000_000
                    state.sleepers[id] = (state.now + length, continuation)
                    defer { state.waiters = [] }
                    return state.waiters
                }
                for waiter in waiters { waiter.finish() }
                if Task.isCancelled { wake(id) }
            }
        } onCancel: {
            wake(id)
        }
        try Task.checkCancellation()
    }

    /// Returns when somebody sleeps, or the test has run out of time.
    func untilSomebodySleeps() async {
        let (arrival, waiter) = AsyncStream<Void>.makeStream()
        state.withLock { state in
            if state.sleepers.isEmpty { state.waiters.append(waiter) } else { waiter.finish() }
        }
        for await _ in arrival {}
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now += UInt64(duration.components.seconds) * 1_000_000_000
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func wake(_ id: UUID) {
        state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
    }
}

/// A clock on which no pause takes time.
struct HurriedTime: TimeSource {
    func nanoseconds() -> UInt64 { SystemTime().nanoseconds() }
    func date() -> Date { Date() }
    func sleep(for duration: Duration) async throws { try Task.checkCancellation() }
}

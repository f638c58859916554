public import ECallCore
public import Foundation
import Synchronization

/// A clock that stands still until a test advances it; short sleeps may advance it by themselves.
public final class ManualTime: TimeSource {
    private struct Sleeper {
        let deadline: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now: UInt64 = 1_000_000_000
        var count = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var skipped: [Duration] = []
        /// A nil duration stands for any.
        var watchers: [(duration: UInt64?, continuation: AsyncStream<Void>.Continuation)] = []
    }

    private let state = Mutex(State())
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let longestSkipped: UInt64

    /// - Parameter skipping: sleeps up to this long are over at once, and move the clock by what they would have taken.
    public init(skipping: Duration = .zero) { longestSkipped = Self.nanoseconds(skipping) }

    /// The sleeps that ended at once, in order.
    public var skipped: [Duration] { state.withLock(\.skipped) }

    public func nanoseconds() -> UInt64 { state.withLock(\.now) }

    public func date() -> Date {
        start.addingTimeInterval(Double(nanoseconds() - 1_000_000_000) / 1_000_000_000)
    }

    public func sleep(for duration: Duration) async throws {
        try await sleep { $0 + Self.nanoseconds(duration) }
    }

    public func sleep(until deadline: UInt64) async throws {
        try await sleep { _ in deadline }
    }

    /// - Parameter deadline: told the time at which the clock stands.
    private func sleep(until deadline: @Sendable (UInt64) -> UInt64) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let begun = state.withLock {
                    begin(Sleeper(deadline: deadline($0.now), continuation: continuation), id, &$0)
                }
                for sleeper in begun.due { sleeper.continuation.resume(returning: true) }
                if let isOver = begun.isOver { continuation.resume(returning: isOver) }
                for watcher in begun.watchers { watcher.finish() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }

    /// The effect of the beginning of a sleep; `isOver` is nil for a sleep that lasts.
    private struct Beginning {
        var isOver: Bool?
        var due: [Sleeper] = []
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    private func begin(_ sleeper: Sleeper, _ id: Int, _ state: inout State) -> Beginning {
        if state.cancelled.remove(id) != nil { return Beginning(isOver: false) }
        if sleeper.deadline <= state.now { return Beginning(isOver: true) }
        let rest = sleeper.deadline - state.now
        if rest <= longestSkipped {
            state.skipped.append(.nanoseconds(rest))
            return Beginning(isOver: true, due: Self.advance(by: rest, &state))
        }
        state.sleepers[id] = sleeper
        return Beginning(watchers: Self.takeWatchers(&state))
    }

    /// Moves the clock; wakes those whose time has come.
    public func advance(by duration: Duration) {
        let due = state.withLock { Self.advance(by: Self.nanoseconds(duration), &$0) }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    private static func advance(by nanoseconds: UInt64, _ state: inout State) -> [Sleeper] {
        state.now += nanoseconds
        let due = state.sleepers.filter { $0.value.deadline <= state.now }
        for id in due.keys { state.sleepers[id] = nil }
        return due.values.sorted { $0.deadline < $1.deadline }
    }

    /// Returns when someone sleeps, for exactly this long from now if given, or when the test has run out of time.
    public func someoneSleeps(for duration: Duration? = nil) async {
        let (arrival, watcher) = AsyncStream<Void>.makeStream()
        let watchers = state.withLock { state in
            state.watchers.append((duration.map(Self.nanoseconds), watcher))
            return Self.takeWatchers(&state)
        }
        for watcher in watchers { watcher.finish() }
        for await _ in arrival {}
    }

    private static func takeWatchers(_ state: inout State) -> [AsyncStream<Void>.Continuation] {
        let remaining = Set(state.sleepers.values.map { $0.deadline - state.now })
        let isMet = { (duration: UInt64?) in duration.map(remaining.contains) ?? !remaining.isEmpty }
        let found = state.watchers.filter { isMet($0.duration) }
        state.watchers.removeAll { isMet($0.duration) }
        return found.map(\.continuation)
    }

    private static func nanoseconds(_ duration: Duration) -> UInt64 {
        UInt64(duration.components.seconds) * 1_000_000_000 + UInt64(duration.components.attoseconds / 1_000_000_000)
    }
}

public import ECallCore
public import Foundation
import Synchronization

/// A clock that stands until a test moves it.
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
        /// A nil duration stands for any.
        var watchers: [(duration: UInt64?, continuation: AsyncStream<Void>.Continuation)] = []
    }

    private let state = Mutex(State())
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    public init() {}

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
                let (isOver, watchers): (Bool?, [AsyncStream<Void>.Continuation]) = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return (false, []) }
                    let deadline = deadline(state.now)
                    if deadline <= state.now { return (true, []) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return (nil, Self.takeWatchers(&state))
                }
                if let isOver { continuation.resume(returning: isOver) }
                for watcher in watchers { watcher.finish() }
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

    /// Moves the clock; wakes those whose time has come.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += Self.nanoseconds(duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    /// Returns when somebody sleeps, for exactly this long from now where it is given, or the test has run out of time.
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

/// A clock on which every sleep is over at once; it remembers them.
public final class RushedTime: TimeSource {
    private let state = Mutex<(now: UInt64, sleeps: [Duration])>((1_000_000_000, []))

    public init() {}

    public var sleeps: [Duration] { state.withLock(\.sleeps) }
    public func nanoseconds() -> UInt64 { state.withLock(\.now) }
    public func date() -> Date { Date(timeIntervalSince1970: 1_800_000_000) }

    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            let parts = duration.components
            state.now += UInt64(parts.seconds) * 1_000_000_000 + UInt64(parts.attoseconds / 1_000_000_000)
            state.sleeps.append(duration)
        }
    }
}

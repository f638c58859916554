package import ECallAPI
import Foundation
import Synchronization

/// A wall clock that is judged: every use of the time is a reading.
package final class JudgedClock: Sendable {
    private let wall: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> Duration
    private let isSynchronized: @Sendable () -> Bool
    private let state: Mutex<(judgement: ClockJudgement, events: [ClockJudgement.Event])>

    /// - Parameters:
    ///   - lastSeen: when the server last ran; nil for a new one.
    ///   - uptime: a monotonic clock; nil if the wall clock cannot be set either, as in tests.
    ///   - isSynchronized: whether a time server sets the wall clock.
    package init(
        _ wall: WallClock, lastSeen: Timestamp?, uptime: (@Sendable () -> Duration)? = nil,
        isSynchronized: @escaping @Sendable () -> Bool = { SystemClock.isSynchronized }
    ) {
        let now = wall.now
        let uptime = uptime ?? { .milliseconds(now().milliseconds) }
        self.wall = now
        self.uptime = uptime
        self.isSynchronized = isSynchronized
        state = Mutex((ClockJudgement(lastSeen: lastSeen, uptime: uptime()), []))
    }

    /// The clock for everything that needs the time.
    package var clock: WallClock {
        WallClock(now: { self.read().time }, isDoubted: { self.read().isDoubted })
    }

    package var isDoubted: Bool { read().isDoubted }

    /// Returns the events since the last call.
    package func takeEvents() -> [ClockJudgement.Event] {
        _ = read()
        return state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Trusts the clock from now on if it is doubted and `moment`, which an operator accepted, is about now.
    package func accept(_ moment: Timestamp) -> Bool {
        let (wall, uptime) = (wall(), uptime())
        guard abs(wall.milliseconds - moment.milliseconds) <= ClockJudgement.tolerance else { return false }
        return state.withLock { state in
            guard state.judgement.isDoubted else { return false }
            state.judgement.accept(wall, uptime: uptime)
            return true
        }
    }

    private func read() -> (time: Timestamp, isDoubted: Bool) {
        state.withLock { state in
            let (wall, uptime) = (wall(), uptime())
            if let event = state.judgement.observe(wall, uptime: uptime, isSynchronized: isSynchronized) {
                state.events.append(event)
            }
            return (state.judgement.time(wall, uptime: uptime), state.judgement.isDoubted)
        }
    }
}

package enum SystemClock {
    /// The time since a fixed moment, including suspensions; it cannot be set.
    package static let uptime: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()

    /// Whether a time server sets the clock, as known to the kernel (adjtimex(2)).
    package static var isSynchronized: Bool {
        typealias Call = @convention(c) (UnsafeMutableRawPointer) -> CInt
        guard let symbol = dlsym(nil, "adjtimex") else { return false }
        // `struct timex` has 208 bytes on 64-bit systems; modes 0 changes nothing.
        var buffer = [UInt64](repeating: 0, count: 64)
        let state = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { unsafeBitCast(symbol, to: Call.self)($0) } ?? -1
        }
        // TIME_OK up to TIME_WAIT; TIME_ERROR, 5, is an unsynchronized clock.
        return (0...4).contains(state)
    }
}

import Dispatch
public import Foundation

/// The clock of everything that waits, handed in so that tests need not wait.
public protocol TimeSource: Sendable {
    /// Nanoseconds of a monotonic clock: the one that timestamps media and keys.
    func nanoseconds() -> UInt64
    /// The time of day, for moments that a server names.
    func date() -> Date
    /// Returns after `duration`, or throws `CancellationError` when the task is cancelled before.
    func sleep(for duration: Duration) async throws
    /// Returns at `deadline`, in nanoseconds of this clock, or at once if it is over; throws like `sleep(for:)`. Starting to
    /// wait late does not make the wait longer.
    func sleep(until deadline: UInt64) async throws
}

extension TimeSource {
    public func sleep(until deadline: UInt64) async throws {
        try Task.checkCancellation()
        // Again when a sleep ended early: it may count time in which the machine was suspended.
        while true {
            let now = nanoseconds()
            guard deadline > now else { return }
            try await sleep(for: .nanoseconds(deadline - now))
        }
    }
}

/// The clocks of the system.
public struct SystemTime: TimeSource {
    public init() {}

    public func nanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    public func date() -> Date { Date() }

    public func sleep(for duration: Duration) async throws {
        try await ContinuousClock().sleep(for: duration)
    }
}

extension Duration {
    /// Whole nanoseconds, at least 0, at most what a `UInt64` holds.
    var wholeNanoseconds: UInt64 {
        let parts = components
        guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(parts.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return .max }
        let (sum, carry) = product.addingReportingOverflow(UInt64(parts.attoseconds / 1_000_000_000))
        return carry ? .max : sum
    }

    static func nanoseconds(_ count: UInt64) -> Duration { .nanoseconds(Int64(clamping: count)) }
}

/// The clocks of the system, with the time counted in for which the machine was suspended.
public struct ContinuousTime: TimeSource {
    private let began = ContinuousClock.now

    public init() {}

    public func nanoseconds() -> UInt64 {
        let (seconds, attoseconds) = (ContinuousClock.now - began).components
        // Starts at one second, so that instants a little before the beginning can be written.
        return UInt64(max(0, seconds) + 1) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
    }

    public func date() -> Date { Date() }

    public func sleep(for duration: Duration) async throws { try await ContinuousClock().sleep(for: duration) }
}

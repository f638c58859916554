/// Detects whether a running program still answers; a hung program is as useless as one that has ended. Pure.
package struct Liveness: Sendable {
    /// The interval of checks.
    package static let pulse = Duration.seconds(1)
    /// A check and its pause that took longer show that this server itself was delayed, so it cannot judge.
    package static let late = Duration.seconds(6)

    /// The longest time without an answer.
    package let limit: Duration
    /// The first check since the last answer.
    private var unanswered: ContinuousClock.Instant?

    package init(limit: Duration) { self.limit = limit }

    /// Records the result of a check; returns true if the program hangs.
    ///
    /// - Parameters:
    ///   - pausedAt: when the pause before the check began.
    ///   - askedAt: when the check began.
    ///   - now: when the answer arrived, or its timeout expired.
    package mutating func hangs(
        answered: Bool, pausedAt: ContinuousClock.Instant, askedAt: ContinuousClock.Instant,
        now: ContinuousClock.Instant
    ) -> Bool {
        guard !answered, now - pausedAt <= Self.late else {
            unanswered = nil
            return false
        }
        let first = unanswered ?? askedAt
        unanswered = first
        // A single check may have been lost.
        return first < askedAt && now - first >= limit
    }
}

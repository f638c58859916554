/// Whether a program that runs still answers; one that hangs is as useless as one that has ended. Pure.
package struct Liveness: Sendable {
    /// From one question to the next.
    package static let pulse = Duration.seconds(1)
    /// A question and its pause that took longer say that this server itself was held up: it cannot judge.
    package static let late = Duration.seconds(6)

    /// How long it may leave questions unanswered.
    package let limit: Duration
    /// The first question since its last answer.
    private var unanswered: ContinuousClock.Instant?

    package init(limit: Duration) { self.limit = limit }

    /// Takes what became of a question; true when the program hangs.
    ///
    /// - Parameters:
    ///   - pausedAt: when the pause before the question began.
    ///   - askedAt: when it was asked.
    ///   - now: when the answer was there, or its time was over.
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
        // One question alone may have been lost.
        return first < askedAt && now - first >= limit
    }
}

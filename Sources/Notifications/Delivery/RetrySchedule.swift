/// The delays of retries: exponential back-off up to a limit, with jitter, so that simultaneous failures are not retried
/// simultaneously.
package struct RetrySchedule: Sendable {
    package var first = Duration.seconds(1)
    package var longest = Duration.seconds(30)
    /// The longest delay that a provider can request.
    package var longestAsked = Duration.seconds(300)

    /// - Parameters:
    ///   - failures: the number of failures, at least one.
    ///   - retryAfter: the provider's requested delay.
    ///   - jitter: from 0 to 1.
    package func delay(afterFailures failures: Int, retryAfter: Duration?, jitter: Double) -> Duration {
        let doublings = min(max(failures - 1, 0), 30)
        let full = min(first * (1 << doublings), longest)
        let delay = full / 2 + (full / 2) * min(max(jitter, 0), 1)
        return max(delay, min(retryAfter ?? .zero, longestAsked))
    }

    package init(
        first: Duration = .seconds(1), longest: Duration = .seconds(30), longestAsked: Duration = .seconds(300)
    ) {
        self.first = first
        self.longest = longest
        self.longestAsked = longestAsked
    }
}

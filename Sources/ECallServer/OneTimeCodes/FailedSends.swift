import ECallAPI
import ServerFoundation
import Synchronization

/// Codes that a provider did not take, for a moment: clients repeat by themselves what was answered 503, three times within
/// seven seconds (wire-protocol 1.4). Such a repetition is answered the same, and neither counted nor sent.
///
/// By identifier: nobody's failure is another's.
final class FailedSends: Sendable {
    /// Seconds: longer than the repetitions of a client take.
    static let window = 10
    /// Identifiers that are remembered at most.
    private static let most = 10_000

    private let ends = Mutex<[String: Timestamp]>([:])

    /// Throws while the last failure is fresh.
    func require(_ key: String, at now: Timestamp) throws(APIFailure) {
        guard let end = ends.withLock({ $0[key] }), now < end else { return }
        throw Self.failure(after: Int((end.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// What to answer for a failure, from now on for a while.
    func note(_ key: String, at now: Timestamp) -> APIFailure {
        ends.withLock { ends in
            if ends.count >= Self.most { ends = ends.filter { now < $0.value } }
            if ends.count < Self.most { ends[key] = now.advanced(bySeconds: Self.window) }
        }
        return Self.failure(after: Self.window)
    }

    private static func failure(after seconds: Int) -> APIFailure {
        APIFailure(
            .sendOTPFailed, "Codes cannot be sent at the moment; please try again in a few minutes",
            retryAfter: seconds, isUnavailable: true
        )
    }
}

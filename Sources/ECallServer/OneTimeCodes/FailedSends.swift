import ECallAPI
import ServerFoundation
import Synchronization

/// Remembers failed sends for a short time: clients repeat a request that was answered 503 three times within seven seconds
/// (wire-protocol 1.4). Such a repetition gets the same answer, and is neither counted nor sent.
///
/// Keyed by identifier, so that a failure affects no one else.
final class FailedSends: Sendable {
    /// In seconds; longer than a client's repetitions take.
    static let window = 10
    private static let most = 10_000

    private let ends = Mutex<[String: Timestamp]>([:])

    /// Throws while the last failure is recent.
    func require(_ key: String, at now: Timestamp) throws(APIFailure) {
        guard let end = ends.withLock({ $0[key] }), now < end else { return }
        throw Self.failure(after: Int((end.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// Records a failure for `window`, and returns the answer to it.
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

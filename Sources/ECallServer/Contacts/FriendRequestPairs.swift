import ECallAPI
import ServerFoundation
import Synchronization

/// The rate of friend requests from one person to another.
///
/// A cancelled request counts too, because the other person was alerted. Whether that person exists, or has blocked the
/// sender, makes no difference, so that the limit does not reveal it.
final class FriendRequestPairs: Sendable {
    private let limiters: Mutex<[RateLimiter]>

    init(_ limits: Limits) {
        limiters = Mutex(
            [limits.friendRequestsPerPair, limits.friendRequestsPerPairDaily].map { RateLimiter($0) })
    }

    /// Counts a request. Throws 429 `ErrTooManyRequests`, and counts nothing, if there were too many.
    func admit(_ sender: UserID, asking target: UserID, at now: Timestamp) throws(APIFailure) {
        let key = "\(sender) \(target)"
        let wait: Int? = limiters.withLock { limiters in
            if let wait = limiters.compactMap({ $0.wait(key, at: now) }).max() { return wait }
            for index in limiters.indices { limiters[index].count(key, at: now) }
            return nil
        }
        guard let wait else { return }
        throw APIFailure(
            .tooManyRequests, "You have asked this person too often; please wait for their answer", retryAfter: wait)
    }
}

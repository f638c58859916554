import ECallAPI
import ServerFoundation
import Synchronization

/// How often one person may ask another to become friends.
///
/// A request that was taken back counts too: the other one was alerted. Whether the other one is there, or has blocked the
/// one who asks, makes no difference, so that nobody can find it out by this.
final class FriendRequestPairs: Sendable {
    private let limiters: Mutex<[RateLimiter]>

    init(_ limits: Limits) {
        limiters = Mutex(
            [limits.friendRequestsPerPair, limits.friendRequestsPerPairDaily].map { RateLimiter($0) })
    }

    /// Counts a request. Throws 429 `ErrTooManyRequests`, and counts nothing, when there were too many.
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

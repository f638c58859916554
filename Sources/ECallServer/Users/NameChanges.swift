import ECallAPI
import ServerFoundation
import Synchronization

/// The rate of one person's name changes, of each of which every friend is notified.
final class NameChanges: Sendable {
    private let rates: Mutex<[RateLimiter]>

    init(_ limits: Limits) {
        rates = Mutex([limits.namesPerUser, limits.namesPerUserHourly].map { RateLimiter($0) })
    }

    /// Throws while the user must wait; counts nothing.
    func require(_ user: UserID, at now: Timestamp) throws(APIFailure) {
        let wait = rates.withLock { rates in rates.compactMap { $0.wait(user.description, at: now) }.max() }
        guard let wait else { return }
        throw APIFailure(
            .tooManyRequests, "You have changed your name too often; please wait a while", retryAfter: wait)
    }

    func count(_ user: UserID, at now: Timestamp) {
        rates.withLock { rates in
            for index in rates.indices { rates[index].count(user.description, at: now) }
        }
    }
}

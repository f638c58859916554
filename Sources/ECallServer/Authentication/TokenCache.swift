import Crypto
import ECallAPI
import ServerFoundation
import Synchronization

/// A cache of access tokens that were valid a moment ago and belong to signed-in devices: most requests need no database
/// query to find a token's device ([55](docs/decisions/0055-tokens-are-known-for-a-moment.md)).
///
/// Every end of a sign-in empties the cache, and a value read before that cannot be inserted after it: a removal during a
/// request's database read wins. The cache holds digests, not tokens.
final class TokenCache: Sendable {
    typealias Digest = SHA256Digest

    /// A counter of invalidations.
    struct Era: Sendable, Equatable { fileprivate var number: UInt64 = 0 }

    private struct Entry {
        let identity: DeviceIdentity
        /// Unix seconds.
        let expires: Int64
        let readAt: Timestamp
    }

    private struct State {
        var era = Era()
        /// Two generations: when the younger is full, the older is dropped.
        var young: [Digest: Entry] = [:]
        var old: [Digest: Entry] = [:]
    }

    private let state = Mutex(State())
    private let half: Int

    /// The longest time that an entry is used, in seconds: the bound for sign-ins that end without notice, as by a manual
    /// change in the database.
    static let lifetime = 5

    /// - Parameter capacity: the most tokens that are cached, about 150 bytes each.
    init(capacity: Int = 32_768) { half = max(1, capacity / 2) }

    static func digest(_ token: String) -> Digest { SHA256.hash(data: Array(token.utf8)) }

    /// The number of cached tokens, for the test of the bound.
    var count: Int { state.withLock { $0.young.count + $0.old.count } }

    /// The current era; read it before asking the database.
    var era: Era { state.withLock { $0.era } }

    /// The device that the token belongs to; nil if the database must be asked.
    func identity(of token: Digest, at now: Timestamp) -> DeviceIdentity? {
        let entry = state.withLock { $0.young[token] ?? $0.old[token] }
        guard let entry, now.milliseconds / 1000 < entry.expires, entry.readAt <= now,
            now < entry.readAt.advanced(bySeconds: Self.lifetime)
        else { return nil }
        return entry.identity
    }

    /// Caches the database's answer, unless a sign-in has ended since `era`.
    ///
    /// - Parameter expires: the end of the token, in Unix seconds.
    func keep(_ token: Digest, of identity: DeviceIdentity, until expires: Int64, readAt: Timestamp, since era: Era) {
        let entry = Entry(identity: identity, expires: expires, readAt: readAt)
        state.withLock { state in
            guard state.era == era else { return }
            if state.young.count >= half, state.young[token] == nil {
                state.old = state.young
                state.young = [:]
            }
            state.young[token] = entry
        }
    }

    /// Empties the cache after a sign-out, deletion or suspension.
    func empty() {
        state.withLock { state in
            state.era.number += 1
            (state.young, state.old) = ([:], [:])
        }
    }
}

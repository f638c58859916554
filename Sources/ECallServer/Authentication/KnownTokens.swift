import Crypto
import ECallAPI
import ServerFoundation
import Synchronization

/// Access tokens that were found good a moment ago, of devices that were signed in: most requests are answered without
/// asking the database whose they are ([55](docs/decisions/0055-tokens-are-known-for-a-moment.md)).
///
/// What ends a sign-in empties all of it, and what was read before that cannot be put in behind it: a removal that happens
/// while a request reads the database wins. It holds digests and no tokens.
final class KnownTokens: Sendable {
    typealias Digest = SHA256Digest

    /// A number of the state in which nothing had ended yet.
    struct Era: Sendable, Equatable { fileprivate var number: UInt64 = 0 }

    private struct Entry {
        let identity: DeviceIdentity
        /// Unix seconds.
        let expires: Int64
        let readAt: Timestamp
    }

    private struct State {
        var era = Era()
        /// Two halves: when the younger is full, the older one goes.
        var young: [Digest: Entry] = [:]
        var old: [Digest: Entry] = [:]
    }

    private let state = Mutex(State())
    private let half: Int

    /// How long something is known at most, in seconds: the bound for what ends a sign-in and tells nobody, as somebody who
    /// writes to the database by hand.
    static let lifetime = 5

    /// - Parameter capacity: the most that is held, in tokens; about 150 bytes each.
    init(capacity: Int = 32_768) { half = max(1, capacity / 2) }

    static func digest(_ token: String) -> Digest { SHA256.hash(data: Array(token.utf8)) }

    /// How many tokens are held, for the test that there is a bound.
    var count: Int { state.withLock { $0.young.count + $0.old.count } }

    /// To be taken before the database is asked.
    var era: Era { state.withLock { $0.era } }

    /// The device that the token stands for; nil where the database must be asked.
    func identity(of token: Digest, at now: Timestamp) -> DeviceIdentity? {
        let entry = state.withLock { $0.young[token] ?? $0.old[token] }
        guard let entry, now.milliseconds / 1000 < entry.expires, entry.readAt <= now,
            now < entry.readAt.advanced(bySeconds: Self.lifetime)
        else { return nil }
        return entry.identity
    }

    /// Keeps what the database said, unless something has ended since `era`.
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

    /// Somebody was signed out, deleted or suspended: everybody is looked up again.
    func empty() {
        state.withLock { state in
            state.era.number += 1
            (state.young, state.old) = ([:], [:])
        }
    }
}

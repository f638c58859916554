import ECallAPI
import Synchronization

/// A publisher in a room, as a proxied connection has seen it join.
struct PublishedFeed: Sendable, Equatable {
    let feed: FeedID
    let room: RoomID
    let identity: DeviceIdentity
}

/// The sessions in Janus of devices that said who they are, and through which connection each is used now: a device may
/// claim its sessions from a new connection, whether the one before is known to be lost or not (wire-protocol 6.2).
///
/// Asked from event loops, so it answers at once.
final class JanusSessionRegistry: Sendable {
    /// Most sessions of one device that may wait to be claimed.
    static let limit = 8

    private struct Entry {
        let identity: DeviceIdentity
        var connection: UInt64
        var handles: Set<UInt64> = []
        var feeds: [UInt64: PublishedFeed] = [:]
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var connections: UInt64 = 0
    }

    private let state = Mutex(State())

    /// A number for a new connection.
    func newConnection() -> UInt64 {
        state.withLock {
            $0.connections += 1
            return $0.connections
        }
    }

    /// The connection has the session now, new or claimed. Returns what its handles publish.
    func take(_ session: UInt64, by connection: UInt64, _ identity: DeviceIdentity) -> [UInt64: PublishedFeed] {
        state.withLock { state in
            guard var entry = state.entries[session], entry.identity == identity else {
                state.entries[session] = Entry(identity: identity, connection: connection)
                return [:]
            }
            entry.connection = connection
            state.entries[session] = entry
            return entry.feeds
        }
    }

    /// Remembers what a claim has to hand over. Nothing happens when another connection has the session by now.
    func update(
        _ session: UInt64, by connection: UInt64, handles: Set<UInt64>, feeds: [UInt64: PublishedFeed]
    ) {
        state.withLock { state in
            guard state.entries[session]?.connection == connection else { return }
            state.entries[session]?.handles = handles
            state.entries[session]?.feeds = feeds.filter { handles.contains($0.key) }
        }
    }

    /// Forgets the session; false when it is another connection's by now.
    func remove(_ session: UInt64, of connection: UInt64) -> Bool {
        state.withLock { state in
            guard state.entries[session]?.connection == connection else { return false }
            state.entries[session] = nil
            return true
        }
    }

    /// The device's sessions with their handles.
    func sessions(of identity: DeviceIdentity) -> [UInt64: Set<UInt64>] {
        state.withLock { $0.entries.filter { $0.value.identity == identity }.mapValues(\.handles) }
    }
}

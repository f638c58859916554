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
    /// Most connections of one device at a time.
    static let connectionLimit = 8

    private struct Entry {
        let identity: DeviceIdentity
        /// nil while it waits to be claimed from a server that is no more.
        var connection: UInt64?
        var handles: Set<UInt64> = []
        /// In which rooms the handles are.
        var rooms: [UInt64: UInt64] = [:]
        var feeds: [UInt64: PublishedFeed] = [:]
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var connections: UInt64 = 0
        var connectionsOfDevice: [DeviceIdentity: Int] = [:]
    }

    private let state = Mutex(State())

    /// A number for a new connection.
    func newConnection() -> UInt64 {
        state.withLock {
            $0.connections += 1
            return $0.connections
        }
    }

    /// The device has one connection more; false when it has too many.
    func enter(_ identity: DeviceIdentity) -> Bool {
        state.withLock { state in
            let count = state.connectionsOfDevice[identity, default: 0]
            guard count < Self.connectionLimit else { return false }
            state.connectionsOfDevice[identity] = count + 1
            return true
        }
    }

    /// The device has one connection less.
    func leave(_ identity: DeviceIdentity) {
        state.withLock { state in
            let count = state.connectionsOfDevice[identity, default: 0] - 1
            state.connectionsOfDevice[identity] = count > 0 ? count : nil
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
        _ session: UInt64, by connection: UInt64, handles: Set<UInt64>, rooms: [UInt64: UInt64],
        feeds: [UInt64: PublishedFeed]
    ) {
        state.withLock { state in
            guard state.entries[session]?.connection == connection else { return }
            state.entries[session]?.handles = handles
            state.entries[session]?.rooms = rooms.filter { handles.contains($0.key) }
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

    /// In which rooms the handles of the device's sessions are.
    func rooms(of identity: DeviceIdentity) -> [UInt64: UInt64] {
        state.withLock { state in
            state.entries.values.filter { $0.identity == identity }.reduce(into: [:]) { $0.merge($1.rooms) { $1 } }
        }
    }

    /// The device's sessions with their handles.
    func sessions(of identity: DeviceIdentity) -> [UInt64: Set<UInt64>] {
        state.withLock { $0.entries.filter { $0.value.identity == identity }.mapValues(\.handles) }
    }

    // MARK: - Sessions of an earlier server

    /// A session that was in Janus before this server was: its device may claim it.
    func restore(
        _ session: UInt64, _ identity: DeviceIdentity, handles: Set<UInt64>, rooms: [UInt64: UInt64],
        feeds: [UInt64: PublishedFeed]
    ) {
        state.withLock {
            $0.entries[session] = Entry(
                identity: identity, connection: nil, handles: handles, rooms: rooms, feeds: feeds)
        }
    }

    /// Forgets the sessions of an earlier server that nobody has claimed.
    func removeUnclaimed() -> [(id: UInt64, feeds: [PublishedFeed])] {
        state.withLock { state in
            let unclaimed = state.entries.filter { $0.value.connection == nil }
            for session in unclaimed.keys { state.entries[session] = nil }
            return unclaimed.map { ($0.key, Array($0.value.feeds.values)) }
        }
    }
}

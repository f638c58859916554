package import ECallAPI
import Synchronization

/// A publisher in a room, as a proxied connection has seen it join.
package struct PublishedFeed: Sendable, Equatable {
    package let feed: FeedID
    package let room: RoomID
    package let identity: DeviceIdentity

    package var place: RoomOccupants.Place { RoomOccupants.Place(room: room, user: identity.user) }

    package init(feed: FeedID, room: RoomID, identity: DeviceIdentity) {
        self.feed = feed
        self.room = room
        self.identity = identity
    }
}

/// The sessions in Janus of devices that said who they are, and through which connection each is used now: a device may
/// claim its sessions from a new connection, whether the one before is known to be lost or not (wire-protocol 6.2).
///
/// Asked from event loops, so it answers at once.
package final class JanusSessionRegistry: Sendable {
    /// Most sessions of one device that may wait to be claimed.
    package static let limit = 8
    /// Most connections of one device at a time.
    package static let connectionLimit = 8

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
        private(set) var entries: [UInt64: Entry] = [:]
        /// By whose they are: a device asks for its own at every message.
        private(set) var ofDevice: [DeviceIdentity: Set<UInt64>] = [:]
        var connections: UInt64 = 0
        var connectionsOfDevice: [DeviceIdentity: Int] = [:]

        subscript(session: UInt64) -> Entry? {
            get { entries[session] }
            set {
                if let former = entries[session]?.identity, former != newValue?.identity {
                    ofDevice[former]?.remove(session)
                    if ofDevice[former]?.isEmpty == true { ofDevice[former] = nil }
                }
                if let newValue { ofDevice[newValue.identity, default: []].insert(session) }
                entries[session] = newValue
            }
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// A number for a new connection.
    package func newConnection() -> UInt64 {
        state.withLock {
            $0.connections += 1
            return $0.connections
        }
    }

    /// The device has one connection more; false when it has too many.
    package func enter(_ identity: DeviceIdentity) -> Bool {
        state.withLock { state in
            let count = state.connectionsOfDevice[identity, default: 0]
            guard count < Self.connectionLimit else { return false }
            state.connectionsOfDevice[identity] = count + 1
            return true
        }
    }

    /// The device has one connection less.
    package func leave(_ identity: DeviceIdentity) {
        state.withLock { state in
            let count = state.connectionsOfDevice[identity, default: 0] - 1
            state.connectionsOfDevice[identity] = count > 0 ? count : nil
        }
    }

    /// The connection has the session now, new or claimed. Returns what its handles publish.
    package func take(_ session: UInt64, by connection: UInt64, _ identity: DeviceIdentity) -> [UInt64: PublishedFeed] {
        state.withLock { state in
            guard var entry = state[session], entry.identity == identity else {
                state[session] = Entry(identity: identity, connection: connection)
                return [:]
            }
            entry.connection = connection
            state[session] = entry
            return entry.feeds
        }
    }

    /// Remembers what a claim has to hand over. Nothing happens when another connection has the session by now.
    package func update(
        _ session: UInt64, by connection: UInt64, handles: Set<UInt64>, rooms: [UInt64: UInt64],
        feeds: [UInt64: PublishedFeed]
    ) {
        state.withLock { state in
            guard state[session]?.connection == connection else { return }
            state[session]?.handles = handles
            state[session]?.rooms = rooms.filter { handles.contains($0.key) }
            state[session]?.feeds = feeds.filter { handles.contains($0.key) }
        }
    }

    /// Forgets the session; false when it is another connection's by now.
    package func remove(_ session: UInt64, of connection: UInt64) -> Bool {
        state.withLock { state in
            guard state[session]?.connection == connection else { return false }
            state[session] = nil
            return true
        }
    }

    /// In which rooms the handles of the device's sessions are.
    package func rooms(of identity: DeviceIdentity) -> [UInt64: UInt64] {
        state.withLock { state in
            (state.ofDevice[identity] ?? []).reduce(into: [:]) { $0.merge(state[$1]?.rooms ?? [:]) { $1 } }
        }
    }

    /// The device's sessions with their handles.
    package func sessions(of identity: DeviceIdentity) -> [UInt64: Set<UInt64>] {
        state.withLock { state in
            (state.ofDevice[identity] ?? []).reduce(into: [:]) { $0[$1] = state[$1]?.handles }
        }
    }

    // MARK: - Sessions of an earlier server

    /// A session that was in Janus before this server was: its device may claim it.
    package func restore(
        _ session: UInt64, _ identity: DeviceIdentity, handles: Set<UInt64>, rooms: [UInt64: UInt64],
        feeds: [UInt64: PublishedFeed]
    ) {
        state.withLock {
            $0[session] = Entry(
                identity: identity, connection: nil, handles: handles, rooms: rooms, feeds: feeds)
        }
    }

    /// Forgets the sessions of an earlier server that nobody has claimed.
    ///
    /// - Parameter owner: only those of this device; nil means all.
    package func removeUnclaimed(of owner: DeviceIdentity? = nil) -> [(id: UInt64, feeds: [PublishedFeed])] {
        state.withLock { state in
            let unclaimed = state.entries.filter {
                $0.value.connection == nil && $0.value.identity == owner ?? $0.value.identity
            }
            for session in unclaimed.keys { state[session] = nil }
            return unclaimed.map { ($0.key, Array($0.value.feeds.values)) }
        }
    }
}

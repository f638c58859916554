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

/// The Janus sessions of authenticated devices, and the connection that uses each: a device can claim its sessions from a
/// new connection, whether or not the previous one is known to be lost (wire-protocol 6.2).
///
/// Called on event loops, so it must not block.
package final class JanusSessionRegistry: Sendable {
    /// The most sessions of one device that can wait to be claimed.
    package static let limit = 8
    /// The most simultaneous connections of one device.
    package static let connectionLimit = 8

    private struct Entry {
        let identity: DeviceIdentity
        /// nil for a session of an earlier server that waits to be claimed.
        var connection: UInt64?
        var handles: Set<UInt64> = []
        /// The rooms of the handles.
        var rooms: [UInt64: UInt64] = [:]
        var feeds: [UInt64: PublishedFeed] = [:]
    }

    private struct State {
        private(set) var entries: [UInt64: Entry] = [:]
        /// The sessions by device: every message looks up its device's own.
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

    /// Assigns a number to a new connection.
    package func newConnection() -> UInt64 {
        state.withLock {
            $0.connections += 1
            return $0.connections
        }
    }

    /// Counts a new connection of the device; returns false if it has too many.
    package func enter(_ identity: DeviceIdentity) -> Bool {
        state.withLock { state in
            let count = state.connectionsOfDevice[identity, default: 0]
            guard count < Self.connectionLimit else { return false }
            state.connectionsOfDevice[identity] = count + 1
            return true
        }
    }

    /// Counts a closed connection of the device.
    package func leave(_ identity: DeviceIdentity) {
        state.withLock { state in
            let count = state.connectionsOfDevice[identity, default: 0] - 1
            state.connectionsOfDevice[identity] = count > 0 ? count : nil
        }
    }

    /// Assigns the session, new or claimed, to the connection. Returns the feeds of its handles.
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

    /// Stores the state that a claim hands over. Does nothing if another connection has the session by now.
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

    /// Removes the session; returns false if another connection has it by now.
    package func remove(_ session: UInt64, of connection: UInt64) -> Bool {
        state.withLock { state in
            guard state[session]?.connection == connection else { return false }
            state[session] = nil
            return true
        }
    }

    /// The rooms of the handles of the device's sessions.
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

    /// Registers a session that existed in Janus before this server started, so that its device can claim it.
    package func restore(
        _ session: UInt64, _ identity: DeviceIdentity, handles: Set<UInt64>, rooms: [UInt64: UInt64],
        feeds: [UInt64: PublishedFeed]
    ) {
        state.withLock {
            $0[session] = Entry(
                identity: identity, connection: nil, handles: handles, rooms: rooms, feeds: feeds)
        }
    }

    /// Removes the unclaimed sessions of an earlier server.
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

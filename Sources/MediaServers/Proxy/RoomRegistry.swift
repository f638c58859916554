package import ECallAPI
import Foundation
package import Janus
import Synchronization

/// The client that requests a room.
package enum RoomVisitor: Sendable, Hashable {
    case device(DeviceIdentity)
    /// The stock client, which shows no credentials and is identified by its network alone.
    case stock(origin: String)

    package var identity: DeviceIdentity? {
        if case .device(let identity) = self { identity } else { nil }
    }
}

/// Access to Janus rooms (wire-protocol 6.5).
///
/// A room belongs to its creator until a call starts in it; from then on to the participants of that call, each on the
/// device with which they joined. Called on event loops, so it must not block.
package final class RoomRegistry: Sendable {
    /// Seconds before a room without a call is destroyed.
    package static let unclaimedLifetime = 120
    /// The most rooms waiting for a call, counted from the request on: per device, for all unauthenticated connections, and
    /// per network (`ClientAddress.limiterKey`).
    package static let unclaimedLimit = (device: 8, unknown: 200, origin: 40)

    private struct Room {
        let secret: String?
        let pin: String?
        /// nil if the connection that created it is unauthenticated.
        let creator: DeviceIdentity?
        /// The network of the request; empty for the room of an earlier server.
        var origin = ""
        let createdAt: Timestamp
        /// Whether Janus has created it. Until then it only counts towards limits.
        var isMade = false
        var isClaimed = false
        var members: [UserID: DeviceID] = [:]
        /// The same as numbers.
        var participants: Set<UInt64> = []
        /// Members whose device has joined with credentials: no one else can join under their ids.
        var identified: Set<UserID> = []
        /// The token for joining; renewed whenever the members change.
        var token = ""
    }

    private struct State {
        var rooms: [RoomID: Room] = [:]
        /// Rooms without a call.
        var waiting: Set<RoomID> = []
        var roomOfUser: [UserID: RoomID] = [:]

        /// Sets the members. Returns the former members.
        mutating func setMembers(_ members: [UserID: DeviceID], of room: RoomID) -> [DeviceIdentity] {
            for user in rooms[room]?.members.keys.filter({ members[$0] == nil }) ?? [] where roomOfUser[user] == room {
                roomOfUser[user] = nil
            }
            guard let before = rooms[room]?.members else { return [] }
            rooms[room]?.identified.formIntersection(members.keys.filter { before[$0] == members[$0] })
            for user in members.keys { roomOfUser[user] = room }
            rooms[room]?.members = members
            rooms[room]?.participants = Set(members.keys.map(\.rawValue))
            return before.filter { members[$0.key] != $0.value }.map { DeviceIdentity(user: $0.key, device: $0.value) }
        }
    }

    private let state = Mutex(State())
    private let tokens: JanusTokens
    private let secrets: JanusSecrets
    private let now: @Sendable () -> Timestamp
    private let tokenTime: @Sendable () -> Timestamp
    /// The network of the device's signalling session; nil if it has none.
    private let origin: @Sendable (DeviceIdentity) -> String?
    private let ended: @Sendable (RoomID, _ secret: String?) -> Void

    /// - Parameters:
    ///   - tokenTime: the clock for the expiry of tokens: Janus uses the host's.
    ///   - origin: the network of a device's signalling session, for clients without credentials; nil admits none.
    ///   - ended: destroys the room in Janus.
    package init(
        secrets: JanusSecrets, now: @escaping @Sendable () -> Timestamp,
        tokenTime: @escaping @Sendable () -> Timestamp,
        origin: @escaping @Sendable (DeviceIdentity) -> String? = { _ in nil },
        ended: @escaping @Sendable (RoomID, _ secret: String?) -> Void
    ) {
        self.secrets = secrets
        tokens = JanusTokens(secret: secrets.tokenSecret)
        self.now = now
        self.tokenTime = tokenTime
        self.origin = origin
        self.ended = ended
    }

    // MARK: - Making rooms

    /// Reserves a room for a client's request to create one; returns nil if too many wait for a call.
    package func makeRoom(for visitor: RoomVisitor, from origin: String) -> VideoRoomCreation? {
        let (room, now, creator) = (RoomID.random(), now(), visitor.identity)
        let creation = secrets.creation(of: room)
        let isReserved = state.withLock { state in
            var (ofCreator, ofOrigin) = (0, 0)
            for id in state.waiting {
                guard let waiting = state.rooms[id] else { continue }
                if waiting.creator == creator { ofCreator += 1 }
                if waiting.origin == origin { ofOrigin += 1 }
            }
            let limit = Self.unclaimedLimit
            guard ofCreator < (creator == nil ? limit.unknown : limit.device), ofOrigin < limit.origin,
                state.rooms[room] == nil
            else { return false }
            state.rooms[room] = Room(
                secret: creation.secret, pin: creation.pin, creator: creator, origin: origin, createdAt: now)
            state.waiting.insert(room)
            return true
        }
        return isReserved ? creation : nil
    }

    /// Marks the room as created in Janus.
    package func made(_ room: RoomID) {
        state.withLock { $0.rooms[room]?.isMade = true }
    }

    /// Releases a room that Janus did not create.
    package func release(_ room: RoomID) {
        state.withLock { state in
            guard state.rooms[room]?.isMade == false else { return }
            state.rooms[room] = nil
            state.waiting.remove(room)
        }
    }

    /// Destroys rooms in which no call was started.
    package func destroyUnclaimed() {
        let oldest = now().advanced(bySeconds: -Self.unclaimedLifetime)
        let stale = state.withLock { state in
            var stale: [RoomID: Room] = [:]
            for room in state.waiting {
                if let entry = state.rooms[room], entry.createdAt <= oldest { stale[room] = entry }
            }
            for room in stale.keys {
                state.rooms[room] = nil
                state.waiting.remove(room)
            }
            return stale
        }
        for (room, entry) in stale { ended(room, entry.secret) }
    }

    // MARK: - Rooms of calls

    package func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool {
        state.withLock {
            guard let entry = $0.rooms[room], entry.isMade, !entry.isClaimed,
                entry.creator.map({ $0 == identity }) ?? true
            else { return false }
            $0.rooms[room]?.isClaimed = true
            $0.waiting.remove(room)
            return true
        }
    }

    package func unclaim(_ room: RoomID) {
        state.withLock { state in
            guard state.rooms[room] != nil else { return }
            state.rooms[room]?.isClaimed = false
            state.waiting.insert(room)
        }
    }

    package func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID]) {
        let (creation, now) = (secrets.creation(of: room), now())
        state.withLock {
            $0.rooms[room] = Room(
                secret: creation.secret, pin: creation.pin, creator: creator, createdAt: now, isMade: true,
                isClaimed: true)
            $0.waiting.remove(room)
        }
        setMembers(members, of: room)
    }

    /// Sets the users who can use the room, and their devices. Returns the devices that no longer can.
    @discardableResult
    package func setMembers(_ members: [UserID: DeviceID], of room: RoomID) -> [DeviceIdentity] {
        let token = tokens.room(room, at: tokenTime())
        return state.withLock { state in
            defer { state.rooms[room]?.token = token }
            return state.setMembers(members, of: room)
        }
    }

    /// Destroys the room. Returns the devices that could use it.
    @discardableResult
    package func end(_ room: RoomID) -> [DeviceIdentity] {
        let (former, entry) = state.withLock { state in
            let former = state.setMembers([:], of: room)
            state.waiting.remove(room)
            return (former, state.rooms.removeValue(forKey: room))
        }
        if let entry { ended(room, entry.secret) }
        return former
    }

    // MARK: - Access

    /// The visitor's access to the room; nil if it has none. The stock client can join under the id of a participant who
    /// has not authenticated, if it comes from the network of that participant's signalling session: knowing the room's
    /// number is not enough.
    package func access(to id: RoomID, for visitor: RoomVisitor) -> JanusRoomAccess? {
        let found = state.withLock { state -> Room? in
            guard let room = state.rooms[id], room.isClaimed, !room.members.isEmpty else { return nil }
            guard let identity = visitor.identity else { return room }
            let isMember = state.roomOfUser[identity.user] == id && room.members[identity.user] == identity.device
            return isMember ? room : nil
        }
        guard let found else { return nil }
        var access = JanusRoomAccess(pin: found.pin, token: found.token, participants: found.participants)
        if case .stock(let from) = visitor {
            let known = found.members.filter { user, device in
                !found.identified.contains(user) && origin(DeviceIdentity(user: user, device: device)) == from
            }
            access.participants = Set(known.keys.map(\.rawValue))
        }
        return access
    }

    /// Records that the member's device has joined on an authenticated connection.
    package func identify(_ identity: DeviceIdentity, in room: RoomID) {
        state.withLock {
            guard $0.rooms[room]?.members[identity.user] == identity.device else { return }
            $0.rooms[room]?.identified.insert(identity.user)
        }
    }

    /// Whether the member's device has authenticated.
    package func isIdentified(_ user: UserID, in room: RoomID) -> Bool {
        state.withLock { $0.rooms[room]?.identified.contains(user) ?? false }
    }

    /// The rooms of calls, to be recreated if Janus has lost them.
    package var claimed: [VideoRoomCreation] {
        state.withLock { state in state.rooms.filter(\.value.isClaimed).keys.map { secrets.creation(of: $0) } }
    }

    package func device(of user: UserID, in room: RoomID) -> DeviceID? {
        state.withLock { $0.rooms[room]?.members[user] }
    }

    package func isInCall(_ identity: DeviceIdentity) -> Bool {
        state.withLock { state in
            state.roomOfUser[identity.user].flatMap { state.rooms[$0]?.members[identity.user] } == identity.device
        }
    }

    package var count: Int { state.withLock { $0.rooms.count } }
}

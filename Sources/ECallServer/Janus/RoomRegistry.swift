import ECallAPI
import Foundation
import Janus
import Synchronization

/// Who may use which Janus room (wire-protocol 6.5).
///
/// A room belongs to whoever made it until a call starts in it; from then on to the participants of that call, each on
/// the device with which it has joined. Asked from event loops, so it answers at once.
final class RoomRegistry: CallRooms {
    /// Seconds before a room that no call was started in is destroyed.
    static let unclaimedLifetime = 120
    /// Most rooms waiting for a call: of one device, and of all connections that are not known to be anyone's.
    static let unclaimedLimit = (device: 8, unknown: 200)

    private struct Room {
        let secret: String?
        let pin: String?
        /// nil when the connection that made it is not known to be anyone's.
        let creator: DeviceIdentity?
        let createdAt: Timestamp
        var isClaimed = false
        var members: [UserID: DeviceID] = [:]
        /// Members whose device has joined and said who it is: nobody else joins under their ids.
        var identified: Set<UserID> = []
        /// What joining takes; renewed whenever the members change.
        var token = ""
    }

    private struct State {
        var rooms: [RoomID: Room] = [:]
        var roomOfUser: [UserID: RoomID] = [:]

        mutating func setMembers(_ members: [UserID: DeviceID], of room: RoomID) {
            for user in rooms[room]?.members.keys.filter({ members[$0] == nil }) ?? [] where roomOfUser[user] == room {
                roomOfUser[user] = nil
            }
            guard let before = rooms[room]?.members else { return }
            rooms[room]?.identified.formIntersection(members.keys.filter { before[$0] == members[$0] })
            for user in members.keys { roomOfUser[user] = room }
            rooms[room]?.members = members
        }
    }

    private let state = Mutex(State())
    private let tokens: JanusTokens
    private let secrets: JanusSecrets
    private let now: @Sendable () -> Timestamp
    private let tokenTime: @Sendable () -> Timestamp
    private let ended: @Sendable (RoomID, _ secret: String?) -> Void

    /// - Parameters:
    ///   - tokenTime: the time by which tokens expire: Janus looks at the host's clock.
    ///   - ended: destroys the room in Janus.
    init(
        secrets: JanusSecrets, now: @escaping @Sendable () -> Timestamp,
        tokenTime: @escaping @Sendable () -> Timestamp,
        ended: @escaping @Sendable (RoomID, _ secret: String?) -> Void
    ) {
        self.secrets = secrets
        tokens = JanusTokens(secret: secrets.tokenSecret)
        self.now = now
        self.tokenTime = tokenTime
        self.ended = ended
    }

    // MARK: - Making rooms

    /// The room to make when a client asks for one; nil when too many of its rooms wait for a call.
    func makeRoom(for creator: DeviceIdentity?) -> VideoRoomCreation? {
        let waiting = state.withLock { $0.rooms.values.count { !$0.isClaimed && $0.creator == creator } }
        let limit = creator == nil ? Self.unclaimedLimit.unknown : Self.unclaimedLimit.device
        guard waiting < limit else { return nil }
        return secrets.creation(of: .random())
    }

    func created(_ room: RoomID, _ creation: VideoRoomCreation, by creator: DeviceIdentity?) {
        let now = now()
        state.withLock {
            $0.rooms[room] = Room(secret: creation.secret, pin: creation.pin, creator: creator, createdAt: now)
        }
    }

    /// Destroys what nobody started a call in.
    func destroyUnclaimed() {
        let oldest = now().advanced(bySeconds: -Self.unclaimedLifetime)
        let stale = state.withLock { state in
            let stale = state.rooms.filter { !$0.value.isClaimed && $0.value.createdAt <= oldest }
            for room in stale.keys { state.rooms[room] = nil }
            return stale
        }
        for (room, entry) in stale { ended(room, entry.secret) }
    }

    // MARK: - CallRooms

    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool {
        state.withLock {
            guard let entry = $0.rooms[room], !entry.isClaimed, entry.creator.map({ $0 == identity }) ?? true else {
                return false
            }
            $0.rooms[room]?.isClaimed = true
            return true
        }
    }

    func unclaim(_ room: RoomID) {
        state.withLock { $0.rooms[room]?.isClaimed = false }
    }

    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID]) {
        let (creation, now) = (secrets.creation(of: room), now())
        state.withLock {
            $0.rooms[room] = Room(
                secret: creation.secret, pin: creation.pin, creator: creator, createdAt: now, isClaimed: true)
        }
        setMembers(members, of: room)
    }

    func setMembers(_ members: [UserID: DeviceID], of room: RoomID) {
        let token = tokens.room(room, at: tokenTime())
        state.withLock {
            $0.setMembers(members, of: room)
            $0.rooms[room]?.token = token
        }
    }

    func end(_ room: RoomID) {
        let entry = state.withLock { state in
            state.setMembers([:], of: room)
            return state.rooms.removeValue(forKey: room)
        }
        guard let entry else { return }
        ended(room, entry.secret)
    }

    // MARK: - Access

    /// The rooms a connection may join now. `identity` is nil for a connection that is not known to be anyone's: it may
    /// join under the id of any participant that has not said who it is, as the stock client has to.
    func access(for identity: DeviceIdentity?) -> [UInt64: JanusRoomAccess] {
        state.withLock { state in
            guard let identity else {
                return Dictionary(
                    uniqueKeysWithValues: state.rooms.compactMap { id, room in
                        guard var entry = Self.access(id, room) else { return nil }
                        entry.1.participants?.subtract(room.identified.map(\.rawValue))
                        return entry
                    })
            }
            guard let id = state.roomOfUser[identity.user], let room = state.rooms[id],
                room.members[identity.user] == identity.device, let entry = Self.access(id, room)
            else { return [:] }
            return [entry.0: entry.1]
        }
    }

    private static func access(_ id: RoomID, _ room: Room) -> (UInt64, JanusRoomAccess)? {
        guard room.isClaimed, !room.members.isEmpty else { return nil }
        let participants = Set(room.members.keys.map(\.rawValue))
        return (id.rawValue, JanusRoomAccess(pin: room.pin, token: room.token, participants: participants))
    }

    /// The member's device has joined on a connection that is known to be its own.
    func identify(_ identity: DeviceIdentity, in room: RoomID) {
        state.withLock {
            guard $0.rooms[room]?.members[identity.user] == identity.device else { return }
            $0.rooms[room]?.identified.insert(identity.user)
        }
    }

    /// The rooms that calls use, to be made again when Janus has lost them.
    var claimed: [VideoRoomCreation] {
        state.withLock { state in state.rooms.filter(\.value.isClaimed).keys.map { secrets.creation(of: $0) } }
    }

    /// The device with which a user takes part in the room.
    func device(of user: UserID, in room: RoomID) -> DeviceID? {
        state.withLock { $0.rooms[room]?.members[user] }
    }

    /// Whether the device takes part in a call.
    func isInCall(_ identity: DeviceIdentity) -> Bool {
        state.withLock { state in
            state.roomOfUser[identity.user].flatMap { state.rooms[$0]?.members[identity.user] } == identity.device
        }
    }

    var count: Int { state.withLock { $0.rooms.count } }
}

import ECallAPI
import MediaServers

/// What calls need of the rooms in Janus.
protocol CallRooms: Sendable {
    /// Makes the room a call's; false when it is unknown, another device's, or taken.
    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool
    /// The call was not started after all.
    func unclaim(_ room: RoomID)
    /// The room of a call that has outlived the server it was started on. It is made again where Janus has lost it.
    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID])
    /// Who may use the room from now on, and with which device.
    func setMembers(_ members: [UserID: DeviceID], of room: RoomID)
    /// What the device has in the room ends now, not with its next message.
    func expel(_ identity: DeviceIdentity, from room: RoomID)
    /// Nobody may use it any more; it is destroyed.
    func end(_ room: RoomID)
}

/// The rooms in Janus, and who is connected to them.
struct ProxiedRooms: CallRooms {
    let rooms: RoomRegistry
    let connections: JanusConnections
    let occupants: RoomOccupants

    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool { rooms.claim(room, by: identity) }
    func unclaim(_ room: RoomID) { rooms.unclaim(room) }
    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID]) {
        rooms.restore(room, creator: creator, members: members)
    }
    func setMembers(_ members: [UserID: DeviceID], of room: RoomID) { rooms.setMembers(members, of: room) }
    func expel(_ identity: DeviceIdentity, from room: RoomID) {
        connections.expel(identity)
        // The stock client's connection is known by what it publishes alone.
        occupants.expel(RoomOccupants.Place(room: room, user: identity.user))
    }
    func end(_ room: RoomID) { rooms.end(room) }
}

import ECallAPI
import MediaServers
import NIOCore
import NIOPosix

/// What calls need of the rooms in Janus.
protocol CallRooms: Sendable {
    /// Makes the room a call's; false when it is unknown, another device's, or taken.
    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool
    /// The call was not started after all.
    func unclaim(_ room: RoomID)
    /// The room of a call that has outlived the server it was started on. It is made again where Janus has lost it.
    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID])
    /// Who may use the room from now on, and with which device. What others had in it ends within a second.
    func setMembers(_ members: [UserID: DeviceID], of room: RoomID)
    /// What the device has in the room ends now, not with its next message.
    func expel(_ identity: DeviceIdentity, from room: RoomID)
    /// Nobody may use it any more; it is destroyed.
    func end(_ room: RoomID)
}

/// The rooms in Janus, and who is connected to them.
///
/// Whatever ends a seat reaches `setMembers` or `end`, so these alone detach what a device still has in the room (decision 83).
struct ProxiedRooms: CallRooms {
    let rooms: RoomRegistry
    let connections: JanusConnections
    let occupants: RoomOccupants
    let sessions: JanusSessionRegistry
    /// Ends sessions in Janus.
    let destroySessions: @Sendable ([UInt64]) -> Void
    /// For clients to detach by themselves what they have, as they do when they leave: they would take it for a broken line.
    var grace = TimeAmount.milliseconds(300)

    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool { rooms.claim(room, by: identity) }
    func unclaim(_ room: RoomID) { rooms.unclaim(room) }
    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID]) {
        rooms.restore(room, creator: creator, members: members)
    }
    func setMembers(_ members: [UserID: DeviceID], of room: RoomID) {
        expelSoon(rooms.setMembers(members, of: room), from: room)
    }
    func expel(_ identity: DeviceIdentity, from room: RoomID) {
        expel(identity, publishing: published(by: identity, in: room), from: room)
    }

    private func expel(_ identity: DeviceIdentity, publishing handle: UInt64?, from room: RoomID) {
        // It may be back by now.
        guard rooms.device(of: identity.user, in: room) != identity.device else { return }
        connections.expel(identity)
        // The stock client's connection is known by what it publishes alone.
        if let handle { occupants.expel(.init(room: room, user: identity.user), handle: handle) }
        // And those that a server before this one left by nothing but what they are in Janus.
        if !rooms.isInCall(identity) {
            let left = sessions.removeUnclaimed(of: identity).map(\.id)
            if !left.isEmpty { destroySessions(left) }
        }
    }
    func end(_ room: RoomID) { expelSoon(rooms.end(room), from: room) }

    private func expelSoon(_ devices: [DeviceIdentity], from room: RoomID) {
        guard !devices.isEmpty else { return }
        // By then another device of the same person may publish.
        let former = devices.map { (identity: $0, handle: published(by: $0, in: room)) }
        MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: grace) {
            for device in former { expel(device.identity, publishing: device.handle, from: room) }
        }
    }

    private func published(by identity: DeviceIdentity, in room: RoomID) -> UInt64? {
        occupants.handle(in: RoomOccupants.Place(room: room, user: identity.user))
    }
}

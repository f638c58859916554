import ECallAPI
import MediaServers
import NIOCore
import NIOPosix

/// The operations on Janus rooms that calls need.
protocol CallRooms: Sendable {
    /// Assigns the room to a call; returns false if it is unknown, another device's, or taken.
    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool
    /// Releases the room of a call that was not started after all.
    func unclaim(_ room: RoomID)
    /// Restores the room of a call that has outlived the server it was started on. It is created again if Janus has lost it.
    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID])
    /// Sets the users who may use the room from now on, and their devices. Handles of all others are detached within a second.
    func setMembers(_ members: [UserID: DeviceID], of room: RoomID)
    /// Detaches the device's handles in the room now, not with its next message.
    func expel(_ identity: DeviceIdentity, from room: RoomID)
    /// Closes the room to everyone and destroys it.
    func end(_ room: RoomID)
}

/// The rooms in Janus, and their connections.
///
/// Every end of a seat reaches `setMembers` or `end`, so these two alone detach a device's remaining handles in the room
/// (decision 83).
struct ProxiedRooms: CallRooms {
    let rooms: RoomRegistry
    let connections: JanusConnections
    let occupants: RoomOccupants
    let sessions: JanusSessionRegistry
    let destroySessions: @Sendable ([UInt64]) -> Void
    /// Time for leaving clients to detach their own handles: they would take a detachment by the server for a broken connection.
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
        // The device may have returned by now.
        guard rooms.device(of: identity.user, in: room) != identity.device else { return }
        connections.expel(identity)
        // The stock client's connection is known only by its publisher handle.
        if let handle { occupants.expel(.init(room: room, user: identity.user), handle: handle) }
        // Connections left by an earlier server are known only by their sessions in Janus.
        if !rooms.isInCall(identity) {
            let left = sessions.removeUnclaimed(of: identity).map(\.id)
            if !left.isEmpty { destroySessions(left) }
        }
    }
    func end(_ room: RoomID) { expelSoon(rooms.end(room), from: room) }

    private func expelSoon(_ devices: [DeviceIdentity], from room: RoomID) {
        guard !devices.isEmpty else { return }
        // Captured now, because another device of the same person may publish by then.
        let former = devices.map { (identity: $0, handle: published(by: $0, in: room)) }
        MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: grace) {
            for device in former { expel(device.identity, publishing: device.handle, from: room) }
        }
    }

    private func published(by identity: DeviceIdentity, in room: RoomID) -> UInt64? {
        occupants.handle(in: RoomOccupants.Place(room: room, user: identity.user))
    }
}

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
    /// Nobody may use it any more; it is destroyed.
    func end(_ room: RoomID)
}

extension RoomRegistry: CallRooms {}

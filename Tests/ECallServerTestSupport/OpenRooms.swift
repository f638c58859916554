import ECallAPI
import Synchronization

@testable import ECallServer

/// Accepts any room, and records all calls of its methods.
final class OpenRooms: CallRooms {
    struct Restored: Sendable, Equatable {
        let room: RoomID
        let creator: DeviceIdentity
        let members: [UserID: DeviceID]
    }

    private let state = Mutex<(restored: [Restored], ended: [RoomID], unclaimed: [RoomID], expelled: [DeviceIdentity])>(
        ([], [], [], []))

    var restored: [Restored] { state.withLock { $0.restored } }
    var ended: [RoomID] { state.withLock { $0.ended } }
    var expelled: [DeviceIdentity] { state.withLock { $0.expelled } }
    var unclaimed: [RoomID] { state.withLock { $0.unclaimed } }

    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool { true }
    func unclaim(_ room: RoomID) { state.withLock { $0.unclaimed.append(room) } }
    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID]) {
        state.withLock { $0.restored.append(Restored(room: room, creator: creator, members: members)) }
    }
    func setMembers(_ members: [UserID: DeviceID], of room: RoomID) {}
    func expel(_ identity: DeviceIdentity, from room: RoomID) { state.withLock { $0.expelled.append(identity) } }
    func end(_ room: RoomID) { state.withLock { $0.ended.append(room) } }
}

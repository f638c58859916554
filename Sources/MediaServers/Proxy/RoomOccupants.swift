package import ECallAPI
import Synchronization

/// Who publishes in which room in whose name: of each participant one handle, the newest, and none that has not proved whose
/// it is beside one that has.
///
/// Asked from event loops, so it answers at once.
package final class RoomOccupants: Sendable {
    /// A name in a room.
    package struct Place: Sendable, Hashable {
        package let room: RoomID
        package let user: UserID

        package init(room: RoomID, user: UserID) {
            self.room = room
            self.user = user
        }
    }

    package struct Occupant: Sendable {
        package let handle: UInt64
        /// Whether its connection said by credentials whose it is.
        package let isProven: Bool
        /// Has its connection detach it, from any thread.
        package let expel: @Sendable () -> Void
    }

    private let state = Mutex<[Place: Occupant]>([:])

    package init() {}

    /// The handle is the one of its place from now on, and what was there before is expelled; false when it may not be.
    package func take(_ place: Place, _ occupant: Occupant) -> Bool {
        let (isTaken, former) = state.withLock { places -> (Bool, Occupant?) in
            let former = places[place]
            if let former, former.isProven, !occupant.isProven { return (false, nil) }
            places[place] = occupant
            return (true, former?.handle == occupant.handle ? nil : former)
        }
        former?.expel()
        return isTaken
    }

    /// The handle came to another connection; false when another handle has its place by now.
    package func move(_ place: Place, _ occupant: Occupant) -> Bool {
        state.withLock { places in
            if let other = places[place], other.handle != occupant.handle { return false }
            places[place] = occupant
            return true
        }
    }

    /// The handle that has the place.
    package func handle(in place: Place) -> UInt64? { state.withLock { $0[place]?.handle } }

    /// The handle may not be there any more. Nothing happens when another has its place by now.
    package func expel(_ place: Place, handle: UInt64) {
        let occupant = state.withLock { $0[place] }
        if let occupant, occupant.handle == handle { occupant.expel() }
    }

    /// The handle is gone.
    package func leave(_ place: Place, handle: UInt64) {
        state.withLock { if $0[place]?.handle == handle { $0[place] = nil } }
    }

    package var count: Int { state.withLock { $0.count } }
}

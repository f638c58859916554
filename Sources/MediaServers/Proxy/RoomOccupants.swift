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

    /// Whoever is there was put out.
    package func expel(_ place: Place) {
        state.withLock { $0[place] }?.expel()
    }

    /// The handle is gone.
    package func leave(_ place: Place, handle: UInt64) {
        state.withLock { if $0[place]?.handle == handle { $0[place] = nil } }
    }

    package var count: Int { state.withLock { $0.count } }
}

package import ECallAPI
import Synchronization

/// The publishers in each room by participant: only the newest handle of each, and no unauthenticated one beside an
/// authenticated one.
///
/// Called on event loops, so it must not block.
package final class RoomOccupants: Sendable {
    /// A participant's name in a room.
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
        /// Whether its connection is authenticated.
        package let isProven: Bool
        /// Makes its connection detach it, from any thread.
        package let expel: @Sendable () -> Void
    }

    private let state = Mutex<[Place: Occupant]>([:])

    package init() {}

    /// Gives the place to the handle and expels the previous one; returns false if it must not have the place.
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

    /// Records the handle's new connection; returns false if another handle has its place by now.
    package func move(_ place: Place, _ occupant: Occupant) -> Bool {
        state.withLock { places in
            if let other = places[place], other.handle != occupant.handle { return false }
            places[place] = occupant
            return true
        }
    }

    package func handle(in place: Place) -> UInt64? { state.withLock { $0[place]?.handle } }

    /// Expels the handle. Does nothing if another has its place by now.
    package func expel(_ place: Place, handle: UInt64) {
        let occupant = state.withLock { $0[place] }
        if let occupant, occupant.handle == handle { occupant.expel() }
    }

    package func leave(_ place: Place, handle: UInt64) {
        state.withLock { if $0[place]?.handle == handle { $0[place] = nil } }
    }

    package var count: Int { state.withLock { $0.count } }
}

import ECallAPI
import Janus
import Synchronization
import Testing

@testable import ECallServer

/// Who may use which room, without a Janus (wire-protocol 6.5).
@Suite("Rooms and who may use them", .timeLimit(.minutes(1)))
struct RoomRegistryTests {
    private final class Ended: Sendable {
        let rooms = Mutex<[RoomID]>([])
    }

    private let clock = TestClock()
    private let ended = Ended()
    private let rooms: RoomRegistry
    private let secrets = JanusSecrets.random()

    init() {
        rooms = RoomRegistry(secrets: secrets, now: { [clock] in clock.now }, tokenTime: { [clock] in clock.now }) {
            [ended] room, _ in ended.rooms.withLock { $0.append(room) }
        }
    }

    private func make(_ room: RoomID, by creator: DeviceIdentity?) {
        rooms.created(room, secrets.creation(of: room), by: creator)
    }

    /// A room with a call of these people in it.
    private func use(_ room: RoomID, _ people: DeviceIdentity...) {
        if rooms.claim(room, by: people[0]) == false { Issue.record("not \(people[0])'s room") }
        rooms.setMembers(Dictionary(uniqueKeysWithValues: people.map { ($0.user, $0.device) }), of: room)
    }

    private func mayJoin(_ identity: DeviceIdentity?, _ room: RoomID) -> Set<UInt64> {
        rooms.access(for: identity)[room.rawValue]?.participants ?? []
    }

    @Test("A call starts in a room of its caller's device, once")
    func claims() {
        make(77, by: Cast.alice)
        #expect(!rooms.claim(77, by: Cast.bob) && !rooms.claim(77, by: Cast.alice2) && !rooms.claim(78, by: Cast.alice))
        #expect(rooms.claim(77, by: Cast.alice))
        #expect(!rooms.claim(77, by: Cast.alice))
        // The call did not come about.
        rooms.unclaim(77)
        #expect(rooms.claim(77, by: Cast.alice))
        // Whose it is is not known: it is anybody's, once.
        make(78, by: nil)
        #expect(rooms.claim(78, by: Cast.bob) && !rooms.claim(78, by: Cast.alice))
    }

    @Test("A room is open to the devices that have joined its call, and to no other")
    func access() {
        make(77, by: Cast.alice)
        #expect(rooms.access(for: Cast.alice).isEmpty && rooms.access(for: nil).isEmpty)
        use(77, Cast.alice, Cast.bob)
        for member in [Cast.alice, Cast.bob] { #expect(mayJoin(member, 77) == [1, 2]) }
        for other in [Cast.alice2, Cast.bob2, Cast.carol] { #expect(rooms.access(for: other).isEmpty) }
        #expect(rooms.isInCall(Cast.alice) && !rooms.isInCall(Cast.alice2) && !rooms.isInCall(Cast.carol))
        // Bob goes on with his other device, then he leaves.
        rooms.setMembers([1: 11, 2: 22], of: 77)
        #expect(rooms.access(for: Cast.bob).isEmpty && mayJoin(Cast.bob2, 77) == [1, 2])
        rooms.setMembers([1: 11], of: 77)
        #expect(rooms.access(for: Cast.bob2).isEmpty && mayJoin(Cast.alice, 77) == [1])
        rooms.end(77)
        #expect(rooms.access(for: Cast.alice).isEmpty && rooms.access(for: nil).isEmpty && rooms.count == 0)
        #expect(ended.rooms.withLock { $0 } == [77])
    }

    @Test("The token of a room changes with its members: a former one has one that is old")
    func tokens() {
        make(77, by: Cast.alice)
        use(77, Cast.alice, Cast.bob)
        let before = rooms.access(for: Cast.alice)[77]?.token
        clock.advance(seconds: 60)
        rooms.setMembers([1: 11], of: 77)
        let after = rooms.access(for: Cast.alice)[77]?.token
        #expect(before != nil && after != nil && before != after)
    }

    @Test("Nobody without credentials takes the place of a device that has said who it is")
    func identified() {
        make(77, by: Cast.alice)
        use(77, Cast.alice, Cast.bob)
        #expect(mayJoin(nil, 77) == [1, 2])
        // Neither another device of the member nor somebody else counts.
        rooms.identify(Cast.bob2, in: 77)
        rooms.identify(Cast.carol, in: 77)
        #expect(mayJoin(nil, 77) == [1, 2])
        rooms.identify(Cast.bob, in: 77)
        #expect(mayJoin(nil, 77) == [1])
        // The others come and go: what Bob has said stays, until he goes on with a device that has said nothing.
        rooms.setMembers([1: 11, 2: 21, 3: 31], of: 77)
        #expect(mayJoin(nil, 77) == [1, 3])
        rooms.setMembers([1: 11, 2: 22, 3: 31], of: 77)
        #expect(mayJoin(nil, 77) == [1, 2, 3])
    }

    @Test("Rooms that wait for a call are few, and not for long; those of calls stay")
    func unclaimed() {
        for room in 1...UInt64(RoomRegistry.unclaimedLimit.device) {
            #expect(rooms.makeRoom(for: Cast.alice) != nil)
            make(RoomID(room), by: Cast.alice)
        }
        #expect(rooms.makeRoom(for: Cast.alice) == nil)
        #expect(rooms.makeRoom(for: Cast.alice2) != nil && rooms.makeRoom(for: nil) != nil)
        use(1, Cast.alice, Cast.bob)
        #expect(rooms.makeRoom(for: Cast.alice) != nil)
        clock.advance(seconds: RoomRegistry.unclaimedLifetime - 1)
        make(99, by: nil)
        rooms.destroyUnclaimed()
        #expect(ended.rooms.withLock { $0.isEmpty })
        clock.advance(seconds: 1)
        rooms.destroyUnclaimed()
        #expect(ended.rooms.withLock { Set($0) } == Set((2...8).map { RoomID($0) }))
        #expect(rooms.count == 2 && mayJoin(Cast.alice, 1) == [1, 2])
        #expect(rooms.claimed.map(\.room) == [1])
    }
}

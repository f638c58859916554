import ECallAPI
import Janus
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import MediaServers

/// The users of rooms, without a Janus (wire-protocol 6.5).
@Suite("Rooms and their users", .timeLimit(.minutes(1)))
struct RoomRegistryTests {
    private final class Ended: Sendable {
        let rooms = Mutex<[RoomID]>([])
    }

    private let clock = TestClock()
    private let ended = Ended()
    private let rooms: RoomRegistry
    private let secrets = JanusSecrets.random()

    init() {
        rooms = RoomRegistry(
            secrets: secrets, now: { [clock] in clock.now }, tokenTime: { [clock] in clock.now },
            origin: { [Cast.alice: "here", Cast.bob: "here", Cast.carol: "elsewhere"][$0] }
        ) { [ended] room, _ in ended.rooms.withLock { $0.append(room) } }
    }

    /// A client without credentials, with the same origin as alice's and bob's signalling sessions.
    private static let stock = RoomVisitor.stock(origin: "here")

    /// A room that exists in Janus.
    private func make(by visitor: RoomVisitor, from origin: String = "here") throws -> RoomID {
        let room = RoomID(try #require(rooms.makeRoom(for: visitor, from: origin)?.room))
        rooms.made(room)
        return room
    }

    private func make(by creator: DeviceIdentity) throws -> RoomID { try make(by: .device(creator)) }

    /// Starts a call of these people in the room.
    private func use(_ room: RoomID, _ people: DeviceIdentity...) {
        if rooms.claim(room, by: people[0]) == false { Issue.record("not \(people[0])'s room") }
        rooms.setMembers(Dictionary(uniqueKeysWithValues: people.map { ($0.user, $0.device) }), of: room)
    }

    private func mayJoin(_ identity: DeviceIdentity, _ room: RoomID) -> Set<UInt64> {
        rooms.access(to: room, for: .device(identity))?.participants ?? []
    }

    private func mayJoin(_ visitor: RoomVisitor, _ room: RoomID) -> Set<UInt64> {
        rooms.access(to: room, for: visitor)?.participants ?? []
    }

    private func isOpen(_ room: RoomID, to identity: DeviceIdentity) -> Bool {
        rooms.access(to: room, for: .device(identity)) != nil
    }

    @Test("a call starts in a room of its caller's device, once")
    func claims() throws {
        let room = try make(by: Cast.alice)
        #expect(!rooms.claim(room, by: Cast.bob) && !rooms.claim(room, by: Cast.alice2))
        #expect(!rooms.claim(.random(), by: Cast.alice))
        #expect(rooms.claim(room, by: Cast.alice))
        #expect(!rooms.claim(room, by: Cast.alice))
        // The call failed to start.
        rooms.unclaim(room)
        #expect(rooms.claim(room, by: Cast.alice))
        // A room of unknown owner is available to anyone, once.
        let stocks = try make(by: Self.stock)
        #expect(rooms.claim(stocks, by: Cast.bob) && !rooms.claim(stocks, by: Cast.alice))
        // Janus has not confirmed the room.
        let asked = RoomID(try #require(rooms.makeRoom(for: .device(Cast.alice), from: "here")?.room))
        #expect(!rooms.claim(asked, by: Cast.alice))
    }

    @Test("a room is open to the devices that have joined its call, and to no other")
    func access() throws {
        let room = try make(by: Cast.alice)
        #expect(!isOpen(room, to: Cast.alice) && rooms.access(to: room, for: Self.stock) == nil)
        use(room, Cast.alice, Cast.bob)
        for member in [Cast.alice, Cast.bob] { #expect(mayJoin(member, room) == [1, 2]) }
        for other in [Cast.alice2, Cast.bob2, Cast.carol] { #expect(!isOpen(room, to: other)) }
        #expect(rooms.isInCall(Cast.alice) && !rooms.isInCall(Cast.alice2) && !rooms.isInCall(Cast.carol))
        // Bob continues on his other device, then he leaves.
        rooms.setMembers([1: 11, 2: 22], of: room)
        #expect(!isOpen(room, to: Cast.bob) && mayJoin(Cast.bob2, room) == [1, 2])
        rooms.setMembers([1: 11], of: room)
        #expect(!isOpen(room, to: Cast.bob2) && mayJoin(Cast.alice, room) == [1])
        rooms.end(room)
        #expect(!isOpen(room, to: Cast.alice) && rooms.access(to: room, for: Self.stock) == nil && rooms.count == 0)
        #expect(ended.rooms.withLock { $0 } == [room])
    }

    @Test("the token of a room changes with its members: a former one's token is outdated")
    func tokens() throws {
        let room = try make(by: Cast.alice)
        use(room, Cast.alice, Cast.bob)
        let before = rooms.access(to: room, for: .device(Cast.alice))?.token
        clock.advance(seconds: 60)
        rooms.setMembers([1: 11], of: room)
        let after = rooms.access(to: room, for: .device(Cast.alice))?.token
        #expect(before != nil && after != nil && before != after)
    }

    @Test("a client without credentials cannot take the place of an identified device")
    func identified() throws {
        let room = try make(by: Cast.alice)
        use(room, Cast.alice, Cast.bob)
        #expect(mayJoin(Self.stock, room) == [1, 2])
        // Neither another device of the member nor another user counts.
        rooms.identify(Cast.bob2, in: room)
        rooms.identify(Cast.carol, in: room)
        #expect(mayJoin(Self.stock, room) == [1, 2])
        rooms.identify(Cast.bob, in: room)
        #expect(mayJoin(Self.stock, room) == [1] && rooms.isIdentified(2, in: room))
        // Others join and leave: bob stays identified, until he continues on an unidentified device.
        rooms.setMembers([1: 11, 2: 21, 3: 31], of: room)
        #expect(mayJoin(Self.stock, room) == [1])
        rooms.setMembers([1: 11, 2: 22, 3: 31], of: room)
        rooms.setMembers([1: 11, 2: 21, 3: 31], of: room)
        #expect(mayJoin(Self.stock, room) == [1, 2])
    }

    @Test("a client without credentials joins only as a user who signals from the same origin")
    func origins() throws {
        let room = try make(by: Cast.alice)
        use(room, Cast.alice, Cast.carol, Cast.dave)
        #expect(mayJoin(Self.stock, room) == [1])
        #expect(mayJoin(.stock(origin: "elsewhere"), room) == [3])
        #expect(mayJoin(.stock(origin: "nowhere"), room) == [])
    }

    @Test("unclaimed rooms are limited in number and time; those of calls stay")
    func unclaimed() throws {
        var made: [RoomID] = []
        for _ in 0..<RoomRegistry.unclaimedLimit.device { made.append(try make(by: Cast.alice)) }
        #expect(rooms.makeRoom(for: .device(Cast.alice), from: "here") == nil)
        let others = [try make(by: Cast.alice2), try make(by: Self.stock)]
        use(made[0], Cast.alice, Cast.bob)
        let later = try make(by: Cast.alice)
        clock.advance(seconds: RoomRegistry.unclaimedLifetime - 1)
        let young = try make(by: Self.stock)
        rooms.destroyUnclaimed()
        #expect(ended.rooms.withLock { $0.isEmpty })
        clock.advance(seconds: 1)
        rooms.destroyUnclaimed()
        #expect(ended.rooms.withLock { Set($0) } == Set(made.dropFirst() + others + [later]))
        #expect(rooms.count == 2 && mayJoin(Cast.alice, made[0]) == [1, 2])
        #expect(rooms.claimed.map(\.room) == [made[0].rawValue])
        rooms.release(young)
        #expect(rooms.count == 2, "Janus has it")
    }
}

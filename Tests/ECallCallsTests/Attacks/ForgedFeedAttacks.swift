import ECallAPI
import ECallMedia
import ECallSecurity
import FrameCrypto
import TestSupport
import Testing

@testable import ECallCalls

/// An intruder publishes in a room under the name of a participant.
@Suite("Attacks: a second feed in a participant's name", .timeLimit(.minutes(1)))
struct ForgedFeedAttacks {
    private static let own = DeviceAddress(userID: 1, deviceID: 11)
    private static let streams =
        #"{"type":"audio","mid":"0","codec":"opus"},{"type":"video","mid":"1","codec":"h264"}"#

    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func connect() async throws -> CallID {
        let id = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        for person in [ana, bo] {
            // Either seals.
            await person.isProtected()
            await person.receives(2)
        }
        return id
    }

    /// Whether ana opens what bo seals, on the connection that receives his sound now.
    private func hearsBo() throws -> Bool {
        let frame = [UInt8](repeating: 9, count: 80)
        let sealer = try #require(bo.engine.publishers.last?.publisher?.audio)
        let own = try #require(ana.engine.subscribers.last { $0.subscriber?.track == .audio && !$0.isClosed })
        guard case .sealed(let sealed) = sealer.seal(frame) else { return false }
        return own.subscriber?.decryptor.open(sealed) == .opened(frame, needsKeyFrame: false)
    }

    private func lists() -> Int { server.log.filter { $0.hasPrefix("1 GET") }.count }

    /// Who: an intruder in the room under the name of Bo. With: a feed of its own there, before or after Bo's, with sessions of SFrame that
    /// it made up. Gets: to be received beside Bo, whose frames are then refused as replays → to be asked about once, and ignored.
    @Test("a feed that the list of participants does not name is not received, and the true one goes on")
    func ignored() async throws {
        _ = try await connect()
        let asked = lists()
        janus.publishAnother("2:User 2", streams: Self.streams)
        while lists() == asked { try await pause() }
        // Whatever the room tells behind it has been acted on by the time that this has.
        janus.republish("2:User 2")
        await ana.receives(4)
        #expect(ana.engine.subscribers.count == 4, "two of Bo's before, and two after")
        await ana.engine.closings.wait { $0 >= 2 }
        #expect(try hearsBo())
        try await ana.calls.hangUp()
    }

    /// Who: the same, and the server says that Bo publishes again: it is Bo.
    /// With: the feed that is named now.
    /// Gets: the place of the former one, not one beside it.
    @Test("only the last feed named for a person is received")
    func replaced() async throws {
        _ = try await connect()
        let other = janus.publishAnother("2:User 2", streams: Self.streams)
        try await server.published(2, as: UInt64(other))
        await ana.receives(4)
        await ana.engine.closings.wait { $0 >= 2 }
        #expect(ana.engine.subscribers.filter { !$0.isClosed }.count == 2)
        #expect(try hearsBo())
        try await ana.calls.hangUp()
    }

    /// Who: a server that withholds for a while who publishes how. With: lists without feeds, and signals that name none, or an
    /// absent person. Gets: nothing: reception goes on, and nothing else is accepted.
    @Test("a list or signal without a feed adds nothing, and ends nothing")
    func feeds() {
        var members = CallMembers(own: Self.own)
        members.publishes(2, as: 5)
        #expect(members[2] == nil, "nobody we know")
        _ = members.joined(2, 22, name: "Bo")
        #expect(members[2]?.feed == nil)
        let revision = members.revision
        members.publishes(2, as: 5)
        #expect(members[2]?.feed == 5 && members.revision == revision + 1)
        members.publishes(2, as: 0)
        members.publishes(2, as: 5)
        members.publishes(1, as: 5)
        #expect(members[2]?.feed == 5 && members.revision == revision + 1)
        func listed(_ feed: FeedID?, _ device: DeviceID = 22) -> [Participant] {
            [
                Participant(
                    userId: 2, deviceId: device, displayName: "Bo", isHost: false, callId: 7, isHostKey: false,
                    feedId: feed, isMuted: false, isVideoEnabled: true, status: .connected)
            ]
        }
        for feed in [nil, 0] as [FeedID?] {
            _ = members.listed(listed(feed))
            #expect(members[2]?.feed == 5)
        }
        _ = members.listed(listed(6))
        #expect(members[2]?.feed == 6)
        // Another device of his has another.
        _ = members.listed(listed(nil, 23))
        #expect(members[2]?.feed == nil)
        _ = members.listed(listed(7, 23))
        _ = members.listed([])
        #expect(members[2]?.feed == nil)
    }
}

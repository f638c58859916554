import ECallAPI
import ECallMedia
import ECallSecurity
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Three devices call each other", .timeLimit(.minutes(1)))
struct GroupCallTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    let cy: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
        cy = try await Person(3, server, janus)
    }

    /// Everyone is in the call, has a key, and receives both tracks of the two others.
    private func connect() async throws -> CallID {
        let options = CallOptions(video: true, source: .test(sender: 1))
        let id = try await ana.calls.call([bo.user, cy.user], options: options)
        for person in [bo, cy] {
            await person.rings()
            try await person.answer()
            await person.isProtected()
        }
        for person in [ana, bo, cy] {
            await person.hasKeys(2)
            await person.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 4 }
        }
        return id
    }

    /// The number of times that a person asked who is in the call.
    private func lists(of user: UserID, in id: CallID) -> Int {
        server.log.filter { $0 == "\(user) GET /call/\(id)/participants" }.count
    }

    private func leaves(_ other: Person, at person: Person, _ count: Int = 1) async {
        await person.happened(count) { if case .participantLeft(_, other.user) = $0 { true } else { false } }
    }

    @Test("a leave takes effect though the list of participants is still being fetched")
    func leaveWaitsForNothing() async throws {
        let id = try await connect()
        let gate = try #require(server.after["participants"])
        gate.shut()
        ana.hears(.participantJoined, of: bo, in: id)
        await gate.someoneWaits()
        try await cy.calls.hangUp()
        await leaves(cy, at: ana)
        gate.open()
        try await ana.calls.hangUp()
        _ = await bo.ends()
    }

    @Test("the end of a call takes effect though the list is being fetched, and an invitation being refused")
    func endWaitsForNothing() async throws {
        let id = try await connect()
        let lists = try #require(server.after["participants"]), ends = try #require(server.before["end"])
        lists.shut()
        ends.shut()
        ana.hears(.participantJoined, of: bo, in: id)
        await lists.someoneWaits()
        let invitation = CallInvitation(
            call: 99, room: 77, caller: cy.address.identity, callerName: nil, isVideo: false,
            encryptedAESKey: "no envelope")
        server.deliver(.callInvitation(invitation), to: [ana.address])
        await ends.someoneWaits()
        server.deliver(TestServer.about(bo.address, .callEnded, id), to: [ana.address])
        #expect(await ana.ends().map(\.reason) == [.remoteHungUp])
        lists.open()
        ends.open()
    }

    /// 000-47, 000-49, 000-50
    @Test("a participant who stays hears the others under new keys, and the leaver is told nothing more")
    func leaves() async throws {
        _ = try await connect()
        let (his, hers) = (await bo.keys, await cy.keys)
        let gate = try #require(server.after["participants"])
        gate.shut()
        let sent = server.signals.count
        try await ana.calls.hangUp()
        #expect(server.signals.dropFirst(sent).first == "1 e2ee", "the leave goes before the server hears of it")
        await bo.hasKeys(his + 1)
        await cy.hasKeys(hers + 1)
        gate.open()
        try await bo.calls.hangUp()
    }

    @Test("a slot switches to the picture shown on its connection; hidden pictures are not received")
    func shows() async throws {
        let options = CallOptions(video: true, source: .test(sender: 1), slots: 1)
        _ = try await ana.calls.call([bo.user, cy.user], options: options)
        for person in [bo, cy] {
            await person.rings()
            try await person.answer()
            await person.isProtected()
        }
        await ana.hasKeys(2)
        await ana.engine.changes.wait { $0.filter { $0.subscriber?.track == .audio }.count == 2 }
        try await ana.calls.carryOut(.shown([bo.user]))
        let slot = { [ana] in ana.engine.subscribers.filter { $0.subscriber?.track == .video } }
        while slot().isEmpty { try await pause() }
        let switches = { [janus] in janus.log(of: 1).count { $0 == "switch" } }
        for shown in [cy, bo, cy] {
            let before = switches()
            try await ana.calls.carryOut(.shown([shown.user]))
            while switches() == before || slot().last?.shown.withLock({ $0.last ?? nil }) == nil { try await pause() }
        }
        #expect(slot().count == 1, "one connection for all that are shown in turn")
        let shown = try #require(slot().first).shown.withLock { $0 }
        #expect(shown.filter { $0 == nil }.count >= 2, "nobody is shown between two")
        try await ana.calls.carryOut(.shown([]))
        while slot().last?.shown.withLock({ $0.last.map { $0 == nil } }) != true { try await pause() }
        try await ana.calls.hangUp()
    }

    @Test("an answer that is not a list of participants changes nothing")
    func noList() async throws {
        let id = try await connect()
        for json in ["{}", "[]", "null", #"{"participants":null}"#, #"{"participants":[{"userId":1}]}"#, "no JSON"] {
            server.answerLists(with: json)
            let asked = lists(of: 1, in: id)
            ana.hears(.participantJoined, of: bo, in: id)
            while lists(of: 1, in: id) == asked { try await pause() }
        }
        server.answerLists(with: nil)
        try await cy.calls.hangUp()
        await leaves(cy, at: ana)
        let left = await ana.events.all.filter { if case .participantLeft = $0 { true } else { false } }
        #expect(left == [.participantLeft(id, cy.user)])
        try await ana.calls.hangUp()
    }

    @Test("a participant who leaves and comes back while still publishing is received again")
    func comesBack() async throws {
        let id = try await connect()
        let before = ana.engine.subscribers.count
        ana.hears(.participantLeft, of: bo, in: id)
        await ana.engine.closings.wait { $0 >= 2 }
        ana.hears(.participantJoined, of: bo, in: id)
        await ana.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= before + 2 }
        #expect(ana.engine.subscribers.filter { !$0.isClosed }.count == 4)
        try await ana.calls.hangUp()
    }

    @Test("a participant who leaves during the subscription is not received once the connection is there")
    func leavesWhileSubscribing() async throws {
        let id = try await connect()
        // The list would bring him back.
        let lists = try #require(server.after["participants"])
        lists.shut()
        ana.hears(.participantLeft, of: bo, in: id)
        await ana.engine.closings.wait { $0 >= 2 }
        ana.engine.subscriberGate.shut()
        ana.hears(.participantJoined, of: bo, in: id)
        let feed = FeedID(try #require(janus.feed(of: "2:User 2")))
        let participant = ParticipantNotice(
            call: id, user: bo.user, device: DeviceID(bo.address.deviceID), name: nil)
        server.deliver(
            .participantFeedUpdated(ParticipantFeed(participant: participant, feed: feed)), to: [ana.address])
        await ana.engine.subscriberGate.someoneWaits(2)
        ana.hears(.participantLeft, of: bo, in: id)
        await leaves(bo, at: ana, 2)
        ana.engine.subscriberGate.open()
        await ana.engine.closings.wait { $0 >= 4 }
        #expect(ana.engine.subscribers.filter { !$0.isClosed }.count == 2)
        lists.open()
        try await ana.calls.hangUp()
    }

    @Test("a receiving connection that fails is closed and reported; the call and the others go on")
    func receivingFails() async throws {
        let dan = try await Person(4, server, janus)
        _ = try await dan.call(bo)
        await bo.rings()
        try await bo.answer()
        await dan.isProtected()
        await dan.engine.answers.wait { $0 >= 2 }
        let broken = try #require(dan.engine.subscribers.first)
        broken.report(.failed(.pipeline(element: "avdec_h264", message: "gone")))
        await dan.happened { if case .notice = $0 { true } else { false } }
        await dan.engine.closings.wait { $0 >= 1 }
        #expect(broken.isClosed)
        #expect(dan.engine.connections.filter { !$0.isClosed }.count == 2)
        janus.republish("2:User 2")
        await dan.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 4 }
        try await dan.calls.hangUp()
        #expect(await dan.ends().map(\.reason) == [.hungUp])
    }

    @Test("pictures added to a received feed are received too, once")
    func more() async throws {
        _ = try await connect()
        let audio = #"{"type":"audio","mid":"0","codec":"opus"}"#
        let both = audio + #",{"type":"video","mid":"1","codec":"h264"}"#
        let other = janus.publishAnother("2:User 2", streams: audio)
        try await server.published(2, as: UInt64(other))
        await ana.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 5 }
        #expect(ana.engine.subscribers.last?.subscriber?.track == .audio)
        for _ in 0..<2 { janus.publishAnother("2:User 2", streams: both) }
        await ana.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 6 }
        #expect(ana.engine.subscribers.last?.subscriber?.track == .video)
        try await ana.calls.hangUp()
        #expect(ana.engine.subscribers.count == 6)
    }

    @Test("frames opened on one feed do not open on another, even if Janus says that their sender publishes it")
    func replay() async throws {
        _ = try await connect()
        let frame = [UInt8](repeating: 9, count: 80)
        let sealer = try #require(bo.engine.publishers.last?.publisher?.audio)
        let own = ana.engine.subscribers.filter { $0.subscriber?.track == .audio }
        guard case .sealed(let sealed) = sealer.seal(frame) else {
            Issue.record("not sealed")
            return
        }
        #expect(own.filter { $0.subscriber?.decryptor.open(sealed) == .opened(frame, needsKeyFrame: false) }.count == 1)
        let other = janus.publishAnother("2:User 2", streams: #"{"type":"audio","mid":"0","codec":"opus"}"#)
        try await server.published(2, as: UInt64(other))
        await ana.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 5 }
        let again = try #require(ana.engine.subscribers.last?.subscriber)
        #expect(again.decryptor.open(sealed) == .dropped(.replay, needsKeyFrame: false))
        guard case .sealed(let next) = sealer.seal(frame) else {
            Issue.record("not sealed")
            return
        }
        #expect(again.decryptor.open(next) == .opened(frame, needsKeyFrame: false))
        try await ana.calls.hangUp()
    }
}

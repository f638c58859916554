import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("People in a call", .timeLimit(.minutes(1)))
struct CallGroupTests {
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

    private func connect() async throws -> CallID {
        let id = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        for person in [ana, bo] { await person.isProtected() }
        return id
    }

    /// Returns once a person's list matches.
    private func shows(
        _ person: Person, _ isMeant: @Sendable ([UserID: CallParticipant]) -> Bool
    ) async -> [UserID: CallParticipant] {
        for await list in person.calls.participants {
            let people = Dictionary(uniqueKeysWithValues: list.map { ($0.user, $0) })
            if isMeant(people) { return people }
        }
        return [:]
    }

    @Test("every reader of events gets all of them, from when they began to read")
    func readers() async throws {
        let early = Recorder<CallEvent>()
        let stream = ana.calls.events
        let reading = Task { for await event in stream { await early.append(event) } }
        defer { reading.cancel() }
        _ = try await connect()
        let late = ana.calls.events
        try await ana.calls.hangUp()
        _ = await ana.ends()
        await early.wait { $0.contains { if case .ended = $0 { true } else { false } } }
        let all = await ana.events.all
        #expect(await early.all == all)
        var seen: [CallEvent] = []
        for await event in late {
            seen.append(event)
            if case .ended = event { break }
        }
        #expect(seen == all.suffix(seen.count) && seen.count < all.count)
    }

    /// 000-51
    @Test("everyone who rings, joins, mutes or leaves is in the lists of all readers, which end empty")
    func participants() async throws {
        #expect(await ana.calls.participants.first { _ in true } == [])
        let id = try await ana.call(bo)
        let ringing = await shows(ana) { $0[2]?.status == .ringing }
        #expect(ringing[1]?.isSelf == true && ringing[1]?.isHost == true && ringing[1]?.status == .joined)
        #expect(ringing[2]?.isSelf == false && ringing[2]?.name == "User 2" && ringing[2]?.volume == 100)
        await bo.rings()
        try await bo.answer()
        let there = await shows(ana) { $0[2]?.status == .joined && $0[2]?.trust != nil }
        #expect(there[2]?.trust == .new && there[2]?.isVideoEnabled == true && there[2]?.isMuted == false)
        #expect(await shows(bo) { $0[1]?.status == .joined }[2]?.isSelf == true)
        try await bo.calls.carryOut(.muted(true))
        _ = await shows(ana) { $0[2]?.isMuted == true }
        _ = await shows(bo) { $0[2]?.isMuted == true }
        try await bo.calls.carryOut(.video(false))
        _ = await shows(ana) { $0[2]?.isVideoEnabled == false }
        try await ana.calls.carryOut(.volume(150, of: bo.user))
        try await ana.calls.carryOut(.heard(false, of: bo.user))
        let wishes = await shows(ana) { $0[2]?.volume == 150 }
        #expect(wishes[2]?.isHeard == false)
        try await ana.calls.carryOut(.volume(1_000, of: bo.user))
        _ = await shows(ana) { $0[2]?.volume == 200 }
        for user in [ana.user, cy.user] {
            await #expect(throws: CallFailure.notInCall) { try await ana.calls.carryOut(.volume(50, of: user)) }
        }
        let update = ParticipantUpdate(
            participant: ParticipantNotice(call: id, user: bo.user, device: nil, name: nil), status: .reconnecting)
        server.deliver(.participantUpdated(update), to: [ana.address])
        #expect(await shows(ana) { $0[2]?.status == .reconnecting }[2]?.connection == .reconnecting)
        try await ana.calls.hangUp()
        _ = await shows(ana) { $0.isEmpty }
    }

    /// 000-11, 000-53
    @Test("all are told of a new invite before the person comes, and let them in")
    func invite() async throws {
        let id = try await connect()
        #expect(try await bo.calls.invite([cy.user]) == [cy.user])
        for person in [ana, bo] {
            _ = await shows(person) { $0[3]?.status == .ringing }
            await person.happened { $0 == .participantRinging(id, cy.user, name: "User 3") }
        }
        await cy.rings()
        try await cy.answer()
        for person in [ana, bo, cy] { await person.hasKeys(2) }
        for person in [ana, bo] {
            let list = await shows(person) { $0[3]?.status == .joined && $0[3]?.trust != nil }
            #expect(list[3]?.trust == .new, "held where nobody has invited them")
        }
        await #expect(throws: CallFailure.alreadyInThisCall) { try await ana.calls.invite([cy.user]) }
        await #expect(throws: CallFailure.alreadyInThisCall) { try await ana.calls.invite([ana.user]) }
        try await ana.calls.hangUp()
        await #expect(throws: CallFailure.noCall) { try await ana.calls.invite([cy.user]) }
    }

    @Test("an invited person who does not come is reported as declined; in a call of two only the end says so")
    func refuses() async throws {
        let id = try await connect()
        _ = try await ana.calls.invite([cy.user])
        await cy.rings()
        try await cy.calls.decline()
        for person in [ana, bo] {
            await person.happened { $0 == .participantRefused(id, cy.user, name: "User 3", .declined) }
            _ = await shows(person) { $0[3]?.status == .declined }
        }
        _ = try await ana.calls.invite([cy.user])
        await cy.rings(2)
        _ = await shows(bo) { $0[3]?.status == .ringing }
        try await ana.calls.hangUp()
        _ = try await cy.calls.decline()
        let other = try await Person(4, server, janus)
        let last = try await Person(5, server, janus)
        _ = try await other.call(last)
        await last.rings()
        try await last.calls.decline()
        #expect(await other.ends().map(\.reason) == [.declined])
        let refusals = await other.events.all.filter { if case .participantRefused = $0 { true } else { false } }
        #expect(refusals.isEmpty)
    }

    @Test("an unmuted person sends nothing until the server allows it")
    func unmute() async throws {
        _ = try await connect()
        let publisher = try #require(ana.engine.publishers.last)
        try await ana.calls.carryOut(.muted(true))
        #expect(publisher.isMuted)
        server.refuse("participants", with: .tooManyUnmuted)
        await #expect(throws: CallFailure.tooManyUnmuted) { try await ana.calls.carryOut(.muted(false)) }
        #expect(publisher.isMuted)
        _ = await shows(ana) { $0[1]?.isMuted == true }
        server.refuse("participants", with: nil)
        try await ana.calls.carryOut(.muted(false))
        #expect(!publisher.isMuted)
        _ = await shows(ana) { $0[1]?.isMuted == false }
        try await ana.calls.hangUp()
    }

    @Test("the last of two simultaneous changes counts, whatever the server answers first")
    func lastWish() async throws {
        _ = try await connect()
        let publisher = try #require(ana.engine.publishers.last)
        try await ana.calls.carryOut(.muted(true))
        let gate = try #require(server.after["participants"])
        gate.shut()
        let ana = ana
        let unmuting = Task { try await ana.calls.carryOut(.muted(false)) }
        await gate.someoneWaits()
        let muting = Task { try await ana.calls.carryOut(.muted(true)) }
        _ = await shows(ana) { $0[1]?.isMuted == true }
        gate.open()
        try await unmuting.value
        try await muting.value
        #expect(publisher.isMuted)
        _ = await shows(bo) { $0[1]?.isMuted == true }
        try await ana.calls.hangUp()
    }

    @Test("the host alone can ask to mute and remove; a removed participant comes back when invited")
    func removed() async throws {
        let id = try await ana.calls.call(
            [bo.user, cy.user], options: CallOptions(video: true, source: .test(sender: 1)))
        for person in [bo, cy] {
            await person.rings()
            try await person.answer()
        }
        for person in [ana, bo, cy] { await person.hasKeys(2) }
        try await ana.calls.askToMute(bo.user)
        await bo.happened { $0 == .muteRequested(id, by: ana.user, name: "User 1") }
        #expect(bo.engine.publishers.last?.isMuted == false, "that person decides")
        await #expect(throws: CallFailure.notHost) { try await bo.calls.askToMute(cy.user) }
        await #expect(throws: CallFailure.notHost) { try await bo.calls.remove(cy.user) }
        for user in [ana.user, 99] {
            await #expect(throws: CallFailure.notInCall) { try await ana.calls.remove(user) }
        }
        let keys = await bo.keys
        try await ana.calls.remove(cy.user)
        let ends = await cy.ends()
        #expect(ends.map(\.reason) == [.removed] && ends.last?.problem == .callEndRemovedBy(name: "User 1"))
        for person in [ana, bo] {
            await person.happened { $0 == .participantRemoved(id, cy.user, name: "User 3") }
            _ = await shows(person) { $0[3]?.status == .removed }
        }
        await bo.hasKeys(keys + 1)
        await #expect(throws: CallFailure.removed) {
            try await cy.calls.returnTo(id, options: CallOptions(video: true, source: .test(sender: 3)))
        }
        _ = try await bo.calls.invite([cy.user])
        await cy.rings(2)
        try await cy.answer()
        _ = await shows(ana) { $0[3]?.status == .joined }
        let left = await ana.events.all.filter { if case .participantLeft = $0 { true } else { false } }
        #expect(left.isEmpty)
        try await ana.calls.hangUp()
    }

    @Test("a ringing person who is removed stops ringing, and all are told")
    func removedWhileRinging() async throws {
        let id = try await ana.calls.call(
            [bo.user, cy.user], options: CallOptions(video: true, source: .test(sender: 1)))
        await bo.rings()
        try await bo.answer()
        await cy.rings()
        _ = await shows(bo) { $0[3]?.status == .ringing && $0[1]?.status == .joined }
        try await ana.calls.remove(cy.user)
        #expect(await cy.ends().map(\.reason) == [.cancelled])
        for person in [ana, bo] {
            await person.happened { $0 == .participantRemoved(id, cy.user, name: "User 3") }
            _ = await shows(person) { $0[3]?.status == .removed }
        }
        try await ana.calls.hangUp()
    }

    @Test("a ringing person who is removed is reported once, though the list comes before the signal")
    func listBeforeSignal() async throws {
        let id = try await ana.calls.call(
            [bo.user, cy.user], options: CallOptions(video: true, source: .test(sender: 1)))
        await bo.rings()
        try await bo.answer()
        await cy.rings()
        _ = await shows(bo) { $0[3]?.status == .ringing && $0[1]?.status == .joined }
        let late = Mutex<[Signal]>([])
        server.change(for: bo.address) { signal in
            guard case .participantRejected = signal else { return [signal] }
            late.withLock { $0.append(signal) }
            return []
        }
        try await ana.calls.remove(cy.user)
        // Has the list asked for again.
        bo.hears(.participantJoined, of: ana, in: id)
        let removed = CallEvent.participantRemoved(id, cy.user, name: "User 3")
        await bo.happened { $0 == removed }
        server.change(for: bo.address) { [$0] }
        for signal in late.withLock({ $0 }) { server.deliver(signal, to: [bo.address]) }
        try await ana.calls.hangUp()
        _ = await bo.ends()
        #expect(late.withLock(\.count) == 1)
        #expect(await bo.events.all.filter { $0 == removed }.count == 1)
    }

    @Test("an invited person is reported once, though the list comes before the signal")
    func listBeforeInvitation() async throws {
        let id = try await connect()
        let late = Mutex<[Signal]>([])
        server.change(for: bo.address) { signal in
            guard case .participantInvited = signal else { return [signal] }
            late.withLock { $0.append(signal) }
            return []
        }
        _ = try await ana.calls.invite([cy.user])
        // Has the list asked for again.
        bo.hears(.participantJoined, of: ana, in: id)
        let ringing = CallEvent.participantRinging(id, cy.user, name: "User 3")
        await bo.happened { $0 == ringing }
        server.change(for: bo.address) { [$0] }
        for signal in late.withLock({ $0 }) { server.deliver(signal, to: [bo.address]) }
        try await ana.calls.hangUp()
        // The events after the late signal: a ringing person keeps the call alive.
        await bo.happened { $0 == .participantLeft(id, ana.user) }
        #expect(late.withLock(\.count) == 1)
        #expect(await bo.events.all.filter { $0 == ringing }.count == 1)
    }

    @Test("a caller who missed the signal of the end asks for it, and stops ringing")
    func endThatIsNotTold() async throws {
        server.change(for: ana.address) { signal in
            switch signal {
            case .callEnded, .participantRejected: []
            default: [signal]
            }
        }
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.calls.decline()
        await ana.time.someoneSleeps(for: .seconds(65))
        ana.time.advance(by: .seconds(64))
        #expect(await ana.events.all.allSatisfy { if case .ended = $0 { false } else { true } })
        ana.time.advance(by: .seconds(1))
        #expect(await ana.ends().map(\.reason) == [.notAnswered])
    }

    @Test("a camera that was missing at the start cannot be turned on")
    func noCamera() async throws {
        _ = try await ana.calls.call([bo.user], options: CallOptions(video: false, source: .test(sender: 1)))
        await #expect(throws: CallFailure.noPictures) { try await ana.calls.carryOut(.video(true)) }
        try await ana.calls.carryOut(.video(false))
        try await ana.calls.hangUp()
    }

    @Test("a process that cannot carry the call rings no one, and answers no call")
    func capacity() async throws {
        let few = ProcessCapacity(descriptors: .init(limit: 100, used: 60))
        let dee = try await Person(4, server, janus, capacity: few)
        let failure = CallFailure.tooFewFiles(people: 2, limit: 256)
        await #expect(throws: failure) { try await dee.call(bo) }
        await #expect(throws: failure) { try await dee.calls.check(CallOptions(video: true)) }
        #expect(!server.log.contains("4 POST /call/start"))
        let id = try await ana.call(dee)
        await dee.rings()
        await #expect(throws: failure) { try await dee.answer() }
        #expect(!server.log.contains("4 POST /call/\(id)/join"))
        // It keeps ringing.
        try await dee.calls.decline()
        _ = await ana.ends()
        let some = ProcessCapacity(descriptors: .init(limit: 300, used: 60))
        let eva = try await Person(5, server, janus, capacity: some)
        _ = try await eva.call(bo)
        await #expect(throws: CallFailure.self) { try await eva.calls.invite((10...40).map { UserID(UInt64($0)) }) }
        try await eva.calls.hangUp()
    }
}

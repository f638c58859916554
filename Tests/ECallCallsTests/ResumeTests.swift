import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Return to a call after the program has ended", .timeLimit(.minutes(1)))
struct ResumeTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    private static let frame = [UInt8](repeating: 9, count: 80)
    private static let options = CallOptions(video: true, source: .test(sender: 1))

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func connect() async throws -> CallID {
        let id = try await ana.call(bo)
        #expect(await ana.calls.running() == nil, "nobody is there yet")
        await bo.rings()
        try await bo.answer()
        for person in [ana, bo] {
            await person.isProtected()
            await person.receives(2)
        }
        return id
    }

    private func passes(from sender: Person, to receiver: Person) throws -> Bool {
        let sealer = try #require(sender.engine.publishers.last?.publisher?.audio)
        let opener = try #require(receiver.engine.subscribers.last { $0.subscriber?.track == .audio }?.subscriber)
        guard case .sealed(let sealed) = sealer.seal(Self.frame) else { return false }
        return opener.decryptor.open(sealed) == .opened(Self.frame, needsKeyFrame: false)
    }

    /// Lets the time of keys pass for both.
    private func pass(_ one: Person, _ other: Person, until isDone: () async throws -> Bool) async throws {
        try await ManualTime.pass([one.keyTime, other.keyTime], until: isDone)
    }

    private func isProtected(_ person: Person) async -> Bool {
        let isSaid = await person.events.all.contains {
            if case .encryption(_, .protected) = $0 { true } else { false }
        }
        let keys = await person.keys
        return isSaid && keys >= 1
    }

    /// Returns once what each seals opens at the other.
    private func hear(_ one: Person, _ other: Person) async throws {
        for (sender, receiver) in [(one, other), (other, one)] {
            try await pass(one, other) { try passes(from: sender, to: receiver) }
        }
    }

    private static func member(
        _ user: UserID, _ device: DeviceID, _ status: ParticipantStatus, sees: Bool = false
    ) -> Participant {
        Participant(
            userId: user, deviceId: device, displayName: "User \(user)", isHost: false, callId: 7, isHostKey: false,
            feedId: nil, isMuted: false, isVideoEnabled: sees, status: status)
    }

    /// The server's list of the own participant and the others, and the expected offer.
    @Test(
        "the offer names the call to return to, and its device",
        arguments: [
            ("this device is in it", [member(1, 11, .connected), member(2, 22, .connected)], .here, [2], false),
            ("this device was lost", [member(1, 11, .reconnecting), member(2, 22, .connected)], .here, [2], false),
            ("others are seen", [member(1, 11, .accepted), member(2, 22, .connected, sees: true)], .here, [2], true),
            ("who was seen has left", [member(1, 11, .accepted), member(2, 22, .left, sees: true)], .here, [2], false),
            ("it rings here", [member(1, 0, .inviting), member(2, 22, .accepted)], nil, [], false),
            ("it was left", [member(1, 11, .left), member(2, 22, .connected)], nil, [], false),
            (
                "another device of mine holds it",
                [member(1, 12, .connected), member(2, 22, .connected)], .elsewhere(isHeld: true), [2], false
            ),
            (
                "another device of mine has lost it",
                [member(1, 12, .reconnecting), member(2, 22, .connected)], .elsewhere(isHeld: false), [2], false
            ),
            (
                "some have left it",
                [
                    member(1, 11, .connected), member(2, 22, .left), member(3, 33, .connected), member(4, 0, .inviting),
                ], .here, [3, 4], false
            ), ("I am not in it", [member(2, 22, .connected)], nil, [], false), ("none", [], nil, [], false),
        ] as [(String, [Participant], OngoingCall.Place?, [UserID], Bool)])
    func offers(
        name: String, participants: [Participant], place: OngoingCall.Place?, people: [UserID], isVideo: Bool
    ) throws {
        let account = Account(
            userId: 1, deviceId: 11, displayName: "Ana", email: "", phoneNumber: "",
            server: try ServerAddress("https://calls.example.org"))
        let answer = ActiveCallResponse(active: true, callId: 7, participants: participants)
        let found = OngoingCall(answer, of: account)
        #expect(found?.place == place && found?.people.map(\.id) ?? [] == people, "\(name)")
        #expect((found?.isVideo ?? false) == isVideo, "\(name)")
    }

    /// 000-59, 000-60, 002-28
    @Test("a device returns as the same participant, with new keys", arguments: [true, false], [true, false])
    func returns(isCaller: Bool, isKept: Bool) async throws {
        let id = try await connect()
        let (gone, other) = isCaller ? (ana, bo) : (bo, ana)
        let kept = try #require(await gone.calls.running())
        #expect(kept == RunningCall(id: id, videoCodec: .h264))
        let back = try await gone.restarted()
        let talkedTo = OngoingCall.Person(id: other.user, name: "User \(other.user)")
        let ongoing = OngoingCall(id: id, place: .here, isVideo: true, people: [talkedTo])
        #expect(try await back.calls.ongoing() == ongoing)
        if isKept {
            try await back.calls.resume(kept, options: Self.options)
        } else {
            try await back.calls.returnTo(id, options: Self.options)
        }
        #expect(try await back.calls.ongoing() == nil, "this program is in it")
        // The other one sent a key to the former entry a moment ago, and waits before it does so again.
        try await pass(back, other) { await isProtected(back) }
        await back.receives(2)
        await other.receives(4)
        try await hear(back, other)
        #expect(await !other.events.all.contains { if case .ended = $0 { true } else { false } })
        #expect(await back.calls.running() == kept)
        // It is its call as before.
        try await back.calls.hangUp()
        #expect(await other.ends().map(\.reason) == [.remoteHungUp])
        #expect(try await server.isOver(id) && back.engine.allAreClosed && other.engine.allAreClosed)
    }

    @Test("a muted person without video resumes that way: nothing of theirs is sent before they want it")
    func muted() async throws {
        let id = try await connect()
        try await bo.calls.carryOut(.muted(true))
        try await bo.calls.carryOut(.video(false))
        let back = try await bo.restarted()
        try await back.calls.returnTo(id, options: Self.options)
        let publisher = try #require(back.engine.publishers.last)
        #expect(publisher.isMuted && !publisher.isVideoEnabled)
        try await back.calls.hangUp()
    }

    @Test("leaving a call ends it for the other participant, who is told why")
    func leaves() async throws {
        let id = try await connect()
        let back = try await bo.restarted()
        try await back.calls.leave(id)
        #expect(await ana.ends().map(\.reason) == [.remoteHungUp])
        #expect(try await back.calls.ongoing() == nil)
        #expect(try await server.isOver(id))
    }

    @Test("a call that has ended meanwhile is reported, leaves nothing open, and does not block the next")
    func over() async throws {
        let id = try await connect()
        let kept = try #require(await ana.calls.running())
        try await bo.calls.hangUp()
        let back = try await ana.restarted()
        let asked = server.log.count
        await #expect(throws: CallFailure.over) { try await back.calls.resume(kept, options: Self.options) }
        await #expect(throws: CallFailure.over) { try await back.calls.returnTo(id, options: Self.options) }
        #expect(await !back.events.all.contains { if case .ended = $0 { true } else { false } })
        #expect(back.engine.allAreClosed && !server.log.dropFirst(asked).contains { $0.contains("/call/end") })
        _ = try await back.call(bo)
        await bo.rings(2)
        try await back.calls.hangUp()
    }

    @Test("a device that cannot take part loses nothing by trying")
    func withoutDevices() async throws {
        let id = try await connect()
        let back = try await bo.restarted()
        back.engine.found.withLock { $0 = .failure(.unusable(.verbatim("no such file"))) }
        await #expect(throws: CallFailure.unusable(.verbatim("no such file"))) {
            try await back.calls.returnTo(id, options: Self.options)
        }
        #expect(try await back.calls.ongoing()?.id == id)
    }

    @Test("a person in a call cannot resume another, on this device or elsewhere")
    func another() async throws {
        let id = try await connect()
        await #expect(throws: CallFailure.alreadyInCall) { try await bo.calls.returnTo(9, options: Self.options) }
        let back = try await bo.restarted()
        await #expect(throws: CallFailure.alreadyInCall) { try await back.calls.returnTo(9, options: Self.options) }
        #expect(try await back.calls.ongoing()?.id == id)
    }

    @Test("a hang-up while the server still lets the device in is reported, and nothing is begun")
    func hungUpMeanwhile() async throws {
        let id = try await connect()
        let back = try await bo.restarted()
        let gate = try #require(server.after["join"])
        gate.shut()
        let returning = Task { try await back.calls.returnTo(id, options: Self.options) }
        await gate.someoneWaits()
        let hangingUp = Task { try await back.calls.hangUp() }
        await server.requests.wait { $0.contains("2 POST /call/end \(id)") }
        gate.open()
        await #expect(throws: CallFailure.noCall) { try await returning.value }
        try await hangingUp.value
        #expect(await ana.ends().map(\.reason) == [.remoteHungUp])
        #expect(try await server.isOver(id) && back.engine.allAreClosed)
    }

    @Test("a hang-up that the server cannot accept is sent as soon as it can, and ends the call for all")
    func hungUpWhileAway() async throws {
        let id = try await connect()
        server.refuse("end", with: .storageUnavailable)
        let (calls, time) = (bo.calls, bo.time)
        let hangingUp = Task { try await calls.hangUp() }
        // The request has its own repetitions.
        while await bo.events.all.allSatisfy({ if case .ended = $0 { false } else { true } }) {
            time.advance(by: .seconds(5))
            try await pause()
        }
        try await hangingUp.value
        #expect(try await !server.isOver(id))
        server.refuse("end", with: nil)
        while try await !server.isOver(id) {
            time.advance(by: .seconds(5))
            try await pause()
        }
        #expect(await ana.ends().map(\.reason) == [.remoteHungUp])
        // It is not reported again once it was heard.
        let count = server.log.count { $0 == "2 POST /call/end \(id)" }
        time.advance(by: EndReports.lifetime)
        #expect(try await bo.calls.ongoing() == nil)
        #expect(server.log.count { $0 == "2 POST /call/end \(id)" } == count)
    }

    /// 000-12, 000-58
    @Test("a call moves to the user's other device once the one in it is away, and not before")
    func moves() async throws {
        let elsewhere = try await Person(2, server, janus, device: 23)
        server.moves(to: bo.address)
        let id = try await connect()
        await bo.isTold(server, "2 connected")
        let found = try #require(try await elsewhere.calls.ongoing())
        #expect(found.id == id && found.place == .elsewhere(isHeld: true))
        await #expect(throws: CallFailure.elsewhere) { try await elsewhere.calls.returnTo(id, options: Self.options) }
        await bo.signaling.stop()
        try await server.isOffline(bo.address)
        #expect(try await elsewhere.calls.ongoing()?.place == .elsewhere(isHeld: false))
        server.moves(to: elsewhere.address)
        try await elsewhere.calls.returnTo(id, options: Self.options)
        // A further device of a person who was met on another one.
        try await pass(elsewhere, ana) {
            await ana.events.all.contains { if case .trust(_, _, _, .held(.newDevice)) = $0 { true } else { false } }
        }
        // The device in the call before has not said that it leaves: it may come back, and receive what is sent to this one.
        let held = try #require(await ana.calls.status()?.devices.last)
        let shown = try #require(held.identity)
        #expect(held.offer == .compare)
        #expect(try await !ana.calls.note(DeviceNote(.letIn, of: shown)))
        #expect(try await ana.calls.note(DeviceNote(.verified, of: shown)))
        try await pass(elsewhere, ana) { await isProtected(elsewhere) }
        await elsewhere.receives(2)
        await ana.receives(4)
        try await hear(elsewhere, ana)
        #expect(server.log.contains("2 POST /call/\(id)/request-rejoin"))
        #expect(await !ana.events.all.contains { if case .ended = $0 { true } else { false } })
        try await elsewhere.calls.hangUp()
    }

    @Test("a call that was never this device's reveals nothing")
    func foreign() async throws {
        let id = try await connect()
        let carl = try await Person(3, server, janus)
        _ = await carl.passingTime {
            await #expect(throws: CallFailure.self) {
                try await carl.calls.resume(RunningCall(id: id, videoCodec: .vp8), options: Self.options)
            }
        }
        #expect(carl.engine.allAreClosed && server.signals.allSatisfy { !$0.hasPrefix("3 e2ee") })
    }
}

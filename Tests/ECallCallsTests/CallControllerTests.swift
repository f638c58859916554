import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Two devices call each other", .timeLimit(.minutes(1)))
struct CallControllerTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    static let frame = [UInt8](repeating: 9, count: 80)

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func connect(_ number: Int = 1) async throws -> CallID {
        let id = try await ana.call(bo)
        await bo.rings(number)
        try await bo.answer()
        await ana.isProtected(number)
        await bo.isProtected(number)
        return id
    }

    /// Waits until each receives both tracks of the other.
    private func receive(_ number: Int = 1) async {
        for person in [ana, bo] {
            await person.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 2 * number }
        }
    }

    private func opens(from sender: Person, at receiver: Person) throws -> Bool {
        let sealer = try #require(sender.engine.publishers.last?.publisher?.audio)
        let subscriber = try #require(receiver.engine.subscribers.last { $0.subscriber?.track == .audio }?.subscriber)
        guard case .sealed(let sealed) = sealer.seal(Self.frame) else { return false }
        return subscriber.decryptor.open(sealed) == .opened(Self.frame, needsKeyFrame: false)
    }

    @Test("answering a named call does not answer another that rings by then")
    func named() async throws {
        let id = try await ana.call(bo)
        await bo.rings()
        let other = CallID(id.rawValue + 1)
        await #expect(throws: CallFailure.noCall) {
            try await bo.calls.answer(other, options: CallOptions(video: false))
        }
        try await bo.calls.answer(id, options: CallOptions(video: true, source: .test(sender: 1)))
        await bo.isProtected()
    }

    /// 000-33, 000-46, 000-76, 002-4, 002-14, 002-20, 002-24, 002-26
    @Test("two devices hear each other; after the end nothing seals or opens, and the next call works")
    func twice() async throws {
        for number in 1...2 {
            let id = try await connect(number)
            await receive(number)
            #expect(try opens(from: ana, at: bo))
            #expect(try opens(from: bo, at: ana))
            try await ana.calls.hangUp()
            let (hers, his) = (await ana.ends(number), await bo.ends(number))
            #expect(hers.map(\.reason).last == .hungUp && his.map(\.reason).last == .remoteHungUp)
            #expect(hers.count == number && his.count == number && hers.last?.id == id && his.last?.id == id)
            for person in [ana, bo] {
                #expect(person.engine.allAreClosed)
                #expect(
                    person.engine.publishers.last?.publisher?.audio.seal(Self.frame)
                        == .dropped(.noKey, needsKeyFrame: false))
                #expect(
                    person.engine.subscribers.last?.subscriber?.decryptor.open([0xF0])
                        == .dropped(.noKey, needsKeyFrame: false))
                #expect(await person.calls.statistics() == nil)
            }
            #expect(janus.openSockets == 0)
        }
        await ana.calls.stop()
        let last = await ana.events.all.last
        if case .ended = last {} else { Issue.record("nothing follows the end") }
    }

    /// 002-5
    @Test("a call leaves the room in order: unpublish, leave, detach for each handle, destroy, then the socket")
    func teardown() async throws {
        _ = try await connect()
        await receive()
        // Handles that are still being negotiated are detached at once, out of turn.
        await janus.starts.wait { $0 >= 4 }
        let before = janus.log(of: 1).count
        try await ana.calls.hangUp()
        let log = Array(janus.log(of: 1)[before...])
        #expect(
            log == [
                "unpublish", "leave", "detach", "leave", "detach", "leave", "detach", "destroy", "closed",
            ])
    }

    @Test(
        "hanging up while the server is asked to ring leaves nothing open and tells the server",
        arguments: [true, false])
    func hangUpWhileInviting(beforeTheServerKnows: Bool) async throws {
        let gate = try #require((beforeTheServerKnows ? server.before : server.after)["start"])
        gate.shut()
        let (ana, bo) = (ana, bo)
        let calling = Task { try await ana.call(bo) }
        await gate.someoneWaits()
        try await ana.calls.hangUp()
        gate.open()
        await #expect(throws: CallFailure.noCall) { try await calling.value }
        #expect(await ana.ends().map(\.reason) == [.cancelled])
        #expect(janus.openSockets == 0)
        #expect(server.log.contains("1 POST /call/end 7"))
        #expect(!server.log.contains("1 POST /call/7/join"))
        #expect(try await server.isOver(7))
    }

    @Test("a call is not joined if the answer to its invitation comes during the teardown")
    func hangUpOvertaken() async throws {
        let gate = try #require(server.after["start"])
        gate.shut()
        let leaving = try #require(server.before["end"])
        leaving.shut()
        let (ana, bo) = (ana, bo)
        let calling = Task { try await ana.call(bo) }
        await gate.someoneWaits()
        let hanging = Task { try await ana.calls.hangUp() }
        // Polls, since no event reports that she has hung up.
        while await ana.calls.lifecycle.state == .inviting { try await pause() }
        gate.open()
        leaving.open()
        try await hanging.value
        await #expect(throws: CallFailure.noCall) { try await calling.value }
        await bo.happened { if case .ended = $0 { true } else { false } }
        #expect(!server.log.contains("1 POST /call/7/join"))
        #expect(await ana.ends().count == 1)
    }

    /// 000-43
    @Test("signals that overtake the answer to the invitation are not lost: the callee has joined, or declined")
    func early() async throws {
        let gate = try #require(server.after["start"])
        gate.shut()
        let (ana, bo) = (ana, bo)
        let calling = Task { try await ana.call(bo) }
        await bo.rings()
        let joined = server.before["join"]
        joined?.open()
        try await bo.answer()
        gate.open()
        let id = try await calling.value
        await ana.happened { $0 == .answered(id, by: bo.user, name: "User 2") }
        await ana.isProtected()
        await bo.isProtected()
        try await bo.calls.hangUp()
        #expect(await ana.ends().map(\.reason) == [.remoteHungUp])

        gate.shut()
        let again = Task { try await ana.call(bo) }
        await bo.rings(2)
        try await bo.calls.decline()
        gate.open()
        _ = try? await again.value
        #expect(await ana.ends(2).map(\.reason) == [.remoteHungUp, .declined])
    }

    @Test("an answer that the call is over waits for the signal with the reason")
    func reasonComesLate() async throws {
        let carl = try await Person(3, server, janus, times: .manual)
        try await declined(of: carl)
        await server.requests.wait { $0.contains("3 POST /call/7/join") }
        server.letGo(carl.address)
        #expect(await carl.ends().map(\.reason) == [.declined])
    }

    @Test("a call whose end has no reason ends without one")
    func reasonNeverComes() async throws {
        let carl = try await Person(
            3, server, janus, times: .manual.with { $0.endReason = .milliseconds(20) })
        try await declined(of: carl)
        #expect(await carl.ends().map(\.reason) == [.notAnswered])
    }

    @Test("when two people call each other at once, one call rings and is answered")
    func glare() async throws {
        server.holdBack(bo.address)
        let id = try await ana.call(bo)
        let gate = try #require(server.after["start"])
        gate.shut()
        let (ana, bo) = (ana, bo)
        let calling = Task { try await bo.call(ana) }
        await gate.someoneWaits()
        // Hers arrives while he waits for the server's answer about his.
        server.letGo(bo.address)
        let isRefused = { [server] in server.log.contains("2 POST /call/end \(id)") }
        while await bo.calls.lifecycle.ringing.isEmpty, !isRefused() { try await pause() }
        gate.open()
        await #expect(throws: CallFailure.busy) { try await calling.value }
        await bo.rings()
        try await bo.answer()
        await bo.isProtected()
        await ana.isProtected()
        await receive()
        #expect(try opens(from: ana, at: bo) && opens(from: bo, at: ana))
        #expect(!isRefused())
        try await ana.calls.hangUp()
        #expect(await bo.ends(2).map(\.reason) == [.busy, .remoteHungUp])
    }

    /// Bo declines before the caller knows the call, and the caller does not receive that.
    private func declined(of caller: Person) async throws {
        let gate = try #require(server.after["start"])
        gate.shut()
        let bo = bo
        let calling = Task { try await caller.call(bo) }
        await bo.rings()
        server.holdBack(caller.address)
        try await bo.calls.decline()
        gate.open()
        #expect(try await calling.value == 7)
    }

    @Test("hanging up while the camera opens closes it once it is open")
    func hangUpWhilePublishing() async throws {
        ana.engine.publisherGate.shut()
        _ = try await ana.call(bo)
        await ana.engine.publisherGate.someoneWaits()
        try await ana.calls.hangUp()
        ana.engine.publisherGate.open()
        await ana.engine.changes.wait { !$0.isEmpty }
        await ana.engine.closings.wait { $0 >= 1 }
        #expect(ana.engine.allAreClosed)
        #expect(janus.openSockets == 0)
    }

    /// 000-72
    @Test("media that cannot be started ends the call with a sentence, and everything is taken down")
    func publishFailure() async throws {
        bo.engine.fail(.inputUnavailable(.verbatim("The camera is in use.")))
        let id = try await ana.call(bo)
        await bo.rings()
        await #expect(throws: CallFailure.media(.verbatim("The camera is in use."))) { try await bo.answer() }
        let end = try #require(await bo.ends().first)
        #expect(end.reason == .failed && end.says("The camera is in use."))
        #expect(server.log.contains("2 POST /call/end \(id)"))
        #expect(await ana.ends().map(\.reason) == [.remoteHungUp])
        #expect(janus.openSockets == 0 && ana.engine.allAreClosed && bo.engine.allAreClosed)
    }

    @Test("a call that ends while it is being joined discards the answer and tells the reason")
    func endedWhileJoining() async throws {
        let gate = try #require(server.before["join"])
        _ = try await ana.call(bo)
        await ana.engine.changes.wait { !$0.isEmpty }
        await bo.rings()
        gate.shut()
        let bo = bo
        let answering = Task { try await bo.answer() }
        await gate.someoneWaits()
        try await ana.calls.hangUp()
        _ = await bo.ends()
        gate.open()
        await #expect(throws: CallFailure.noCall) { try await answering.value }
        #expect(await bo.ends().map(\.reason) == [.cancelled])
        #expect(janus.openSockets == 0)
    }

    @Test("a device that is admitted after it hung up leaves again")
    func hangUpWhileJoining() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        let gate = try #require(server.after["join"])
        gate.shut()
        let bo = bo
        let answering = Task { try await bo.answer() }
        await gate.someoneWaits()
        try await bo.calls.hangUp()
        gate.open()
        await #expect(throws: CallFailure.noCall) { try await answering.value }
        #expect(await bo.ends().map(\.reason) == [.hungUp])
        #expect(try await server.isOver(7))
        #expect(await ana.ends().count == 1)
    }

    /// 000-44
    @Test("a device rings for sixty seconds, and then reports that no one has answered")
    func ringsForAMinute() async throws {
        let id = try await ana.call(bo)
        await bo.rings()
        await bo.time.someoneSleeps(for: .seconds(60))
        bo.time.advance(by: .seconds(59))
        #expect(await bo.calls.status()?.state == .incoming)
        bo.time.advance(by: .seconds(1))
        #expect(await bo.ends().map(\.reason) == [.notAnswered])
        #expect(server.log.contains("2 POST /call/end \(id)"))
        #expect(await ana.ends().map(\.reason) == [.notAnswered])
    }

    @Test("only one of two simultaneous answers is accepted")
    func twoAnswers() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        let bo = bo
        let answers = [Task { try await bo.answer() }, Task { try await bo.answer() }]
        var taken = 0
        for answer in answers {
            if (try? await answer.value) != nil { taken += 1 }
        }
        #expect(taken == 1)
        await ana.isProtected()
        #expect(server.log.filter { $0 == "2 POST /call/7/join" }.count == 1)
    }

    /// 000-37
    @Test("a person who mutes before the microphone is open sends no sound when it is")
    func muteEarly() async throws {
        ana.engine.publisherGate.shut()
        _ = try await ana.call(bo)
        await ana.engine.publisherGate.someoneWaits()
        try await ana.calls.carryOut(.muted(true))
        ana.engine.publisherGate.open()
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await ana.engine.changes.wait { $0.contains { $0.publisher != nil } }
        await ana.receives(2)
        // No unsent media are requested.
        await bo.receives(1)
        #expect(bo.engine.subscribers.map(\.subscriber?.track) == [.video])
        #expect(ana.engine.publishers.last?.isMuted == true)
    }

    @Test("a subscription that is under way at hang-up is closed when the call is over")
    func hangUpWhileSubscribing() async throws {
        ana.engine.subscriberGate.shut()
        _ = try await connect()
        await ana.engine.subscriberGate.someoneWaits()
        let ana = ana
        let hanging = Task { try await ana.calls.hangUp() }
        _ = await bo.ends()
        ana.engine.subscriberGate.open()
        try await hanging.value
        #expect(ana.engine.allAreClosed)
        #expect(await ana.ends().map(\.reason) == [.hungUp])
    }

    @Test("a feed that is gone before it is received does not end the call")
    func lostFeed() async throws {
        janus.loseFeeds()
        _ = try await connect()
        // For video; nothing was created for audio yet.
        await ana.engine.closings.wait { $0 >= 1 }
        #expect(await ana.calls.statistics() != nil)
        #expect(ana.engine.publishers.last?.isClosed == false)
        try await ana.calls.hangUp()
        #expect(await ana.ends().map(\.reason) == [.hungUp])
    }

    @Test("a participant who publishes again is received again; the former connections are closed")
    func republish() async throws {
        _ = try await connect()
        await receive()
        janus.republish("2:User 2")
        await ana.engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= 4 }
        await ana.engine.closings.wait { $0 >= 2 }
        #expect(ana.engine.subscribers.filter { !$0.isClosed }.count == 2)
        #expect(try opens(from: bo, at: ana))
    }

    @Test("a failing camera or network ends the call with a sentence, once")
    func mediaFails() async throws {
        _ = try await connect()
        await receive()
        ana.engine.publishers.last?.report(.failed(.pipeline(element: "x264enc", message: "gone")))
        ana.engine.publishers.last?.report(.disconnected)
        let end = try #require(await ana.ends().first)
        #expect(end.reason == .failed && end.says("x264enc"))
        #expect(await bo.ends().count == 1 && ana.engine.allAreClosed && bo.engine.allAreClosed)
        _ = try await connect(2)
        #expect(await ana.ends().count == 1, "the next call is not touched by what the last one said late")
    }

    @Test("a participant who joined while signaling was lost is found when it is back")
    func reconnect() async throws {
        let id = try await ana.call(bo)
        await bo.rings()
        await ana.engine.changes.wait { !$0.isEmpty }
        try await server.cutFor(ana.address)
        try await bo.answer()
        try await server.allow(ana.address)
        await ana.happened { $0 == .answered(id, by: bo.user, name: "User 2") }
        await bo.isProtected()
        try await bo.calls.hangUp()
        #expect(await ana.ends().map(\.reason) == [.remoteHungUp])
    }

    @Test("a server that does not answer delays the end no longer than the timeout")
    func silentServer() async throws {
        let carl = try await Person(3, server, janus, times: .manual.with { $0.teardown = .milliseconds(50) })
        _ = try await carl.call(bo)
        let gate = try #require(server.before["end"])
        gate.shut()
        try await carl.calls.hangUp()
        #expect(await carl.ends().map(\.reason) == [.cancelled])
        gate.open()
    }

    /// 000-72
    @Test("media that reaches no one ends the call in time, with a sentence")
    func unreachable() async throws {
        let carl = try await Person(3, server, janus, times: .manual.with { $0.connection = .milliseconds(100) })
        carl.engine.isReachable.withLock { $0 = false }
        _ = try await carl.call(bo)
        let end = try #require(await carl.ends().first)
        #expect(end.reason == .failed && end.says("Couldn’t connect to the media server"))
        #expect(janus.openSockets == 0 && carl.engine.allAreClosed)
        #expect(server.log.contains("3 POST /call/end 7"))
    }

    @Test("the end wipes the keys even if the engine never returns its counters")
    func endWithoutCounters() async throws {
        _ = try await connect()
        await receive()
        ana.engine.statisticsGate.shut()
        let ana = ana
        let hanging = Task { try await ana.calls.hangUp() }
        await ana.passingTime { await ana.engine.closings.wait { $0 >= 1 } }
        #expect(
            ana.engine.publishers.last?.publisher?.audio.seal(Self.frame) == .dropped(.noKey, needsKeyFrame: false))
        ana.engine.statisticsGate.open()
        try await hanging.value
        #expect(ana.engine.allAreClosed)
    }

    @Test("a late answer to one invitation leaves the early signals of the next call alone")
    func lateAnswer() async throws {
        let cy = try await Person(3, server, janus)
        let gate = try #require(server.after["start"])
        gate.shut()
        let (ana, bo) = (ana, bo)
        let first = Task { try await ana.call(bo) }
        await gate.someoneWaits()
        try await ana.calls.hangUp()
        // The server allows her one call at a time: the first is over before she is told.
        await bo.rings()
        try await bo.calls.decline()
        let second = Task { try await ana.call(cy) }
        await cy.rings()
        // The answer to the first arrives while the second is under way; then Cy declines before Ana knows her call.
        gate.releaseFirst()
        await #expect(throws: CallFailure.noCall) { try await first.value }
        try await cy.calls.decline()
        // Another invitation waits for its turn; by then, earlier signals have been handled.
        server.deliver(TestServer.about(cy.address, .callInvitation, 99), to: [ana.address])
        while await ana.calls.lifecycle.ringing.isEmpty { try await pause() }
        gate.open()
        #expect(try await second.value == 8)
        #expect(await ana.ends(2).map(\.reason) == [.cancelled, .declined])
        #expect(!server.log.contains("1 POST /call/8/join"), "what was heard early said that it is over")
    }

    @Test("a list of participants that is older than a join does not undo it")
    func staleList() async throws {
        let gate = try #require(server.after["participants"])
        gate.shut()
        _ = try await ana.call(bo)
        await bo.rings()
        await gate.someoneWaits()
        let bo = bo
        let answering = Task { try await bo.answer() }
        await ana.happened { if case .participantJoined = $0 { true } else { false } }
        gate.open()
        try await answering.value
        await ana.isProtected()
        await receive()
        #expect(await !ana.events.all.contains { if case .participantLeft = $0 { true } else { false } })
        #expect(await ana.calls.statistics()?.keys == 1)
    }
}

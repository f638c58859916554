import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import Foundation
import FrameCrypto
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine
@testable import ECallServerTestSupport

@Suite("Listening for calls", .timeLimit(.minutes(1)))
struct ListeningTests {
    private typealias Replies = AsyncStream<AgentReply.Content>.Iterator

    /// A signed-in person who waits for calls.
    private func listening(
        _ autoAnswer: AutoAnswer? = .anyone, stayOnLine: Double? = nil, media: MediaChoice = MediaChoice(),
        _ body: @escaping @Sendable (AgentFixture, ManualTime, AgentLink, inout Replies) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let time = ManualTime()
            let fixture = try AgentFixture(in: directory, environmentTime: time)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    try await fixture.befriend()
                    let listen = AgentCommand.listen(
                        autoAnswer: autoAnswer, once: false, media: media, stayOnLine: stayOnLine)
                    var replies = await link.send(listen).replies.makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .listening) }
                    try await body(fixture, time, link, &replies)
                }
            }
        }
    }

    private static func call(_ id: CallID, isVideo: Bool) -> CallEvent {
        .incoming(
            IncomingCall(id: id, room: 900, caller: 5, callerDevice: 55, callerName: "Bob", isVideo: isVideo))
    }

    private static func isAnswered(_ id: CallID) -> (AgentReply.Content) -> Bool {
        { $0 == .event(event: .call(.encryption(id, .waitingForKey))) }
    }

    private static func isEnded(_ id: CallID, _ reason: CallEndReason) -> (AgentReply.Content) -> Bool {
        { reply in
            if case .event(.call(.ended(let summary))) = reply {
                summary.id == id && summary.reason == reason
            } else {
                false
            }
        }
    }

    private static func isNotice(_ reply: AgentReply.Content) -> Bool {
        if case .event(.notice) = reply { true } else { false }
    }

    // MARK: - Limits

    @Test(
        "a limit ends an answered call, with and without video, and listening goes on",
        arguments: [false, true])
    func staysOnLine(isVideo: Bool) async throws {
        try await listening(stayOnLine: 5) { fixture, time, _, replies in
            for id in [17, 18] as [CallID] {
                fixture.calls.report(Self.call(id, isVideo: isVideo))
                _ = try await next(&replies, where: Self.isAnswered(id))
                fixture.calls.report(
                    isVideo
                        ? .firstPicture(id, from: 5, milliseconds: 10) : .firstSound(id, from: 5, milliseconds: 10))
                await time.someoneSleeps(for: .seconds(5))
                #expect(fixture.calls.steps.last != .hangUp)
                time.advance(by: .seconds(5))
                _ = try await next(&replies, where: Self.isEnded(id, .hungUp))
            }
        }
    }

    @Test("an automatically answered call ends after the limit, even without media")
    func longest() async throws {
        try await listening(AutoAnswer(people: .anyone, longest: 60)) { fixture, time, _, replies in
            fixture.calls.report(Self.call(17, isVideo: true))
            _ = try await next(&replies, where: Self.isAnswered(17))
            await time.someoneSleeps(for: .seconds(60))
            time.advance(by: .seconds(60))
            #expect(
                try await next(&replies, where: Self.isNotice)
                    == .event(event: .notice(.terminalTimeLimit)))
            _ = try await next(&replies, where: Self.isEnded(17, .hungUp))
            // Its limits do not apply to the next one.
            fixture.calls.report(Self.call(18, isVideo: true))
            _ = try await next(&replies, where: Self.isAnswered(18))
            await time.someoneSleeps(for: .seconds(60))
        }
    }

    @Test(
        "an automatically answered call ends when the caller leaves, unless told to stay",
        arguments: [true, false])
    func leavesWithCaller(leaves: Bool) async throws {
        let wish = AutoAnswer(people: .anyone, leavesWithCaller: leaves)
        try await listening(wish) { fixture, _, _, replies in
            fixture.calls.report(Self.call(17, isVideo: false))
            _ = try await next(&replies, where: Self.isAnswered(17))
            fixture.calls.people.set([
                CallParticipant(user: 1, name: "Alice Test", status: .joined, isSelf: true),
                CallParticipant(user: 5, name: "Bob", status: .left),
                CallParticipant(user: 7, name: "Eve", status: .joined),
            ])
            fixture.calls.report(.participantLeft(17, 7))
            fixture.calls.report(.participantLeft(17, 5))
            _ = try await next(&replies) { $0 == .event(event: .call(.participantLeft(17, 5))) }
            if leaves {
                _ = try await next(&replies, where: Self.isEnded(17, .hungUp))
            } else {
                fixture.calls.report(.muteRequested(17, by: 7, name: "Eve"))
                #expect(
                    try await next(&replies) { _ in true }
                        == .event(event: .call(.muteRequested(17, by: 7, name: "Eve"))))
                #expect(fixture.calls.steps.last != .hangUp)
            }
        }
    }

    @Test("a call whose caller was the only other participant ends by itself")
    func endsWithCaller() async throws {
        try await listening { fixture, _, _, replies in
            fixture.calls.report(Self.call(17, isVideo: false))
            _ = try await next(&replies, where: Self.isAnswered(17))
            fixture.calls.people.set([
                CallParticipant(user: 1, name: "Alice Test", status: .joined, isSelf: true),
                CallParticipant(user: 5, name: "Bob", status: .left),
            ])
            fixture.calls.report(.participantLeft(17, 5))
            fixture.calls.report(.ended(EventSamples.summary(.remoteHungUp)))
            _ = try await next(&replies, where: Self.isEnded(17, .remoteHungUp))
            #expect(!fixture.calls.steps.contains(.hangUp))
        }
    }

    // MARK: - What is away

    @Test("a lost server is reported once, and so is its return, and calls arrive again")
    func serverAway() async throws {
        try await listening { fixture, time, _, replies in
            fixture.server.fail(.unreachable)
            fixture.line.lose()
            let clock = Task {
                while !Task.isCancelled {
                    await time.someoneSleeps()
                    time.advance(by: .seconds(30))
                }
            }
            #expect(
                try await next(&replies, where: Self.isNotice)
                    == .event(
                        event: .notice(
                            .terminalAway)))
            fixture.server.fail(nil)
            #expect(
                try await next(&replies, where: Self.isNotice)
                    == .event(event: .notice(.terminalCallsComeIn)))
            clock.cancel()
            fixture.calls.report(Self.call(17, isVideo: false))
            _ = try await next(&replies, where: Self.isAnswered(17))
        }
    }

    @Test("a connection that returns at the first attempt is not reported")
    func reach() {
        let table: [([SignalingState], [Text?])] = [
            ([.connecting, .waiting(.zero), .connecting, .online], [nil, nil, nil, nil]),
            ([.waiting(.seconds(1)), .connecting, .signedOut(nil)], [nil, nil, nil]),
        ]
        for (states, said) in table {
            var reach = ServerReach()
            #expect(states.map { reach.take($0) } == said)
        }
        var reach = ServerReach()
        let states: [SignalingState] = [
            .connecting, .waiting(.zero), .connecting, .waiting(.seconds(1)), .connecting, .waiting(.seconds(2)),
            .connecting, .online,
        ]
        for _ in 0..<2 {
            let said = states.map { reach.take($0) }
            #expect(said.map { $0 != nil } == [false, false, false, true, false, false, false, true])
        }
    }

    @Test("a sign-out in another terminal ends listening, with the reason")
    func signedOutHere() async throws {
        try await listening { fixture, _, _, replies in
            try await fixture.connect { _ = try await $0.result(of: .signOut) }
            #expect(try await next(&replies) { $0.isLast } == .failure(failure: .signedOutHere))
            #expect(CommandFailure.signedOutHere.status == .notSignedIn)
        }
    }

    @Test("listening reports that its agent was stopped")
    func stopped() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    let listen = AgentCommand.listen(autoAnswer: nil, once: false, media: MediaChoice())
                    var replies = await link.send(listen).replies.makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .listening) }
                    _ = await link.send(.stop)
                    #expect(try await next(&replies) { $0.isLast } == .failure(failure: .stopped))
                }
            }
        }
    }

    // MARK: - Ringing

    @Test(
        "a call rings on the loudspeaker until it is answered, declined or canceled",
        arguments: ["answer", "decline", "cancel", "silent"])
    func rings(end: String) async throws {
        try await listening(nil, media: MediaChoice(rings: end != "silent")) { fixture, _, _, replies in
            fixture.calls.report(Self.call(17, isVideo: false))
            _ = try await next(&replies) { $0 == .event(event: .call(Self.call(17, isVideo: false))) }
            if end != "silent" {
                try await fixture.tones.until(1)
                #expect(fixture.tones.steps == [.began(.ringing, DeviceWishes())])
            }
            switch end {
            case "answer":
                try await fixture.connect { other in
                    var answering = await other.send(.answer(media: MediaChoice())).replies.makeAsyncIterator()
                    _ = try await next(&answering, where: Self.isAnswered(17))
                }
            case "decline":
                try await fixture.connect { _ = try await $0.result(of: .decline(reply: nil)) }
            default: fixture.calls.report(.ended(EventSamples.summary(.cancelled)))
            }
            _ = try await next(&replies) { if case .event(.call(.ended)) = $0 { true } else { false } }
            guard end != "silent" else { return #expect(fixture.tones.steps == []) }
            try await fixture.tones.until(2)
            #expect(fixture.tones.steps == [.began(.ringing, DeviceWishes()), .ended(.ringing)])
        }
    }

    @Test("two listening commands ring once, and a missing loudspeaker is reported once, by one of them")
    func ringsOnce() async throws {
        try await listening(nil, media: MediaChoice(rings: true)) { fixture, _, link, replies in
            let second = AgentCommand.listen(autoAnswer: nil, once: false, media: MediaChoice(rings: true))
            var others = await link.send(second).replies.makeAsyncIterator()
            _ = try await next(&others) { $0 == .event(event: .listening) }
            fixture.calls.report(Self.call(17, isVideo: false))
            try await fixture.tones.until(1)
            fixture.calls.report(.ended(EventSamples.summary(.cancelled)))
            try await fixture.tones.until(2)
            fixture.tones.fail()
            for id in [18, 19] as [CallID] {
                fixture.calls.report(Self.call(id, isVideo: false))
                fixture.calls.report(
                    .ended(CallSummary(id: id, reason: .cancelled, problem: nil, statistics: CallStatistics())))
            }
            fixture.calls.report(Self.call(20, isVideo: false))
            #expect(
                try await next(&replies, where: Self.isNotice)
                    == .event(
                        event: .notice(
                            .hint(.terminalMediaNoRinging, .mediaNoLoudspeaker))
                    ))
            #expect(fixture.tones.steps.count == 2)
        }
    }

    @Test(
        "the caller hears a ringback tone until someone answers, or the call ends", arguments: [true, false])
    func ringback(isAnswered: Bool) async throws {
        try await listening(nil) { fixture, _, _, _ in
            try await fixture.connect { link in
                var replies = await link.send(.call(people: ["Eve"], media: MediaChoice(rings: true)))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .call(.ringing(17))) }
                try await fixture.tones.until(1)
                #expect(fixture.tones.steps == [.began(.ringback, DeviceWishes())])
                if isAnswered {
                    fixture.calls.report(.encryption(17, .waitingForKey))
                    fixture.calls.report(.answered(17, by: 7, name: "Eve"))
                } else {
                    try await fixture.connect { _ = try await $0.result(of: .hangUp) }
                }
                try await fixture.tones.until(2)
                #expect(fixture.tones.steps.last == .ended(.ringback))
            }
        }
    }
}

@Suite("Audible calls", .timeLimit(.minutes(1)))
struct AudibleRingsTests {
    private static let incoming = CallEvent.incoming(EventSamples.incoming)

    @Test("an incoming call is audible until an event other than a notice")
    func ringing() {
        let ends: [CallEvent] = [
            .encryption(17, .waitingForKey), .participantJoined(17, 5, name: "Bob"),
            .ended(EventSamples.summary(.cancelled)), .signedOut,
        ]
        for end in ends {
            var rings = AudibleRings(.ringing)
            #expect(!rings.isAudible)
            rings.take(Self.incoming)
            rings.take(.notice(17, .verbatim("A remark.")))
            rings.take(.encryption(18, .protected))
            #expect(rings.isAudible)
            rings.take(end)
            #expect(!rings.isAudible, "\(end)")
        }
        var other = AudibleRings(.ringing)
        other.take(.ringing(17))
        #expect(!other.isAudible)
    }

    @Test("ringback is audible from the first ringing device until someone answers")
    func ringback() {
        for end in [CallEvent.answered(17, by: 5, name: "Bob"), .ended(EventSamples.summary(.busy))] {
            var rings = AudibleRings(.ringback)
            rings.take(Self.incoming)
            rings.take(.encryption(17, .waitingForKey))
            #expect(!rings.isAudible)
            rings.take(.ringing(17))
            rings.take(.encryption(17, .waitingForKey))
            #expect(rings.isAudible)
            rings.take(end)
            #expect(!rings.isAudible)
        }
    }

    @Test("the terminal's bell repeats until the call stops ringing")
    func bell() async throws {
        let time = ManualTime()
        let count = LockedValue(0)
        let bell = Bell(time: time) { count.withLock { $0 += 1 } }
        bell.take(.listening)
        bell.take(.call(Self.incoming))
        for expected in 1...3 {
            await time.someoneSleeps(for: Bell.period)
            #expect(count.withLock { $0 } == expected)
            time.advance(by: Bell.period)
        }
        await time.someoneSleeps(for: Bell.period)
        bell.take(.call(.ended(EventSamples.summary(.cancelled))))
        let rung = count.withLock { $0 }
        time.advance(by: .seconds(60))
        bell.take(.call(Self.incoming))
        await time.someoneSleeps(for: Bell.period)
        #expect(count.withLock { $0 } == rung + 1)
        bell.stop()
    }

    @Test("listening restarts after a lost agent or server, at growing intervals, and after nothing else")
    func persistence() {
        let persistence = Persistence(random: { 0 })
        let printed = PrintedLines()
        #expect(persistence.retry(after: .notSignedIn) == nil && persistence.retry(after: .stopped) == nil)
        let killed = persistence.retry(after: .noAgent)
        #expect(killed?.delay == .zero)
        let sentence = killed.map { Texts().string($0.sentence) }
        #expect(sentence == "The agent was killed. Starting it again at once …")
        #expect(persistence.retry(after: .noAgent)?.delay == .seconds(1))
        #expect(persistence.retry(after: .noAgent)?.delay == .seconds(2))
        persistence.succeeded(printed.printer(json: false))
        #expect(printed.output.isEmpty)
        let away = (0..<7).compactMap { _ in persistence.retry(after: .unreachable)?.delay }
        #expect(away == [1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
        persistence.succeeded(printed.printer(json: false))
        #expect(printed.output == ["Connected again."])
        #expect(persistence.retry(after: .unreachable)?.delay == .seconds(1))
    }
}

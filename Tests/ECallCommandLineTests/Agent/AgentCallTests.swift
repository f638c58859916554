import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import Foundation
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine
@testable import ECallServerTestSupport

@Suite("The agent's calls", .timeLimit(.minutes(1)))
struct AgentCallTests {
    /// An agent whose person is signed in.
    private func signedIn(_ body: @escaping @Sendable (AgentFixture) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { try await fixture.signIn($0) }
                try await fixture.befriend()
                try await body(fixture)
            }
        }
    }

    private static func isRinging(_ content: AgentReply.Content) -> Bool {
        content == .event(event: .call(.ringing(17)))
    }

    @Test("a command in one terminal ends the call of another")
    func hangUpElsewhere() async throws {
        try await signedIn { fixture in
            try await fixture.connect { caller in
                let media = MediaChoice(video: true, testSource: 3)
                var replies = await caller.send(.call(people: ["BOBB"], media: media)).replies.makeAsyncIterator()
                _ = try await next(&replies, where: Self.isRinging)
                try await fixture.connect { other in
                    let answer = try await other.result(of: .hangUp)
                    #expect(answer == .done)
                }
                let last = try await next(&replies) { $0.isLast }
                guard case .result(.call(let summary)) = last else {
                    Issue.record("\(last)")
                    return
                }
                #expect(summary.reason == .hungUp)
                #expect(fixture.calls.steps == [.call([6], media.options), .hangUp])
            }
        }
    }

    /// The command's output before it ends, and the orders to its calls.
    private static func outcome(
        of command: AgentCommand, _ link: AgentLink
    ) async throws -> (said: [String], failure: CommandFailure?) {
        var said: [String] = []
        for await content in await link.send(command).replies {
            switch content {
            case .event(.notice(let text)): said.append(Texts().string(text))
            case .event(.call(.ringing)): return (said, nil)
            case .failure(let failure): return (said, failure)
            default: break
            }
        }
        return (said, nil)
    }

    /// Bob, who is verified, and Eve, who was met, have their present names.
    private static func meet(_ fixture: AgentFixture, _ link: AgentLink) async throws {
        _ = try await link.result(of: .trust(person: "5"))
        let storage = try #require(fixture.calls.storage.withLock { $0 })
        let text = #"""
            {"pins":{"5_55":{"sign":"x","serial":1,"basis":"verified"},
             "7_77":{"sign":"y","serial":1,"basis":"firstUse"}}}
            """#
        try DevicePinStore(storage, people: KeptPeopleStore(storage, now: { 1 })).save(
            try JSONDecoder().decode(DevicePins.self, from: Data(text.utf8)))
        _ = try await link.result(of: .contacts(language: nil))
    }

    @Test("a contact renamed by the operator to a removed verified one's name does not ring silently")
    func renamed() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                try await Self.meet(fixture, link)
                let real = try await fixture.server.real
                let bob = try await real.signIn(5, device: 56, name: "Bob", befriends: false)
                let eve = try await real.signIn(7, device: 78, name: "Eve", befriends: false)
                let alice = try #require(fixture.server.signedIn)
                try await real.app.call(.updateUser, UpdateUserRequest(displayName: "Bob"), as: eve).expectOK()
                try await real.app.call(.deleteContact, id: alice.userId.rawValue, as: bob).expectOK()
                let media = MediaChoice()
                let byName = try await Self.outcome(of: .call(people: ["Bob"], media: media), link)
                #expect(byName.failure?.message == "Bob (5) is no longer in your contacts. You had verified them.")
                #expect(fixture.calls.steps == [])
                // She rings under the name with which she was met, and a line before gives the server's name for her.
                let byKept = try await Self.outcome(of: .call(people: ["eve"], media: media), link)
                #expect(
                    byKept.said == [
                        "The server now lists Eve (7) as “Bob”. You met them as Eve (7)."
                            + " To accept the new name: ecall trust 7 --accept-name 'Bob'"
                    ])
                #expect(fixture.calls.steps == [.call([7], media.options)])
            }
        }
    }

    @Test("a stranger with a known person's name must be called by number, after a warning")
    func namesake() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                try await Self.meet(fixture, link)
                let real = try await fixture.server.real
                let bobby = try await real.signIn(6, device: 67, name: "Bobby", befriends: false)
                try await real.app.call(.updateUser, UpdateUserRequest(displayName: "BOB"), as: bobby).expectOK()
                let media = MediaChoice()
                let byName = try await Self.outcome(of: .call(people: ["Bob"], media: media), link)
                #expect(byName.failure?.status == .noSuchPerson && fixture.calls.steps == [])
                let byNumber = try await Self.outcome(of: .call(people: ["6"], media: media), link)
                #expect(byNumber.said == ["User 6 isn’t the Bob you verified, who is 5."])
                #expect(fixture.calls.steps == [.call([6], media.options)])
            }
        }
    }

    @Test("a contact's new name from the server is accepted only if the user confirms exactly that name")
    func acceptsName() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                try await Self.meet(fixture, link)
                let real = try await fixture.server.real
                let eve = try await real.signIn(7, device: 78, name: "Eve", befriends: false)
                try await real.app.call(.updateUser, UpdateUserRequest(displayName: "Eva"), as: eve).expectOK()
                await #expect(throws: CommandFailure(.wrongState, .terminalServerLists(name: "Eve", said: "Eva"))) {
                    try await link.result(of: .acceptName(person: "eve", name: "Bob"))
                }
                let taken = try await link.result(of: .acceptName(person: "eve", name: "Eva"))
                #expect(taken == .person(person: ECallCommandLine.Person(id: 7, name: "Eva")))
                guard case .contacts(let contacts) = try await link.result(of: .contacts(language: nil)) else {
                    Issue.record("no contacts")
                    return
                }
                #expect(contacts.first { $0.id == 7 } == ECallCommandLine.Person(id: 7, name: "Eva", isFavorite: false))
            }
        }
    }

    @Test("events are in order, and the end comes as the result")
    func events() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                let command = AgentCommand.call(people: ["7"], media: MediaChoice())
                var replies = await link.send(command).replies.makeAsyncIterator()
                _ = try await next(&replies, where: Self.isRinging)
                let happening: [CallEvent] = [
                    .answered(17, by: 7, name: "Eve"), .encryption(17, .protected),
                    .firstSound(17, from: 7, milliseconds: 400), .notice(17, .verbatim("Eve has a new device.")),
                    .ended(EventSamples.summary(.remoteHungUp)),
                ]
                for event in happening { fixture.calls.report(event) }
                for event in happening {
                    #expect(await replies.next() == .event(event: .call(event)))
                }
                let summary = EventSamples.summary(.remoteHungUp)
                #expect(await replies.next() == .result(result: .call(summary: summary)))
                #expect(await replies.next() == nil)
            }
        }
    }

    @Test("Ctrl-C ends the call in order: its end is reported before the result")
    func cancel() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                let (id, stream) = await link.send(.call(people: ["Eve"], media: MediaChoice()))
                var replies = stream.makeAsyncIterator()
                _ = try await next(&replies, where: Self.isRinging)
                let answer = try await link.result(of: .cancel(request: id))
                #expect(answer == .done)
                let summary = EventSamples.summary(.hungUp)
                #expect(await replies.next() == .event(event: .call(.ended(summary))))
                #expect(await replies.next() == .result(result: .call(summary: summary)))
            }
        }
    }

    @Test("a command that dies hangs up its call")
    func connectionLost() async throws {
        try await signedIn { fixture in
            try await fixture.connect { caller in
                var replies = await caller.send(.call(people: ["Eve"], media: MediaChoice()))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies, where: Self.isRinging)
            }
            // Polls a double.
            while fixture.calls.steps.last != .hangUp { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("listening answers a call automatically, with video only if the call has it", arguments: [true, false])
    func autoAnswer(isVideo: Bool) async throws {
        let call = IncomingCall(
            id: 17, room: 900, caller: 5, callerDevice: 55, callerName: "Bob", isVideo: isVideo)
        try await signedIn { fixture in
            try await fixture.connect { link in
                let media = MediaChoice(video: true, relayOnly: true)
                var replies = await link.send(.listen(autoAnswer: .anyone, once: true, media: media))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .listening) }
                fixture.calls.report(.incoming(call))
                _ = try await next(&replies) { $0 == .event(event: .call(.encryption(17, .waitingForKey))) }
                var options = media.options
                options.video = isVideo
                #expect(fixture.calls.steps == [.answer(options)])
                fixture.calls.report(.ended(EventSamples.summary(.remoteHungUp)))
                let last = try await next(&replies) { $0.isLast }
                #expect(last == .result(result: .call(summary: EventSamples.summary(.remoteHungUp))))
            }
        }
    }

    @Test("ending to listen hangs up a call that it answered")
    func endOfListening() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                let (id, stream) = await link.send(.listen(autoAnswer: .anyone, once: false, media: MediaChoice()))
                var replies = stream.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .listening) }
                fixture.calls.report(.incoming(EventSamples.incoming))
                _ = try await next(&replies) { $0 == .event(event: .call(.encryption(17, .waitingForKey))) }
                _ = await link.send(.cancel(request: id))
                let last = try await next(&replies) { $0.isLast }
                #expect(last == .result(result: .call(summary: EventSamples.summary(.hungUp))))
                #expect(fixture.calls.steps.last == .hangUp)
            }
        }
    }

    @Test("a ringing call is answered or declined from another terminal", arguments: [true, false])
    func answerElsewhere(answers: Bool) async throws {
        try await signedIn { fixture in
            try await fixture.connect { listener in
                var seen = await listener.send(.listen(autoAnswer: nil, once: true, media: MediaChoice()))
                    .replies.makeAsyncIterator()
                _ = try await next(&seen) { $0 == .event(event: .listening) }
                fixture.calls.report(.incoming(EventSamples.incoming))
                _ = try await next(&seen) { $0 == .event(event: .call(.incoming(EventSamples.incoming))) }
                try await fixture.connect { other in
                    guard answers else {
                        let answer = try await other.result(of: .decline(reply: nil))
                        #expect(answer == .done)
                        return
                    }
                    var replies = await other.send(.answer(media: MediaChoice())).replies.makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .call(.encryption(17, .waitingForKey))) }
                    fixture.calls.report(.ended(EventSamples.summary(.remoteHungUp)))
                    _ = try await next(&replies) { $0.isLast }
                }
                let reason: CallEndReason = answers ? .remoteHungUp : .declined
                let last = try await next(&seen) { $0.isLast }
                #expect(last == .result(result: .call(summary: EventSamples.summary(reason))))
            }
        }
    }

    @Test("listening reports nothing of a running call, and everything of a ringing one")
    func secondListener() async throws {
        try await signedIn { fixture in
            try await fixture.connect { first in
                var taken = await first.send(.listen(autoAnswer: .anyone, once: true, media: MediaChoice()))
                    .replies.makeAsyncIterator()
                _ = try await next(&taken) { $0 == .event(event: .listening) }
                fixture.calls.report(.incoming(EventSamples.incoming))
                _ = try await next(&taken) { $0 == .event(event: .call(.encryption(17, .waitingForKey))) }
                try await fixture.connect { second in
                    var seen = await second.send(.listen(autoAnswer: nil, once: true, media: MediaChoice()))
                        .replies.makeAsyncIterator()
                    #expect(await seen.next() == .event(event: .listening))
                    fixture.calls.report(.participantJoined(17, 5, name: "Bob"))
                    let next = IncomingCall(
                        id: 18, room: 900, caller: 7, callerDevice: 77, callerName: "Eve", isVideo: false)
                    fixture.calls.report(.incoming(next))
                    #expect(await seen.next() == .event(event: .call(.incoming(next))))
                }
                #expect(fixture.calls.steps == [.answer(CallOptions(video: false))])
            }
        }
    }

    @Test("listening ends with status 3 once the server no longer knows the device")
    func revoked() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                var replies = await link.send(.listen(autoAnswer: nil, once: false, media: MediaChoice()))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .listening) }
                fixture.calls.report(.signedOut)
                #expect(await replies.next() == .failure(failure: .signedOutByServer))
                #expect(CommandFailure.signedOutByServer.status == .notSignedIn)
                #expect(await replies.next() == nil)
            }
        }
    }

    @Test("listening goes on while the account is suspended, and reports that")
    func suspended() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                var replies = await link.send(.listen(autoAnswer: nil, once: false, media: MediaChoice()))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .listening) }
                fixture.calls.report(.suspended(.verbatim("Suspended: spam")))
                #expect(await replies.next() == .event(event: .call(.suspended(.verbatim("Suspended: spam")))))
                let call = EventSamples.incoming
                fixture.calls.report(.incoming(call))
                #expect(await replies.next() == .event(event: .call(.incoming(call))))
            }
        }
    }

    @Test("unusable media are reported before listening begins")
    func unusable() async throws {
        try await signedIn { fixture in
            fixture.calls.refusal.withLock { $0 = .unusable(.verbatim("Recordings need a directory.")) }
            try await fixture.connect { link in
                await #expect(throws: CommandFailure(.failure, .verbatim("Recordings need a directory."))) {
                    try await link.result(of: .listen(autoAnswer: .anyone, once: true, media: MediaChoice()))
                }
            }
        }
    }

    @Test("Ctrl-C before the call is placed rings no one")
    func cancelledBefore() async throws {
        let calls = ScriptedCalls()
        let follower = CallFollower(calls: calls, events: calls.events, time: SystemTime(), reply: { _ in })
        let task = Task { () async throws(CommandFailure) -> CallSummary in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await follower.run(expecting: nil) { () async throws(CallFailure) in
                try await calls.call([5], options: CallOptions(video: false))
            }
        }
        await #expect(throws: CommandFailure(.interrupted, .terminalInterrupted)) { _ = try await task.value }
        #expect(calls.steps.isEmpty)
    }

    @Test("the video of a call goes to the command that draws it")
    func pictures() async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                let rendering = Rendering(displays: [], box: PictureBox(width: 320, height: 240))
                var replies = await link.send(.call(people: ["Eve"], media: MediaChoice(rendering: rendering)))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies, where: Self.isRinging)
                guard case .call(_, let options)? = fixture.calls.steps.first else { return }
                try #require(options.pictures).send(PictureTests.picture, of: 7, name: "Eve")
                var assembly = PictureAssembly()
                _ = try await next(&replies) { content in
                    guard case .picture(let band) = content else { return false }
                    return assembly.take(band) == PictureTests.picture
                }
            }
        }
    }

    @Test(
        "each failure has its exit status",
        arguments: [
            (AgentCommand.call(people: ["nobody"], media: MediaChoice()), CommandStatus.noSuchPerson),
            (.call(people: ["bo"], media: MediaChoice()), .noSuchPerson),
            (.answer(media: MediaChoice()), .wrongState), (.decline(reply: nil), .wrongState), (.hangUp, .wrongState),
            (.add(tokenOrLink: "https://example.org/"), .failure), (.requestCode(form: AgentFixture.form), .failure),
        ])
    func refusals(command: AgentCommand, status: CommandStatus) async throws {
        try await signedIn { fixture in
            try await fixture.connect { link in
                do throws(CommandFailure) {
                    _ = try await link.result(of: command)
                    Issue.record("no failure")
                } catch {
                    #expect(error.status == status)
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }
}

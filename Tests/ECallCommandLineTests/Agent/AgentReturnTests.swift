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

@Suite("An agent that follows a killed one", .timeLimit(.minutes(1)))
struct AgentReturnTests {
    private static let media = MediaChoice(video: true, testSource: 3)

    /// A person is signed in, and the next agent starts with what a killed one stored.
    private func afterKill(
        keeping kept: KeptCall, calls: (ScriptedCalls) -> Void = { _ in },
        _ body: @escaping @Sendable (AgentFixture) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let former = try AgentFixture(in: directory)
            try await former.run {
                try await former.connect { try await former.signIn($0) }
                try await former.befriend()
            }
            KeptCallFile(path: former.host.files.call).write(kept)
            let fixture = try AgentFixture(in: directory, server: former.server)
            calls(fixture.calls)
            try await fixture.run { try await body(fixture) }
            #expect(!FileManager.default.fileExists(atPath: fixture.host.files.call))
        }
    }

    private func kept(_ media: MediaChoice = media) -> KeptCall {
        KeptCall(call: RunningCall(id: 17, videoCodec: .vp8), media: media)
    }

    @Test("the call is stored while it has participants, readable by the owner alone, and removed with its end")
    func keeps() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { try await fixture.signIn($0) }
                try await fixture.befriend()
                try await fixture.connect { link in
                    var replies = await link.send(.call(people: ["Eve"], media: Self.media)).replies.makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .call(.ringing(17))) }
                    let file = KeptCallFile(path: fixture.host.files.call)
                    #expect(file.read() == nil, "nobody is there yet")
                    fixture.calls.report(.participantJoined(17, 7, name: "Eve"))
                    while !Task.isCancelled, file.read() == nil { try await pause() }
                    #expect(file.read() == kept())
                    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                    #expect(attributes[.posixPermissions] as? Int == 0o600)
                    fixture.calls.report(.ended(EventSamples.summary(.remoteHungUp)))
                    _ = try await next(&replies) { $0.isLast }
                    #expect(file.read() == nil)
                }
            }
        }
    }

    @Test("a call that was answered without video sends none after the return", arguments: [true, false])
    func keepsWhatWasOffered(isVideo: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { try await fixture.signIn($0) }
                try await fixture.connect { link in
                    let listen = AgentCommand.listen(autoAnswer: .anyone, once: true, media: Self.media)
                    var replies = await link.send(listen).replies.makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .listening) }
                    let offered = IncomingCall(
                        id: 17, room: 900, caller: 7, callerDevice: 77, callerName: "Eve", isVideo: isVideo)
                    fixture.calls.report(.incoming(offered))
                    _ = try await next(&replies) {
                        if case .event(event: .call(.encryption)) = $0 { true } else { false }
                    }
                    fixture.calls.report(.participantJoined(17, 7, name: "Eve"))
                    let file = KeptCallFile(path: fixture.host.files.call)
                    while !Task.isCancelled, file.read() == nil { try await pause() }
                    #expect(file.read()?.media.video == isVideo)
                }
            }
        }
    }

    @Test("the agent returns by itself, without a command, and takes part as before")
    func returns() async throws {
        try await afterKill(keeping: kept()) { fixture in
            let expected = ScriptedCalls.Step.resume(kept().call, Self.media.options)
            while !Task.isCancelled, fixture.calls.steps.isEmpty { try await pause() }
            #expect(fixture.calls.steps == [expected])
            // It ends properly, and the call with it.
        }
    }

    @Test("the command that started the call follows it to its end")
    func follows() async throws {
        try await afterKill(keeping: kept()) { fixture in
            try await fixture.connect { link in
                let (id, stream) = await link.send(.followReturned)
                var replies = stream.makeAsyncIterator()
                // Nothing tells when the command starts to receive events.
                let joining = Task {
                    while !Task.isCancelled {
                        fixture.calls.report(.participantJoined(17, 7, name: "Eve"))
                        // Polls, because there is no event.
                        try await Task.sleep(for: .milliseconds(5))
                    }
                }
                _ = try await next(&replies) { $0 == .event(event: .call(.participantJoined(17, 7, name: "Eve"))) }
                joining.cancel()
                _ = try await link.result(of: .cancel(request: id))
                let last = try await next(&replies) { $0.isLast }
                #expect(last == .result(result: .call(summary: EventSamples.summary(.hungUp))))
            }
            try await fixture.connect { link in
                await #expect(throws: CommandFailure(CallFailure.noCall)) {
                    try await link.result(of: .followReturned)
                }
            }
        }
    }

    @Test(
        "listening reports the resumed call as one answered before, and goes on after it",
        arguments: [true, false])
    func listens(once: Bool) async throws {
        try await afterKill(keeping: kept(), calls: { $0.resuming.shut() }) { fixture in
            try await fixture.connect { link in
                let listen = AgentCommand.listen(autoAnswer: .anyone, once: once, media: Self.media)
                var replies = await link.send(listen).replies.makeAsyncIterator()
                #expect(try await next(&replies) { _ in true } == Self.returning)
                await fixture.calls.resuming.someoneWaits()
                fixture.calls.resuming.open()
                while !Task.isCancelled, fixture.calls.steps.isEmpty { try await pause() }
                _ = try await next(&replies) {
                    if case .event(event: .call(.encryption)) = $0 { true } else { false }
                }
                let summary = EventSamples.summary(.remoteHungUp)
                fixture.calls.report(.ended(summary))
                #expect(try await next(&replies) { _ in true } == .event(event: .call(.ended(summary))))
                let after = try await next(&replies) { _ in true }
                #expect(after == (once ? .result(result: .call(summary: summary)) : .event(event: .listening)))
            }
        }
    }

    @Test("listening waits where the agent is not admitted again, and answers the next call automatically")
    func listensAfterwards() async throws {
        let isOver = { (calls: ScriptedCalls) in
            calls.endsBefore()
            calls.resuming.shut()
        }
        try await afterKill(keeping: kept(), calls: isOver) { fixture in
            try await fixture.connect { link in
                let listen = AgentCommand.listen(autoAnswer: .anyone, once: true, media: Self.media)
                var replies = await link.send(listen).replies.makeAsyncIterator()
                #expect(try await next(&replies) { _ in true } == Self.returning)
                await fixture.calls.resuming.someoneWaits()
                fixture.calls.resuming.open()
                #expect(
                    try await next(&replies) { _ in true }
                        == .event(event: .notice(.terminalReturnFailed)))
                #expect(try await next(&replies) { _ in true } == .event(event: .listening))
                fixture.calls.report(
                    .incoming(
                        IncomingCall(
                            id: 18, room: 900, caller: 7, callerDevice: 77, callerName: "Eve", isVideo: true)))
                _ = try await next(&replies) {
                    if case .event(event: .call(.encryption)) = $0 { true } else { false }
                }
            }
        }
    }

    private static let returning = AgentReply.Content.event(event: .notice(.terminalReturning))

    @Test("a call that ended meanwhile is forgotten, and the next one works as usual")
    func over() async throws {
        try await afterKill(keeping: kept(), calls: { $0.endsBefore() }) { fixture in
            let file = KeptCallFile(path: fixture.host.files.call)
            while !Task.isCancelled, file.read() != nil { try await pause() }
            try await fixture.connect { link in
                await #expect(throws: CommandFailure(CallFailure.noCall)) {
                    try await link.result(of: .followReturned)
                }
                let answer = try await link.result(of: .whoAmI)
                guard case .account = answer else { throw CommandFailure(.failure, .verbatim("\(answer)")) }
            }
        }
    }

    @Test("another call waits until the former one is known to be over, and is not refused")
    func callsAfterwards() async throws {
        let isOver = { (calls: ScriptedCalls) in
            calls.endsBefore()
            calls.resuming.shut()
        }
        try await afterKill(keeping: kept(), calls: isOver) { fixture in
            try await fixture.connect { link in
                var replies = await link.send(.call(people: ["Eve"], media: Self.media)).replies.makeAsyncIterator()
                await fixture.calls.resuming.someoneWaits()
                #expect(fixture.calls.steps.isEmpty)
                fixture.calls.resuming.open()
                _ = try await next(&replies) { $0 == .event(event: .call(.ringing(17))) }
                let (resumed, called) = (kept().call, Self.media.options)
                #expect(fixture.calls.steps == [.resume(resumed, called), .call([7], called)])
            }
        }
    }

    @Test("a malformed file contains no call")
    func malformed() throws {
        try withTemporaryDirectory { directory in
            let file = KeptCallFile(path: directory.path + "/agent.call")
            for text in ["", "{}", "[1]", #"{"call":{"id":1}}"#] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
                #expect(file.read() == nil)
            }
        }
    }

    @Test("a command whose agent is killed follows a call only if it had other participants")
    func following() {
        let wanted = AgentCommand.call(people: ["Eve"], media: Self.media)
        let following = CallFollowing()
        #expect(following.command(wanted) == wanted && !following.isInCall)
        following.take(.call(.participantJoined(17, 7, name: "Eve")))
        #expect(following.isInCall && following.command(wanted) == .followReturned)
        following.take(.call(.ended(EventSamples.summary(.remoteHungUp))))
        #expect(!following.isInCall && following.command(wanted) == wanted)
        let listen = AgentCommand.listen(autoAnswer: .anyone, once: false, media: Self.media)
        #expect(following.command(listen) == listen)
    }
}

import ECallAPI
import ECallCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("The status of a call", .timeLimit(.minutes(1)))
struct StatusTests {
    static let call = CallOverview(
        id: 17, state: .inCall, seconds: 754, encryption: .protected,
        own: .init(
            quality: .good, audio: .init(bitsPerSecond: 34_400, loss: 0),
            video: .init(bitsPerSecond: 612_000, loss: 0.004, width: 640, height: 480), roundTripMilliseconds: 42.6,
            path: "relay/host", isRelayed: true),
        participants: [
            .init(
                user: 5, name: "Bob\u{7}", connection: .connected, quality: .poor,
                audio: .init(bitsPerSecond: 30_000, loss: 0.12, jitterMilliseconds: 12)),
            .init(user: 6, name: "Eve", connection: .reconnecting, quality: .lost),
            .init(user: 7, name: "Ida", connection: .connected),
        ])

    @Test("the status has bars, sentences and numbers")
    func text() {
        #expect(
            CallStatusFormatter().lines(for: Self.call) == [
                "In a call with Bob\u{FFFD}, Eve, and Ida for 12:34. End-to-end encrypted. The server can’t listen.",
                "  ▂▄▆ You: Your connection is good.",
                "      sent      audio 34 kbit/s (0 % lost), video 640x480 612 kbit/s (0 % lost), "
                    + "43 ms round trip, relayed",
                "  ▂·· Bob\u{FFFD}: Bob\u{FFFD}’s connection is weak.",
                "      received  audio 30 kbit/s (12 % lost)",
                "  ··· Eve: Eve’s connection is lost. Waiting …", "  ··· Ida: Nothing received yet.",
            ])
        var weak = Self.call
        (weak.own.quality, weak.seconds) = (.poor, 3_605)
        let lines = CallStatusFormatter().lines(for: weak)
        #expect(lines[0].contains(" for 1:00:05.") && lines[1] == "  ▂·· You: Your connection is weak.")
        #expect(lines[3] == "  ▂·· Bob\u{FFFD}: Your own connection is the cause.")
        weak.own.connection = .reconnecting
        #expect(CallStatusFormatter().lines(for: weak)[1] == "  ▂·· You: The connection is lost. Reconnecting …")
        var recorded = Self.call
        (recorded.own.isRecording, recorded.participants[2].isRecording) = (true, true)
        let said = CallStatusFormatter().lines(for: recorded)
        #expect(
            said[3] == "      You are recording. The others are notified."
                && said.last == "      Ida is recording this call.")
        var shared = Self.call
        shared.participants[0].isSharing = true
        shared.participants[0].screen = .init(bitsPerSecond: 240_000, loss: 0.01, width: 1_920, height: 1_080)
        let screen = CallStatusFormatter().lines(for: shared)
        #expect(
            screen[4] == "      received  audio 30 kbit/s (12 % lost), screen 1920x1080 240 kbit/s (1 % lost)"
                && screen[5] == "      Bob\u{FFFD} is sharing their screen.")
        var raised = Self.call
        (raised.own.hand, raised.participants[2].hand) = (1, 2)
        let hands = CallStatusFormatter().lines(for: raised)
        #expect(
            hands[3] == "      Your hand is raised. Type: ecall hand down" && hands.last == "      Ida raised a hand.")
        var muted = Self.call
        (muted.own.isMuted, muted.participants[0].isMuted) = (true, true)
        let silent = CallStatusFormatter().lines(for: muted)
        #expect(
            silent[3] == "      You’re muted. Type: ecall unmute"
                && silent[6] == "      Bob\u{FFFD} is muted.")
    }

    @Test(
        "a missing part of the status is explained with what to do",
        arguments: [
            (CallOverview.State.incoming, "Bob is calling. Answer: ecall answer - decline: ecall decline"),
            (.calling, "Calling Bob for 0:09 …"),
            (
                .connecting,
                "Connecting with Bob … Setting up encryption. Others might not be able to hear you yet."
            ),
        ])
    func early(state: CallOverview.State, line: String) {
        let bob = CallOverview.Participant(user: 5, name: "Bob", connection: .connected)
        #expect(
            CallStatusFormatter().lines(for: CallOverview(id: 1, state: state, seconds: 9, participants: [bob])) == [
                line
            ])
    }

    @Test("the status is one stable object in JSON")
    func json() {
        let printed = PrintedLines()
        var call = Self.call
        call.participants = [Self.call.participants[0]]
        call.participants[0].isRecording = true
        printed.printer(json: true).result(.status(call: call))
        #expect(
            printed.output == [
                #"{"callId":17,"devices":[],"encryption":"protected","own":{"audio":{"bitsPerSecond":34400,"loss":0},"connection":"connected","isMuted":false,"isRecording":false,"isRelayed":true,"isVideoEnabled":false,"path":"relay/host","quality":"good","roundTripMilliseconds":42.6,"video":{"bitsPerSecond":612000,"height":480,"loss":0.004,"width":640}},"participants":[{"audio":{"bitsPerSecond":30000,"jitterMilliseconds":12,"loss":0.12},"connection":"connected","isMuted":false,"isRecording":true,"isSharing":false,"isVideoEnabled":false,"name":"Bob\u0007","quality":"poor","userId":5}],"result":"status","seconds":754,"state":"inCall"}"#
            ])
    }

    @Test("any terminal can ask the agent for the status")
    func asked() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    #expect(try await link.result(of: .status) == .status(call: nil))
                    try await fixture.signIn(link)
                    try await fixture.befriend()
                    var replies = await link.send(.call(people: ["Eve"], media: MediaChoice())).replies
                        .makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .call(.ringing(17))) }
                    fixture.calls.standing.withLock { $0 = Self.call }
                    #expect(try await link.result(of: .status) == .status(call: Self.call))
                }
            }
        }
    }

    /// Answers one after another, and then that there is no call.
    private func answers(_ calls: [CallOverview]) -> @Sendable () async throws -> CallOverview? {
        let rest = Rest(calls)
        return { rest.next() }
    }

    private final class Rest: Sendable {
        private let calls: Mutex<[CallOverview]>

        init(_ calls: [CallOverview]) { self.calls = Mutex(calls) }

        func next() -> CallOverview? { calls.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }

    private func never() -> AsyncStream<Int32> { AsyncStream { _ in } }

    @Test("the status is printed every second until the call ends, or once")
    func follow() async throws {
        var later = Self.call
        later.seconds += 1
        for isLive in [true, false] {
            let printed = PrintedLines()
            let display = StatusDisplay(printer: printed.printer(json: false), terminal: nil)
            let stream = never()
            let follower = StatusFollower(
                display: display, isLive: isLive, time: ManualTime(skipping: .seconds(1)), interrupts: { stream })
            try await follower.run(answers([Self.call, later]))
            let first = CallStatusFormatter().lines(for: Self.call)
            #expect(
                printed.output == (isLive ? first + CallStatusFormatter().lines(for: later) + ["Call ended."] : first))
        }
    }

    @Test("Ctrl-C ends the status, and a missing call is reported")
    func ends() async throws {
        let printed = PrintedLines()
        let display = StatusDisplay(printer: printed.printer(json: true), terminal: nil)
        let (stream, interrupt) = AsyncStream.makeStream(of: Int32.self)
        interrupt.yield(SIGINT)
        let follower = StatusFollower(
            display: display, isLive: true, time: ManualTime(), interrupts: { stream })
        try await follower.run(answers([Self.call]))
        #expect(printed.output.count == 1)
        await #expect(throws: CommandFailure(CallFailure.noCall)) { try await follower.run(answers([])) }
    }

    @Test("the status is redrawn in place on a terminal, and no line wraps")
    func drawn() async throws {
        let terminal = try FakeTerminal(columns: 40, rows: 24)
        let display = StatusDisplay(printer: PrintedLines().printer(json: false), terminal: terminal.link)
        display.show(Self.call)
        display.show(Self.call)
        try await terminal.until("\u{1B}[7A\r\u{1B}[J")
        try await terminal.until("Ida: Nothing received yet.")
        #expect(terminal.text.split(separator: "\r\n").allSatisfy { $0.count <= 39 + 8 })
        terminal.hangUp()
    }

    @Test("the status starts no agent")
    func noAgent() async throws {
        try await withTemporaryDirectory { home in
            let program = try BuiltProgram()
            let login = ["login", "--email", "a@example.org", "--code", "12", "--server", "http://127.0.0.1:1"]
            _ = try await program.run(login, home: home)
            _ = try await program.run(["stop"], home: home)
            let ending = try await program.run(["status"], home: home)
            #expect(ending.status == 9 || ending.status == 3)
            #expect(ending.diagnostics.contains("Type: ecall"))
            let stop = try await program.run(["stop"], home: home)
            #expect(stop.output == "No agent is running.\n")
        }
    }
}

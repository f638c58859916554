import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("The agent's group calls", .timeLimit(.minutes(1)))
struct AgentGroupTests {
    /// An agent in a call with Bob and Eve, while Bobby rings.
    private func inCall(_ body: @escaping @Sendable (AgentFixture, AgentLink) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    try await fixture.befriend()
                    var replies = await link.send(.call(people: ["Bob", "Eve", "5"], media: MediaChoice())).replies
                        .makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .call(.ringing(17))) }
                    fixture.calls.standing.withLock { $0 = StatusTests.call }
                    fixture.calls.people.set(Self.people)
                    try await body(fixture, link)
                }
            }
        }
    }

    private static let people = [
        CallParticipant(user: 1, name: "Alice Test", status: .joined, isSelf: true, isHost: true, isVideoEnabled: true),
        CallParticipant(user: 5, name: "Bob", status: .joined),
        CallParticipant(user: 7, name: "Eve", status: .reconnecting),
        CallParticipant(user: 6, name: "Bobby", status: .ringing), CallParticipant(user: 9, name: "Zoe", status: .left),
    ]

    @Test("several people are called at once, each once, and a non-contact cancels the call")
    func several() async throws {
        try await inCall { fixture, link in
            #expect(fixture.calls.steps == [.call([5, 7], MediaChoice().options)])
            do throws(CommandFailure) {
                _ = try await link.result(of: .call(people: ["Eve", "Nobody"], media: MediaChoice()))
                Issue.record("called")
            } catch {
                #expect(error.status == .noSuchPerson)
            }
            #expect(fixture.calls.steps.count == 1)
        }
    }

    @Test("any terminal can run the commands for the participants")
    func commands() async throws {
        try await inCall { fixture, link in
            let commands: [(AgentCommand, CommandResult, ScriptedCalls.Step?)] = [
                (.participants, .participants(list: Self.people), nil),
                (.invite(people: ["bobby"]), .invited(people: [Person(id: 6, name: "Bobby")]), .invite([6])),
                (.mute(isMuted: true), .own(isMuted: true, isVideoEnabled: true), .carryOut(.muted(true))),
                (.mute(isMuted: nil), .own(isMuted: true, isVideoEnabled: true), .carryOut(.muted(true))),
                (.mute(isMuted: false), .own(isMuted: false, isVideoEnabled: true), .carryOut(.muted(false))),
                (.camera(isOn: nil), .own(isMuted: false, isVideoEnabled: false), .carryOut(.video(false))),
                (.camera(isOn: true), .own(isMuted: false, isVideoEnabled: true), .carryOut(.video(true))),
                (.hand(isRaised: nil), .hand(isRaised: true), .carryOut(.hand(isRaised: true))),
                (.hand(isRaised: false), .hand(isRaised: false), .carryOut(.hand(isRaised: false))),
                (.react(reaction: .heart), .reacted(with: .heart), .carryOut(.reaction(.heart))),
                (
                    .shareScreen(display: AgentFixture.display, window: "edit"),
                    .screen(isShared: true, window: AgentFixture.windows[0]),
                    .carryOut(.screen(ScreenSource(display: AgentFixture.display, window: 7)))
                ),
                (
                    .shareScreen(display: AgentFixture.display, window: nil), .screen(isShared: true, window: nil),
                    .carryOut(.screen(ScreenSource(display: AgentFixture.display)))
                ),
                (.endScreen, .screen(isShared: false, window: nil), .carryOut(.screen(nil))),
                (.windows(display: AgentFixture.display), .windows(list: AgentFixture.windows), nil),
                (
                    .hear(person: "bob", isHeard: false), .person(person: Person(id: 5, name: "Bob")),
                    .carryOut(.heard(false, of: 5))
                ),
                (
                    .volume(person: "E", percent: 40), .person(person: Person(id: 7, name: "Eve")),
                    .carryOut(.volume(40, of: 7))
                ),
                (.askToMute(person: "7"), .person(person: Person(id: 7, name: "Eve")), .askToMute(7)),
                (.remove(person: "bobb"), .person(person: Person(id: 6, name: "Bobby")), .remove(6)),
            ]
            for (command, result, step) in commands {
                let answer = try await link.result(of: command)
                #expect(answer == result)
                if let step { #expect(fixture.calls.steps.last == step) }
            }
        }
    }

    @Test(
        "a person outside the call, or oneself, cannot be named, and a refusal is reported",
        arguments: ["Zoe", "Nobody", "Alice Test", "1", ""])
    func nobody(name: String) async throws {
        try await inCall { _, link in
            let commands: [AgentCommand] = [
                .remove(person: name), .askToMute(person: name), .hear(person: name, isHeard: false),
                .volume(person: name, percent: 10),
            ]
            for command in commands {
                do throws(CommandFailure) {
                    _ = try await link.result(of: command)
                    Issue.record("done")
                } catch {
                    #expect(error.status == .noSuchPerson && error.message.hasSuffix("ecall participants"))
                }
            }
        }
    }

    @Test("a failed share is reported, and also that the former one goes on", arguments: [true, false])
    func notShared(wasShared: Bool) async throws {
        try await inCall { fixture, link in
            var people = Self.people
            people[0].isSharing = wasShared
            fixture.calls.people.set(people)
            fixture.calls.refusal.withLock { $0 = .unusable(.verbatim("The window is gone.")) }
            do throws(CommandFailure) {
                _ = try await link.result(of: .shareScreen(display: AgentFixture.display, window: nil))
                Issue.record("shared")
            } catch {
                #expect(
                    error.message
                        == "The window is gone." + (wasShared ? " Your previous share continues." : ""))
            }
        }
    }

    @Test("a refusal by the server is reported with what to type")
    func refused() async throws {
        try await inCall { fixture, link in
            fixture.calls.refusal.withLock { $0 = .tooManyUnmuted }
            await #expect(throws: CommandFailure(CallFailure.tooManyUnmuted)) {
                try await link.result(of: .mute(isMuted: false))
            }
            fixture.calls.people.set([])
            await #expect(throws: CommandFailure(CallFailure.noCall)) { try await link.result(of: .participants) }
        }
    }

    @Test(
        "keys act as commands during the call, and the terminal is restored however it ends",
        arguments: [true, false])
    func keys(hangsUp: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            let terminal = try FakeTerminal(columns: 80, rows: 24)
            defer { terminal.hangUp() }
            let before = terminal.modes
            let printed = PrintedLines()
            let (interrupts, interrupt) = AsyncStream.makeStream(of: Int32.self)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    try await fixture.befriend()
                    let runner = CallRunner(
                        link: link, printer: printed.printer(json: false), keyboard: Keyboard(terminal.link.input),
                        interrupts: { interrupts })
                    let ending = ScriptedEnd(stayOnLine: nil, limit: nil, waitsForPicture: false)
                    let running = Task {
                        try await runner.run(.call(people: ["Bob"], media: MediaChoice()), until: ending)
                    }
                    let keys = Texts().string(.terminalKeys)
                    // Polls a double.
                    while !printed.output.contains(keys) { try await Task.sleep(for: .milliseconds(5)) }
                    fixture.calls.standing.withLock { $0 = StatusTests.call }
                    fixture.calls.people.set(Self.people)
                    #expect(terminal.modes.c_lflag & tcflag_t(ECHO) == 0)
                    terminal.type("m")
                    while !printed.output.contains("You’re muted. Your camera is on.") {
                        // Polls a double.
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    #expect(fixture.calls.steps.last == .carryOut(.muted(true)))
                    if hangsUp { terminal.type("q") } else { interrupt.yield(SIGTERM) }
                    let result = try await running.value
                    #expect(result == .call(summary: EventSamples.summary(.hungUp)))
                    #expect(fixture.calls.steps.last == .hangUp)
                }
            }
            #expect(terminal.modes.c_lflag == before.c_lflag && terminal.modes.c_cc.10 == before.c_cc.10)
        }
    }

    @Test(
        "commands for participants fail without a call",
        arguments: [AgentCommand.participants, .invite(people: ["bob"]), .mute(isMuted: true)])
    func noCall(command: AgentCommand) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    await #expect(throws: CommandFailure(CallFailure.noCall)) { try await link.result(of: command) }
                }
            }
        }
    }
}

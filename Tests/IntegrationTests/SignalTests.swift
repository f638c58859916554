import Foundation
import MediaServers
import Processes
import Testing

@testable import ECallDemonstration

/// The ends of a command, at each moment of each: `InterruptionTests` has those of agents and of recordings.
@Suite("The ends of a command", .timeLimit(.minutes(4)), .serialized)
struct SignalTests {
    enum Moment: String, CaseIterable {
        /// The server accepts the connection, and sends nothing.
        case connecting
        case prompt
        /// The call rings after the passphrase of the profile was typed.
        case afterPrompt
        case ringing, talking, rendering, listening
        /// The agent was killed in the call, and the next one is starting.
        case agentKilled
        /// The agent does not answer, after a first signal.
        case ending

        var outputs: [TypedCommand.Output] {
            switch self {
            // A terminal asks for the passphrase before.
            case .connecting: [.pipe]
            case .prompt, .afterPrompt, .rendering: [.terminal]
            default: [.terminal, .pipe]
            }
        }
        var isInCall: Bool { [.talking, .rendering, .agentKilled, .ending].contains(self) }
        /// A second, plus the delay of a machine that compiles at the same time; an agent must start before it can hang up.
        var limit: Duration { self == .agentKilled ? .seconds(5.5) : SignalTests.limit }
        var isRinging: Bool { [.ringing, .afterPrompt].contains(self) }
    }

    enum Cause: CaseIterable {
        case interrupt, terminate, hangUp, quit

        var number: Int32 {
            switch self {
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangUp: SIGHUP
            case .quit: SIGQUIT
            }
        }
    }

    private static let limit = Duration.seconds(1.5)

    @Test("each signal at each moment: the call ends, the terminal is restored, the status is the signal's")
    func table() async throws {
        try await onStage("signals") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let cem = Person(
                "Cem", number: 3, ecall: Stage.binaries + "/ecall", home: stage.directory + "/profiles",
                server: server.url)
            let passphrase = stage.directory + "/passphrase"
            try Row.passphrase.write(toFile: passphrase, atomically: true, encoding: .utf8)
            try await cem.signIn(["--passphrase-file", passphrase]) { try server.code(for: $0) }
            try await Demonstration.befriend(cem, bo)
            let silent = try SilentServer()
            for moment in Moment.allCases {
                if moment == .agentKilled {
                    // Agents killed here and below leave a session without media, which ends by Janus's own timeout.
                    let left = try await JanusAdmin(access: try server.operatorAccess()).emptied()
                    #expect(left == JanusAdmin.Counts(sessions: 0, handles: 0))
                }
                // Bo answers calls, or lets them ring.
                let listening = try bo.start(
                    ["listen", "--test-source", "2"] + (moment.isInCall ? ["--auto-answer=anyone"] : []))
                defer { listening.interrupt() }
                let atBo = Events(listening)
                try await atBo.wait(for: "listening", .seconds(20))
                for output in moment.outputs {
                    for cause in Cause.allCases {
                        if case .pipe = output, moment.isInCall, [.hangUp, .quit].contains(cause) { continue }
                        let row = Row(
                            ana: ana, cem: cem, atBo: atBo, silent: silent, moment: moment, output: output,
                            number: cause.number)
                        do {
                            try await row.walk()
                        } catch {
                            throw DemoFailure("\(moment), \(output), signal \(cause.number): \(error)")
                        }
                        await atBo.forget()
                    }
                }
                listening.interrupt()
                #expect(await listening.waitForExit() == 130)
            }
        }
    }

    @Test("a closed reader of the output ends a command like Ctrl-C, and so does a full disk")
    func lostOutput() async throws {
        try await onStage("lost-output") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            for isAnswered in [false, true] {
                let listening = try bo.start(
                    ["listen", "--test-source", "2"] + (isAnswered ? ["--auto-answer=anyone"] : []))
                defer { listening.interrupt() }
                let atBo = Events(listening)
                try await atBo.wait(for: "listening", .seconds(20))
                let call = ["call", "Bo", "--test-source", "1", "--json"]
                let command = try TypedCommand(ana, call, to: .pipe)
                try await command.until(isAnswered ? "\"firstSound\"" : "\"ringing\"")
                try await atBo.wait(for: isAnswered ? "firstSound" : "incoming", .seconds(20))
                // Nothing is written meanwhile: the end is noticed nevertheless.
                command.closeOutput()
                #expect(try await command.status(within: Self.limit) == 141)
                let reason = try await atBo.wait(for: "ended", .seconds(5)).text("reason")
                #expect(reason == (isAnswered ? "remoteHungUp" : "cancelled"))
                await atBo.forget()
                let full = try TypedCommand(ana, call, to: .file("/dev/full"))
                #expect(try await full.status(within: .seconds(20)) == 15)
                try await full.until("The system reports: No space left on device", .seconds(1))
                #expect(try await atBo.wait(for: "ended", .seconds(5)).text("reason") != nil)
                listening.interrupt()
                _ = await listening.waitForExit()
            }
            let waiting = try TypedCommand(ana, ["listen", "--json"], to: .pipe)
            try await waiting.until("\"listening\"")
            waiting.closeOutput()
            #expect(try await waiting.status(within: Self.limit) == 141)
        }
    }

    private struct Row {
        static let passphrase = "open sesame"

        let ana: Person
        /// A person with sealed keys.
        let cem: Person
        let atBo: Events
        let silent: SilentServer
        let moment: Moment
        let output: TypedCommand.Output
        let number: Int32

        func walk() async throws {
            let command = try await begin()
            let began = ContinuousClock.now
            command.signal(number)
            if moment == .ending {
                // Nothing can be ended: the agent is stopped.
                try await command.until("Ending …", .seconds(1))
                command.signal(number == SIGHUP ? SIGTERM : number)
            }
            let status = try await command.status(within: .seconds(10))
            let took = ContinuousClock.now - began
            #expect(status == 128 + number, "\(moment), \(output), \(number)")
            #expect(took < moment.limit, "\(moment), \(output), \(number): \(took)")
            #expect(command.isSane, "\(moment), \(output), \(number)")
            print("measured \(moment) \(output) \(number) \(took)")
            if moment == .ending { kill(try agent(), SIGCONT) }
            switch moment {
            case _ where moment.isRinging:
                #expect(try await atBo.wait(for: "ended", .seconds(5)).text("reason") == "cancelled")
            case _ where moment.isInCall:
                let reason = try await atBo.wait(for: "ended", .seconds(10)).text("reason")
                #expect(reason == "remoteHungUp", "\(moment), \(output), \(number)")
            default: break
            }
            if moment.isInCall || moment.isRinging { try await noCallIsLeft() }
        }

        /// Brings a command to its moment.
        private func begin() async throws -> TypedCommand {
            let pictures = moment == .rendering ? ["--video", "--render"] : []
            switch moment {
            case .connecting:
                let command = try newProfile(["--foreground"])
                try await silent.connection()
                return command
            case .prompt:
                let command = try newProfile(["--foreground", "--code", "123456"])
                try await command.until("empty for none): ")
                return command
            case .afterPrompt:
                // The next agent knows no passphrase.
                try await cem.run(["stop"])
                let command = try TypedCommand(cem, ["call", "Bo", "--test-source", "3"], to: output)
                try await command.until("Passphrase of profile cem: ")
                command.type(Self.passphrase + "\n")
                try await command.until("Ringing …")
                try await atBo.wait(for: "incoming", .seconds(20))
                return command
            case .listening:
                let command = try TypedCommand(ana, ["listen"], to: output)
                try await command.until("Waiting for calls")
                return command
            case .ringing, .talking, .rendering, .agentKilled, .ending:
                let command = try TypedCommand(ana, ["call", "Bo", "--test-source", "1"] + pictures, to: output)
                try await command.until("Ringing …")
                if moment == .ringing { try await atBo.wait(for: "incoming", .seconds(20)) }
                if moment.isInCall { try await command.until("Receiving audio from Bo") }
                if moment == .rendering { try await command.until("\u{1B}[?25l") }
                if moment == .agentKilled {
                    kill(try agent(), SIGKILL)
                    try await command.until("Returning to the call …")
                }
                if moment == .ending { kill(try agent(), SIGSTOP) }
                return command
            }
        }

        /// A sign-in of a profile that does not exist yet.
        private func newProfile(_ arguments: [String]) throws -> TypedCommand {
            try TypedCommand(
                ana, ["login", "--email", "new@example.org", "--server", silent.url] + arguments, to: output,
                environment: ["ECALL_PROFILE": "new-\(UInt32.random(in: .min ... .max))"])
        }

        private func agent() throws -> pid_t {
            let found = AgentProcesses(home: ana.home).all().first { process in
                let words = FileManager.default.contents(atPath: "/proc/\(process.pid)/cmdline") ?? Data()
                return process.profile == "ana" && words.split(separator: 0).contains(Data("agent".utf8))
            }
            guard let found else { throw DemoFailure("Ana has no agent") }
            return found.pid
        }

        /// Expects that the agent has released camera and microphone.
        private func noCallIsLeft() async throws {
            try await within(.seconds(5), "the end of the call in the agent") {
                // Polls another process.
                while true {
                    let asking = try (moment == .afterPrompt ? cem : ana).start(["status", "--once"])
                    asking.closeInput()
                    if await asking.waitForExit() == 9 { return }
                }
            }
        }
    }
}

/// Accepts connections, and sends nothing.
private final class SilentServer: Sendable {
    private let socket: Int32
    let url: String

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let port = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool in
                bind(socket, address, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        guard port else { throw DemoFailure("no socket") }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit { close(socket) }

    /// Returns with the next connection.
    func connection() async throws {
        let socket = socket
        try await within(.seconds(20), "a connection") {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    _ = accept(socket, nil, nil)
                    continuation.resume()
                }
            }
        }
    }
}

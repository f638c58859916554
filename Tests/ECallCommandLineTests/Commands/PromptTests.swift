import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCommandLine
@testable import Processes

/// Commands on a terminal of their own, where Ctrl-C is typed.
@Suite("Asking for a passphrase", .timeLimit(.minutes(1)))
struct PromptTests {
    enum Interruption: Sendable, CaseIterable {
        case controlC, interrupt, terminate, hangUp, quit, controlBackslash

        /// As a shell reports it.
        var status: Int32 {
            switch self {
            case .controlC, .interrupt: 130
            case .terminate: 143
            case .hangUp: 129
            case .quit, .controlBackslash: 131
            }
        }
    }

    private static let question = "Passphrase to seal the keys of this device (empty for none): "

    /// A `login` that is asking; its process leads the terminal's session.
    private func asking(
        on terminal: FakeTerminal, home: URL, _ body: (pid_t) async throws -> Void
    ) async throws -> Int32 {
        let ecall = try BuiltProgram().url.path
        let pid = try Spawn.start(
            "/usr/bin/setsid",
            [
                "--ctty", ecall, "login", "--foreground", "--email", "a@example.org", "--code", "12", "--server",
                "http://127.0.0.1:1",
            ],
            environment: ["ECALL_HOME": home.path, "HOME": home.path, "TERM": "xterm"],
            descriptors: [terminal.link.input, terminal.link.input, terminal.link.input], ownGroup: false
        ).pid
        let (ends, end) = AsyncStream.makeStream(of: ProcessExit.self)
        Spawn.watch(pid) {
            end.yield($0)
            end.finish()
        }
        do {
            try await terminal.until(Self.question)
            try await body(pid)
        } catch {
            kill(pid, SIGKILL)
            throw error
        }
        for await exit in ends { return exit.status }
        return -1
    }

    @Test("a signal restores the terminal and ends the command", arguments: Interruption.allCases)
    func interrupted(by interruption: Interruption) async throws {
        try await withTemporaryDirectory { home in
            let terminal = try FakeTerminal(columns: 80, rows: 24)
            defer { terminal.hangUp() }
            let before = terminal.modes
            let status = try await asking(on: terminal, home: home) { pid in
                #expect(terminal.modes.c_lflag & tcflag_t(ECHO) == 0)
                switch interruption {
                case .controlC: terminal.type("half a pass\u{3}")
                case .interrupt: kill(pid, SIGINT)
                case .terminate: kill(pid, SIGTERM)
                case .hangUp: kill(pid, SIGHUP)
                case .quit: kill(pid, SIGQUIT)
                case .controlBackslash: terminal.type("half a pass\u{1C}")
                }
            }
            #expect(status == interruption.status)
            let after = terminal.modes
            #expect(after.c_lflag == before.c_lflag && after.c_cc.10 == before.c_cc.10)
            #expect(!terminal.text.contains("half"))
        }
    }

    @Test("typed text is read without echo, and the terminal is restored")
    func typed() async throws {
        try await withTemporaryDirectory { home in
            let terminal = try FakeTerminal(columns: 80, rows: 24)
            defer { terminal.hangUp() }
            let before = terminal.modes
            let status = try await asking(on: terminal, home: home) { _ in
                terminal.type("open\n")
                try await terminal.until("Repeat it: ")
                terminal.type("sesame\n")
            }
            #expect(status == CommandStatus.locked.rawValue)
            #expect(terminal.modes.c_lflag == before.c_lflag)
            try await terminal.until("The passphrases do not match.")
            #expect(!terminal.text.contains("sesame"))
        }
    }
}

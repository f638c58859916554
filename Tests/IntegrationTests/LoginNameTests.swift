import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite("A new account has a name", .timeLimit(.minutes(2)), .serialized)
struct LoginNameTests {
    private func environment(_ stage: Stage, _ server: DemoServer, _ profile: String) -> [String: String] {
        [
            "ECALL_HOME": stage.directory + "/profiles", "ECALL_PROFILE": profile, "ECALL_SERVER": server.url,
            // No other question is asked.
            "ECALL_PASSPHRASE": "correct horse",
        ]
    }

    private actor Output {
        private(set) var text = ""
        func add(_ line: String) { text += line + "\n" }
    }

    private func until(_ part: String, in output: Output) async throws {
        try await within(.seconds(30), "“\(part)”") {
            // Polls what another program writes.
            while await !output.text.contains(part) { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    private func name(of profile: String, _ stage: Stage, _ server: DemoServer) async throws -> String? {
        let asking = try PipedProcess(
            "whoami", Stage.binaries + "/ecall", ["whoami", "--json"], environment: environment(stage, server, profile))
        var name: String?
        for await line in asking.lines { name = Line(line)?.text("name") ?? name }
        return name
    }

    @Test("in a pipe a note states the name that others see, except if the person gave one")
    func inPipe() async throws {
        try await onStage("name-pipe") { stage, server in
            for (profile, options, expected) in [
                ("ana", [], "ana"), ("bo", ["--name", "Bo"], "Bo"),
            ] as [(String, [String], String)] {
                let address = "\(profile)@example.org"
                let login = try PipedProcess(
                    "login", Stage.binaries + "/ecall", ["login", "--email", address, "--json"] + options,
                    environment: environment(stage, server, profile))
                for await line in login.lines where line.contains("codeSent") { break }
                try login.write(try server.code(for: address) + "\n")
                login.closeInput()
                #expect(await login.waitForExit() == 0)
                await login.diagnosticsEnded()
                let isNoted = login.diagnostics.contains {
                    $0.contains("Others see you as ana. To choose another name")
                }
                #expect(isNoted == options.isEmpty)
                #expect(try await name(of: profile, stage, server) == expected)
            }
        }
    }

    @Test(
        "a terminal asks for the name, showing the default; an invalid name is asked for again",
        arguments: [(["x:y", "Ann Lee"], "Ann Lee"), ([""], "ana")])
    func onTerminal(typed: [String], expected: String) async throws {
        try await onStage("name-terminal") { stage, server in
            // `script` provides the terminal.
            let login = try PipedProcess(
                "login", "/usr/bin/script",
                ["--quiet", "--command", "\(Stage.binaries)/ecall login --email ana@example.org", "/dev/null"],
                environment: environment(stage, server, "ana"))
            let output = Output()
            let reading = Task { for await line in login.lines { await output.add(line) } }
            try await within(.seconds(30), "a code") {
                while (try? server.code(for: "ana@example.org")) == nil {
                    // Polls an outbox.
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            try login.write(try server.code(for: "ana@example.org") + "\n")
            try await until("user ", in: output)
            for line in typed { try login.write(line + "\n") }
            #expect(await login.waitForExit() == 0)
            _ = await reading.value
            let text = await output.text
            #expect(text.contains("Your name, as others see it (empty for ana): "), "\(text)")
            #expect(try await name(of: "ana", stage, server) == expected)
        }
    }
}

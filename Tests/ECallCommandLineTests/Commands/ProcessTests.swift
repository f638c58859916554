import ArgumentParser
import ECallAPI
import Foundation
import Processes
import TestSupport
import Testing

@testable import ECallCommandLine

/// The built `ecall` beside the test bundle.
struct BuiltProgram {
    let url: URL

    init() throws {
        let tests = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
        url = tests.deletingLastPathComponent().appendingPathComponent("ecall")
        try #require(FileManager.default.isExecutableFile(atPath: url.path))
    }

    struct Ending: Sendable {
        var status: Int32
        var output: String
        var diagnostics: String
    }

    /// Runs it to its end.
    ///
    /// - Parameter configuration: where a person's configuration is; nil: below `home`.
    func run(
        _ arguments: [String], home: URL, input: String = "", configuration: URL? = nil
    ) async throws -> Ending {
        let log = home.appendingPathComponent("diagnostics-\(UUID().uuidString)").path
        let process = try PipedProcess(
            "ecall", url.path, arguments,
            environment: [
                "ECALL_HOME": home.path, "HOME": home.path,
                "XDG_CONFIG_HOME": (configuration ?? home.appendingPathComponent(".config")).path,
            ], log: log)
        try process.write(input)
        process.closeInput()
        var output: [String] = []
        for await line in process.lines { output.append(line + "\n") }
        let status = await process.waitForExit()
        // Written by the thread that reads; complete once it has seen the end.
        await process.diagnosticsEnded()
        return Ending(
            status: status, output: output.joined(), diagnostics: try String(contentsOfFile: log, encoding: .utf8))
    }
}

@Suite("The program", .timeLimit(.minutes(1)))
struct ProcessTests {
    @Test(
        "a wrong command line is reported on stderr, with exit status 2",
        arguments: [
            (["fly"], "There is no command fly. All of them: ecall --help"), (["call"], "Usage"),
            (["whoami", "--loud"], "Usage"), (["call", "bob", "--for", "x"], "Usage"),
        ])
    func usage(arguments: [String], said: String) async throws {
        try await withTemporaryDirectory { home in
            let ending = try await BuiltProgram().run(arguments, home: home)
            #expect(ending.status == 2)
            #expect(ending.output.isEmpty && ending.diagnostics.contains(said))
        }
    }

    @Test(
        "help and version go to stdout with status 0", arguments: [["--help"], ["--version"], ["call", "--help"]])
    func help(arguments: [String]) async throws {
        try await withTemporaryDirectory { home in
            let ending = try await BuiltProgram().run(arguments, home: home)
            #expect(ending.status == 0)
            #expect(!ending.output.isEmpty && ending.diagnostics.isEmpty)
            #expect(!ending.output.contains("diagnose-memory"))
        }
    }

    @Test("the version is the newest one of the changelog")
    func version() async throws {
        try await withTemporaryDirectory { home in
            let ending = try await BuiltProgram().run(["--version"], home: home)
            #expect(ending.output == ProductVersion.current + "\n")
        }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let changes = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let newest = changes.split(separator: "\n").first { $0.hasPrefix("## ") }
        #expect(newest?.hasPrefix("## \(ProductVersion.current)") == true)
    }

    @Test("a command whose reader is gone runs to its end with its own status")
    func closedTerminal() async throws {
        try withTemporaryDirectory { home in
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let process = Process()
            process.executableURL = try BuiltProgram().url
            process.arguments = ["whoami", "--json"]
            process.environment = ["ECALL_HOME": home.path, "HOME": home.path]
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 3)
        }
    }

    @Test(
        "every command without a profile says how to sign in",
        arguments: [
            ["whoami"], ["contacts"], ["call", "bob"], ["listen"], ["hangup"], ["status"], ["netcheck"], ["logout"],
        ])
    func noProfile(arguments: [String]) async throws {
        try await withTemporaryDirectory { home in
            let ending = try await BuiltProgram().run(arguments, home: home)
            #expect(ending.status == 3)
            #expect(ending.output.isEmpty)
            #expect(ending.diagnostics == "ecall: You are not signed in. Type: ecall login\n")
        }
    }

    @Test("in JSON the failure is an object on stdout too")
    func failureInJSON() async throws {
        try await withTemporaryDirectory { home in
            let ending = try await BuiltProgram().run(["whoami", "--json"], home: home)
            #expect(ending.status == 3)
            #expect(ending.output.contains(#""error":"notSignedIn""#))
        }
    }

    @Test("an agent's line is read even if another process holds the pipe open")
    func inheritedPipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("ready\n".utf8))
        #expect(AgentLauncher.readLine(pipe.fileHandleForReading) == AgentReport.ready)
        try pipe.fileHandleForWriting.write(contentsOf: Data("half".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(AgentLauncher.readLine(pipe.fileHandleForReading) == nil)
    }

    @Test("of agents started at once one serves; all report that they can be reached, and stop ends it")
    func twoStarts() async throws {
        try await withTemporaryDirectory { home in
            let program = try BuiltProgram()
            let launcher = AgentLauncher(
                settings: try Self.settings(home), executable: program.url.path)
            async let first: Void = launcher.start()
            async let second: Void = launcher.start()
            async let third: Void = launcher.start()
            _ = try await (first, second, third)
            let files = AgentFiles(try Self.settings(home).profileDirectory())
            #expect(try ProfileLock(path: files.lock) == nil)
            let ending = try await program.run(["stop"], home: home)
            #expect(ending.status == 0, "\(ending.diagnostics)")
            try await Self.untilFree(files.lock)
        }
    }

    @Test("a background agent is started by a command, serves the next one, and leaves the terminal's files alone")
    func background() async throws {
        try await withTemporaryDirectory { home in
            let program = try BuiltProgram()
            // Nothing answers there: the login fails, and the agent that tried keeps running.
            let login = ["login", "--email", "a@example.org", "--code", "12", "--server", "http://127.0.0.1:1"]
            let first = try await program.run(login, home: home)
            #expect(first.status == 1)
            #expect(first.diagnostics.contains("Enter the whole code: 6, 8 or 10 digits."))
            #expect(first.diagnostics.contains("only by file permissions"))
            let files = AgentFiles(try Self.settings(home).profileDirectory())
            #expect(FileManager.default.fileExists(atPath: files.socket))
            let stop = try await program.run(["stop"], home: home)
            #expect(stop.status == 0)
            try await Self.untilFree(files.lock)
            #expect(!FileManager.default.fileExists(atPath: files.socket))
        }
    }

    private static func settings(_ home: URL) throws -> Settings {
        Settings(try GlobalOptions.parse(["--home", home.path]), environment: [:])
    }

    /// Returns once the agent's process has given its lock back.
    private static func untilFree(_ path: String) async throws {
        // Polls a lock of another process.
        while try ProfileLock(path: path) == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
}

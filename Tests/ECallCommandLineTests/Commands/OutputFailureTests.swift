import Foundation
import Processes
import TestSupport
import Testing

@testable import ECallCommandLine

/// Commands whose output cannot be written. Those in a call: `IntegrationTests.SignalTests`.
@Suite("Lost output", .timeLimit(.minutes(1)))
struct OutputFailureTests {
    private func run(_ arguments: [String], output: FileHandle, home: URL) throws -> (status: Int32, said: String) {
        let diagnostics = Pipe()
        let process = Process()
        process.executableURL = try BuiltProgram().url
        process.arguments = arguments
        process.environment = ["ECALL_HOME": home.path, "HOME": home.path]
        process.standardOutput = output
        process.standardError = diagnostics
        try process.run()
        let said = try diagnostics.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
        return (status, String(decoding: said, as: UTF8.self))
    }

    @Test(
        "output that cannot be written is reported, and fails the command unless it has failed already",
        arguments: [["--help"], ["--version"]])
    func fullDisk(arguments: [String]) throws {
        try withTemporaryDirectory { home in
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let ending = try run(arguments, output: full, home: home)
            #expect(ending.status == CommandStatus.output.rawValue)
            let sentence =
                "The output couldn’t be written, so part of it is missing. The system reports: No space left on device"
            #expect(ending.said == "ecall: \(sentence)\n")
        }
    }

    @Test("a command that failed by itself keeps its status, and reports both failures")
    func failedAnyway() throws {
        try withTemporaryDirectory { home in
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let ending = try run(["whoami", "--json"], output: full, home: home)
            #expect(ending.status == CommandStatus.notSignedIn.rawValue)
            #expect(ending.said.contains("You are not signed in.") && ending.said.contains("No space left on device"))
        }
    }

    @Test("output without a reader ends the command by SIGPIPE, silently")
    func noReader() throws {
        try withTemporaryDirectory { home in
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let ending = try run(["--help"], output: pipe.fileHandleForWriting, home: home)
            #expect(ending.status == CommandStatus.readerGone.rawValue && ending.said.isEmpty)
        }
    }

    @Test("an opened file does not take the place of a closed standard output")
    func closed() async throws {
        try await withTemporaryDirectory { home in
            let log = home.appendingPathComponent("said").path
            let shell = try PipedProcess(
                "sh", "/bin/sh", ["-c", #"exec "$0" --version >&-"#, BuiltProgram().url.path],
                environment: ["ECALL_HOME": home.path, "HOME": home.path], log: log)
            #expect(await shell.waitForExit() == CommandStatus.output.rawValue)
            await shell.diagnosticsEnded()
            #expect(try String(contentsOfFile: log, encoding: .utf8).contains("The output couldn’t be written"))
        }
    }
}

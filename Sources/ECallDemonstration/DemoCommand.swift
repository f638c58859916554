public import ArgumentParser
import Foundation

/// `ecall-demo`: two people call each other on this machine; ends with one line of JSON.
public struct DemoCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "ecall-demo",
        abstract: "Two people call each other, end to end encrypted, and what they see and hear is checked.",
        discussion: "Start it with ./run demo, which gives it a network of its own.")

    @Option(help: "The directory with ecall and ecall-server.")
    var binaries: String

    @Option(help: "Keep data, profiles and logs in this directory.")
    var keep: String?

    @Option(help: "The address that media goes to.")
    var mediaAddress = "10.77.0.1"

    @Option(help: "How many seconds both see each other at least.")
    var seconds = 12

    public init() {}

    public func run() async throws {
        let directory = keep ?? NSTemporaryDirectory() + "ecall-demo-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { if keep == nil { try? FileManager.default.removeItem(atPath: directory) } }
        let demonstration = Demonstration(
            binaries: URL(fileURLWithPath: binaries).path, directory: URL(fileURLWithPath: directory).path,
            mediaAddress: mediaAddress, duration: .seconds(seconds), say: Self.say)
        var verdict: Verdict
        do {
            verdict = try await demonstration.run()
        } catch {
            verdict = Verdict()
            verdict.problems = ["\(error)"]
        }
        for problem in verdict.problems { Self.say("failed: \(problem)") }
        Self.say(try verdict.json())
        if !verdict.ok { throw ExitCode.failure }
    }

    /// Prints a line at once, also into a pipe.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

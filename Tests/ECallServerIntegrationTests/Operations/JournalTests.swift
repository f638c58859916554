import Foundation
import Glibc
import Testing

@Suite("The server as systemd runs it", .timeLimit(.minutes(1)))
struct JournalTests {
    /// Runs the program with a socket as standard error, as systemd connects it to the journal.
    private static func run(_ words: [String], isNamed: Bool) async throws -> [String] {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(ends[1])")
        let process = Process()
        process.executableURL = URL(filePath: ServerProcess.binary)
        process.arguments = words
        process.environment = isNamed ? ["JOURNAL_STREAM": "9:\(link.filter(\.isNumber))"] : [:]
        process.standardError = FileHandle(fileDescriptor: ends[1])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        close(ends[1])
        // Ends when the program has closed the socket.
        let text = try FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("warnings and errors carry their priorities for the journal, and for nobody else")
    func priorities() async throws {
        try await ServerProcess.withFolder { folder in
            // Refuses to start: there is no server in the folder.
            let words = ["serve", "--data", folder + "/data", "--port", "0", "--media-address", "127.0.0.1"]
            for isNamed in [true, false] {
                let lines = try await Self.run(words, isNamed: isNamed)
                let (warnings, failures) = (
                    lines.filter { $0.contains(" warning ") }, lines.filter { $0.contains("holds no server. If") }
                )
                #expect(!warnings.isEmpty && failures.count == 1, "\(lines)")
                #expect(warnings.allSatisfy { $0.hasPrefix("<4>") == isNamed })
                #expect(failures.allSatisfy { $0.hasPrefix("<3>") == isNamed })
            }
        }
    }
}

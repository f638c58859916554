import ArgumentParser
import Foundation
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Commands and settings in documents", .timeLimit(.minutes(1)))
struct DocumentedCommandsTests {
    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The words of every `ecall-server …` in the document's code, with invented values for placeholders in capitals.
    private static func commands() throws -> [[String]] {
        let text = try text("docs/operations.md") + "\n" + text("README.md")
        let spans = text.split(separator: "`").map(String.init) + text.split(separator: "\n").map(String.init)
        return spans.filter {
            $0.trimmingCharacters(in: .whitespaces).hasPrefix("ecall-server ") && !$0.contains("--help")
        }
        .map { span in
            span.split(separator: "#")[0].split(separator: " ").dropFirst().map {
                $0.allSatisfy(\.isUppercase) ? "42" : String($0)
            }
        }
    }

    @Test("the program accepts every documented command")
    func commandsParse() throws {
        let commands = try Self.commands()
        #expect(commands.count >= 8)
        for words in commands {
            #expect(throws: Never.self, "\(words)") { try ServerCommand.parseAsRoot(words) }
        }
        #expect(throws: (any Error).self) { try ServerCommand.parseAsRoot(["users", "lits"]) }
    }

    @Test("every documented setting exists")
    func settings() throws {
        let known = try SettingsTests.load().entries.map(\.key)
        let document = try Self.text("docs/operations.md")
        let named = document.split(separator: "`").map(String.init).filter { span in
            known.contains { $0.split(separator: ".").first == span.split(separator: ".").first } && span.contains(".")
                && span.allSatisfy { $0.isLetter || $0 == "." }
        }
        #expect(named.count >= 8)
        for name in named { #expect(known.contains(name), "\(name)") }
    }
}

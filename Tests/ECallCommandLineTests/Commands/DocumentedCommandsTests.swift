import ArgumentParser
import Foundation
import Testing

@testable import ECallCommandLine

@Suite("Commands in documents", .timeLimit(.minutes(1)))
struct DocumentedCommandsTests {
    private static func text(_ path: String) throws -> String {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The words of every `ecall …` in code of the documents. A word in capitals stands for a value.
    private static func commands() throws -> [[String]] {
        let text = try text("docs/command-line.md") + "\n" + text("README.md")
        let typed = text.matches(of: /(?m)^ {4}(?:ana|bo|)\$ (ecall .*)/).map { String($0.1) }
        let named = text.matches(of: /`(ecall [^`\n]+)`/).map { String($0.1) }
        return (typed + named).filter { !$0.contains("--help") }.map { command in
            command.split(separator: "#")[0].split(separator: " ").dropFirst().map {
                $0.allSatisfy(\.isUppercase) ? "42" : String($0)
            }
        }
    }

    @Test("the program accepts every command of the documents")
    func commandsParse() throws {
        let commands = try Self.commands()
        #expect(commands.count >= 60)
        for words in commands where words.first != "help" {
            #expect(throws: Never.self, "\(words)") { try ECallCommand.parseAsRoot(words) }
        }
        #expect(throws: (any Error).self) { try ECallCommand.parseAsRoot(["participant"]) }
    }

    @Test("exit statuses in the documents are those of the program")
    func statuses() throws {
        let rows = CommandStatus.allCases.map { "| \($0.rawValue) | \($0.meaning) |" }
        let table = "| Status | Meaning |\n|---|---|\n" + rows.joined(separator: "\n") + "\n"
        #expect(try Self.text("docs/command-line.md").contains(table))
    }

    @Test("the documents name every command of the program")
    func isComplete() throws {
        let known = ECallCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map {
            $0._commandName
        }
        #expect(known.count >= 40)
        let missing = Set(known).subtracting(try Self.commands().compactMap(\.first))
        #expect(missing.isEmpty, "\(missing)")
    }
}

import ArgumentParser
import Testing

@testable import ECallCommandLine

@Suite("Help of the command line", .timeLimit(.minutes(1)))
struct HelpTests {
    /// Every command below `ecall`, with its path.
    private static let commands = all(below: ECallCommand.self, at: "ecall")

    private static func all(
        below parent: any ParsableCommand.Type, at path: String
    ) -> [(path: String, type: any ParsableCommand.Type)] {
        parent.configuration.subcommands.flatMap { type -> [(path: String, type: any ParsableCommand.Type)] in
            guard type.configuration.shouldDisplay, let name = type.configuration.commandName else { return [] }
            return [("\(path) \(name)", type)] + all(below: type, at: "\(path) \(name)")
        }
    }

    private static func help(of type: any ParsableCommand.Type) -> String {
        UsageFormatter.shortened(ECallCommand.helpMessage(for: type, columns: 80))
    }

    @Test("every line of help fits into 80 columns")
    func width() {
        #expect(Self.commands.count > 45)
        for (path, type) in Self.commands + [("ecall", ECallCommand.self)] {
            for line in Self.help(of: type).split(separator: "\n") where line.count > 80 {
                Issue.record("\(path): \(line)")
            }
        }
    }

    @Test("a usage line shows global options as one, and breaks between arguments")
    func usage() {
        let globals = "[--profile <profile>] [--home <directory>] [--json]"
        #expect(
            UsageFormatter.shortened(
                "OVERVIEW: Accept.\n\nUSAGE: ecall accept <person> \(globals)\n\nOPTIONS:\n  --json")
                == "OVERVIEW: Accept.\n\nUSAGE: ecall accept <person> [<options>]\n\nOPTIONS:\n  --json")
        let long = "Usage: ecall devices verify [<device>] [--code <text>] [--number <digits>] [--yes] \(globals)"
        #expect(
            UsageFormatter.shortened(long) == """
                Usage: ecall devices verify [<device>] [--code <text>] [--number <digits>]
                             [--yes] [<options>]
                """)
        #expect(UsageFormatter.shortened("Usage: ecall <subcommand>") == "Usage: ecall <subcommand>")
    }

    @Test("every command has an example that begins with its own path and is a valid command line")
    func examples() throws {
        for (path, type) in Self.commands {
            let lines = Self.help(of: type).split(separator: "\n").map { $0.drop { $0 == " " } }
            let start = try #require(lines.firstIndex { $0.hasPrefix("Example") }, "\(path) has no example")
            let examples = lines[(start + 1)...].prefix { $0.hasPrefix("ecall") }
            #expect(!examples.isEmpty, "\(path)")
            for example in examples {
                // Shell quoting stands for one argument.
                let words = example.replacing(#/"[^"]*(?:"[^"]*)*"/#, with: "text").split(separator: " ").dropFirst()
                #expect(throws: Never.self, "\(example)") { _ = try ECallCommand.parseAsRoot(words.map(String.init)) }
                #expect(example.hasPrefix(path) || path == "ecall agent" || path == "ecall page", "\(path): \(example)")
            }
        }
    }

    @Test("global options have their own group, and commands are grouped")
    func groups() {
        let call = Self.help(of: CallCommand.self)
        for title in ["GLOBAL OPTIONS", "MEDIA OPTIONS"] { #expect(call.uppercased().contains(title), "\(title)") }
        let root = Self.help(of: ECallCommand.self).uppercased()
        for group in ["ACCOUNT", "PEOPLE", "CALLS", "IN A CALL", "THIS MACHINE"] {
            #expect(root.contains("\(group) SUBCOMMANDS"), "\(group)")
        }
        #expect(!root.contains("DIAGNOSE-MEMORY"))
    }

    @Test("options for tests are hidden, and work")
    func hidden() throws {
        let help = Self.help(of: CallCommand.self)
        #expect(!help.contains("--test-source") && !help.contains("--check-content"))
        #expect(throws: Never.self) {
            _ = try ECallCommand.parseAsRoot(["call", "Bo", "--test-source", "7", "--check-content"])
        }
    }

    @Test(
        "help of an unknown command fails and names the nearest",
        arguments: [
            ("help nope", "There is no command nope. All of them: ecall --help"),
            ("help verfy", "There is no command verfy. Did you mean: ecall verify? All of them: ecall --help"),
            ("help screen nope", "There is no command nope. All of them: ecall screen --help"),
        ])
    func unknown(line: String, sentence: String) async {
        let words = line.split(separator: " ").map(String.init)
        #expect(ECallProgram.unknownCommand(inHelp: words) == sentence)
        #expect(await ECallProgram.run(words) == CommandStatus.usage.rawValue)
    }

    @Test(
        "help of a known command succeeds",
        arguments: ["help", "help call", "help screen on", "help call --help-hidden"])
    func known(line: String) {
        #expect(ECallProgram.unknownCommand(inHelp: line.split(separator: " ").map(String.init)) == nil)
    }
}

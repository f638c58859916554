import ArgumentParser
import Foundation
import Logging

/// `ecall-server serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Serve until told to stop.")

    @OptionGroup var options: ServerOptions
    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        // What Janus and coturn write is for this user alone too.
        umask(0o077)
        try await reporting {
            let settings = try options.load(configurationOptions).settings
            LoggingSystem.bootstrap { LineLogHandler(label: $0, settings.log) }
            try await serve(settings, logger: Logger(label: "ecall-server")) { Console.out($0) }
        }
    }
}

/// `ecall-server check-config`.
struct CheckConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Say what would run and what is wrong; start nothing.")

    @Flag(help: "Print the annotated configuration file with every setting and its default.")
    var example = false

    @OptionGroup var options: ServerOptions
    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        if example {
            try? FileHandle.standardOutput.write(contentsOf: Data(SettingsLoader.example.utf8))
            return
        }
        try await reporting {
            let check = ConfigurationCheck(loaded: try options.load(configurationOptions))
            for line in check.lines { Console.out(line) }
            for warning in check.warnings { Console.error("warning: \(warning)") }
            let problems = check.problems
            guard problems.isEmpty else {
                throw CommandFailure(problems.map { "error: \($0)" }.joined(separator: "\n"))
            }
            Console.out("The configuration is good.")
        }
    }
}

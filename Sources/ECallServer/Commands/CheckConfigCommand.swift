import ArgumentParser
import Foundation
import Logging
import ServerFoundation

struct CheckConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Say what is wrong with the configuration; start nothing.",
        discussion: """
            Looks the configured names up and looks at the ports of this machine. Exits with 0 if the server would start, also \
            with warnings, and with 1 if not.
            """)

    @Flag(help: "Also print every setting, with its value and where it was given; no secrets.")
    var settings = false

    @Flag(help: "Exit with 1 if there are warnings.")
    var strict = false

    @Flag(help: "Print the annotated configuration file with every setting and its default.")
    var example = false

    @OptionGroup var options: ServerOptions
    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        if example {
            try? FileHandle.standardOutput.write(contentsOf: Data(SettingsLoader.example.utf8))
            return
        }
        let report = try await report()
        for warning in report.warnings { Console.error("warning: \(warning)", .warning) }
        for problem in report.problems { Console.error("error: \(problem)") }
        let status = report.status(isStrict: strict)
        if status == 0 { Console.out(report.summary) } else { Console.error(report.summary) }
        guard status == 0 else { throw ExitCode(status) }
    }

    /// Checks everything, and prints the settings before any findings.
    private func report() async throws -> ConfigurationReport {
        do {
            let loaded = try options.load(configurationOptions)
            let check = ConfigurationCheck(
                loaded: loaded, surroundings: await Surroundings.observed(by: loaded.settings))
            if settings { for line in check.lines { Console.out(line) } }
            return check.report
        } catch let failure as SettingsFailure {
            return ConfigurationReport(problems: failure.problems, file: configurationOptions.config, isUnread: true)
        }
    }
}

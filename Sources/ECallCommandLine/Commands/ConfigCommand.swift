import ArgumentParser
import ECallCore
import ECallLanguage
import Foundation

/// `ecall config`
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show or change settings of this profile.",
        discussion: "Example:\n  ecall config language vi", subcommands: [LanguageCommand.self])

    /// `ecall config language`
    struct LanguageCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "language", abstract: "Show or choose the language of what you read.",
            discussion:
                "JSON, exit statuses and this help do not depend on it.\n\nExamples:\n  ecall config language vi\n  ecall config language system"
        )

        @Argument(
            help: ArgumentHelp(
                "One of \(Language.tags), or system for that of LC_ALL, LC_MESSAGES and LANG. Default: show it.",
                valueName: "tag"))
        var tag: String?

        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() async throws {
            let environment = ProcessInfo.processInfo.environment
            let settings = Settings(global, environment: environment)
            do throws(CommandFailure) {
                let file = KeptLanguage(profile: try settings.profileDirectory().url)
                if let tag { try Self.keep(tag, in: file) }
                Self.show(Settings(global, environment: environment), kept: file.read(), environment)
            } catch {
                Printer(json: settings.json, language: settings.language).failure(error)
                throw error.status.code
            }
        }

        private static func keep(_ tag: String, in file: KeptLanguage) throws(CommandFailure) {
            if tag == "system" { return try file.write(nil) }
            guard let language = Language.typed(tag) else {
                throw CommandFailure(.usage, .terminalLanguageUnknown(tag: tag, tags: Language.tags + ", system"))
            }
            try file.write(language)
        }

        /// The language from now on, in that language.
        private static func show(_ settings: Settings, kept: Language?, _ environment: [String: String]) {
            let printer = Printer(json: settings.json, language: settings.language)
            let name = settings.language.name
            if settings.json {
                printer.language(settings.language.tag, isKept: kept != nil)
            } else {
                printer.remark(
                    kept == nil ? .terminalLanguageSystem(language: name) : .terminalLanguageChosen(language: name))
                if kept != nil, !TerminalLanguage.isUTF8(environment) { printer.remark(.terminalLanguageNoUtf8) }
            }
        }
    }
}

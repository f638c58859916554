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
                let profile = try settings.profileDirectory()
                let file = KeptLanguage(profile: profile.url)
                if let tag { try Self.keep(tag, in: file) }
                let chosen = Settings(global, environment: environment)
                Self.show(chosen, kept: file.read(), environment)
                if tag != nil, let language = chosen.declaredLanguage { await Self.tell(language, profile, chosen) }
            } catch {
                Printer(json: settings.json, language: settings.language).failure(error)
                throw error.status.code
            }
        }

        /// Tells the profile's agent, which tells the server. An agent that isn't running, or has not been given the secret of
        /// the keys, does so once the profile is opened.
        static func tell(_ language: String, _ profile: ProfileDirectory, _ settings: Settings) async {
            let connector = AgentConnector(settings: settings, socket: AgentFiles(profile).socket)
            guard let channel = try? await connector.connect(orElse: .noAgent) else { return }
            try? await AgentLink.withLink(over: channel) { link in
                _ = try await Session.hello(link, nil)
                _ = try await link.result(of: .language(tag: language))
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

import ArgumentParser
import ECallLanguage
import Foundation

/// Options every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(help: "The profile to use. (environment: ECALL_PROFILE; default: default)")
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The directory for profiles. (environment: ECALL_HOME; default: ~/.local/share/ecall)",
            valueName: "directory"))
    var home: String?

    @Option(
        help: ArgumentHelp(
            "The server; login stores it in the profile. (environment: ECALL_SERVER; default: \(Settings.defaultServer))",
            valueName: "url"))
    var server: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(help: "Run the agent in this process, not in the background.")
    var foreground = false

    @Option(help: ArgumentHelp("The file with which the profile's keys are encrypted.", valueName: "path"))
    var keyFile: String?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the passphrase of the profile's keys. (environment: ECALL_PASSPHRASE, the passphrase itself)",
            valueName: "path"))
    var passphraseFile: String?

    @Option(
        help: ArgumentHelp(
            "The language of what you read, such as vi. JSON is not affected. (default: ecall config language, then LC_ALL, LC_MESSAGES, LANG)",
            valueName: "tag"))
    var language: String?

    func validate() throws {
        if let language, Language.typed(language) == nil {
            throw ValidationError(
                "There is no language “\(TerminalSanitizer.safe(language))”. Choose one of: \(Language.tags)")
        }
        guard keyFile == nil || passphraseFile == nil else {
            throw ValidationError("Specify --key-file or --passphrase-file, not both.")
        }
    }
}

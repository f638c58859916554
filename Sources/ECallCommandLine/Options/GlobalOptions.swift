import ArgumentParser
import Foundation

/// Options every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(help: "The identity to use. (environment: ECALL_PROFILE; default: default)")
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The directory that holds the profiles. (environment: ECALL_HOME; default: ~/.local/share/ecall)",
            valueName: "directory"))
    var home: String?

    @Option(
        help: ArgumentHelp(
            "The server; kept at login. (environment: ECALL_SERVER; default: \(Settings.defaultServer))",
            valueName: "url"))
    var server: String?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "Run the agent in this process instead of in the background.")
    var foreground = false

    @Option(help: ArgumentHelp("A file whose bytes open the sealed keys.", valueName: "path"))
    var keyFile: String?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the passphrase of the sealed keys. (environment: ECALL_PASSPHRASE, the passphrase itself)",
            valueName: "path"))
    var passphraseFile: String?

    func validate() throws {
        guard keyFile == nil || passphraseFile == nil else {
            throw ValidationError("Give --key-file or --passphrase-file, not both.")
        }
    }
}

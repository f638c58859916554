import ECallCore
import ECallLanguage
import Foundation

/// The options combined with the environment: options win.
struct Settings: Sendable, Equatable {
    static let defaultServer = "http://127.0.0.1:8080"

    var profile: String
    /// The folder of the profiles: from the options, or else below the person's data.
    var profiles: URL
    /// nil: the value stored at login, else the default.
    var server: String?
    var json = false
    var foreground = false
    var secretSource = SecretSource.none
    var diagnostics = false
    /// The language in which a person reads.
    var language = TerminalLanguage.english
    /// The language that is reported to the server, a tag (BCP 47); nil if nothing names one.
    var declaredLanguage: String?

    /// The source of the secret for sealed keys.
    enum SecretSource: Sendable, Equatable {
        case none
        case keyFile(String)
        case passphraseFile(String)
        /// From the environment.
        case passphrase(String)
    }

    init(_ options: GlobalOptions, environment: [String: String]) {
        func value(_ option: String?, _ name: String) -> String? {
            option ?? environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        profile = value(options.profile, "ECALL_PROFILE") ?? "default"
        profiles =
            value(options.home, "ECALL_HOME").map { URL(fileURLWithPath: Self.absolute($0), isDirectory: true) }
            ?? UserDirectory.data.url(in: environment).appendingPathComponent("ecall")
        server = value(options.server, "ECALL_SERVER")
        json = options.json
        foreground = options.foreground
        diagnostics = environment["ECALL_DIAGNOSTICS"] == "1"
        let kept = KeptLanguage(profile: profiles.appendingPathComponent(profile)).read()
        let option = options.language.flatMap(Language.typed)
        language = TerminalLanguage(option: option, kept: kept, environment)
        declaredLanguage = TerminalLanguage.declared(option: option, kept: kept, environment)
        if let path = options.keyFile {
            secretSource = .keyFile(path)
        } else if let path = options.passphraseFile {
            secretSource = .passphraseFile(path)
        } else if let passphrase = value(nil, "ECALL_PASSPHRASE") {
            secretSource = .passphrase(passphrase)
        }
    }

    /// A path that means the same in the agent, whose working directory is another.
    static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

    /// The profile's directory, made if need be.
    func profileDirectory() throws(CommandFailure) -> ProfileDirectory {
        do throws(KeyStorageError) {
            return try ProfileDirectory(profile: profile, in: profiles)
        } catch {
            guard error != .invalidProfileName else { throw CommandFailure(error) }
            let place = Text.terminalProfilesIn(path: profiles.path, option: "--home", variable: "ECALL_HOME")
            throw CommandFailure(.failure, .hint(error.text, place))
        }
    }
}

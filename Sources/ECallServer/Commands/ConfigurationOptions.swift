import ArgumentParser
import Foundation
import ServerFoundation

/// Options that name the configuration and the data folder.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: "The configuration file; check-config --example prints one. (environment: ECALL_CONFIG)")
    var config: String?

    @Option(name: .customLong("set"), help: "KEY=VALUE: a setting of the configuration file; may be repeated.")
    var assignments: [String] = []

    @Option(help: "The folder for the database and everything else that is kept. (default: ./data)")
    var data: String?

    /// Loads the settings, with those from a command's flags.
    func load(_ flags: [(key: String, value: String, flag: String)] = []) throws -> LoadedSettings {
        var all: [(key: String, value: String, flag: String)] = []
        for assignment in assignments {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                // The value is not repeated, because it may be a secret.
                throw SettingsFailure("--set takes KEY=VALUE, as --set smtp.host=mail.example.org")
            }
            all.append((parts[0], parts[1], "--set \(parts[0])"))
        }
        if let data { all.append(("data", data, "--data")) }
        return try SettingsLoader.load(
            file: config, environment: ProcessInfo.processInfo.environment, flags: all + flags)
    }

    func maintenance() throws -> Maintenance { Maintenance(directory: try load().settings.dataDirectory) }
}

/// Settings with their own flags.
struct ServerOptions: ParsableArguments {
    @Flag(help: "Development: one-time codes go to the console and to DATA/outbox.")
    var dev = false

    @Option(help: "The address to listen on. (default: 127.0.0.1)")
    var host: String?

    @Option(help: "The port to listen on; 0 takes any free one. (default: 8080)")
    var port: String?

    @Option(help: "The folder of the page, as Scripts/bundle-page makes it; the one near this program unless given.")
    var web: String?

    @Flag(help: "Serves the page near this program as it is written, one file a module: for who works on it.")
    var devPage = false

    @Option(help: "HTTPS with this PEM file: the server's certificate and those that lead to its authority.")
    var tlsCertificate: String?

    @Option(help: "The private key of --tls-certificate, a PEM file.")
    var tlsKey: String?

    @Option(help: "The certificate of a local authority, offered at /authority.crt.")
    var tlsAuthority: String?

    @Option(help: "This host's own address for media; the first one that is not loopback unless given.")
    var mediaAddress: String?

    @Option(help: "What is logged at least: trace, debug, info (every request), notice, warning, error, critical.")
    var logLevel: String?

    @Option(help: "How it is logged: text or json.")
    var logFormat: String?

    var flags: [(key: String, value: String, flag: String)] {
        let given: [(String, String?, String)] = [
            ("development", dev ? "true" : nil, "--dev"), ("host", host, "--host"), ("port", port, "--port"),
            ("web", web, "--web"), ("tls.certificate", tlsCertificate, "--tls-certificate"),
            ("tls.key", tlsKey, "--tls-key"), ("tls.authority", tlsAuthority, "--tls-authority"),
            ("media.address", mediaAddress, "--media-address"), ("log.level", logLevel, "--log-level"),
            ("log.format", logFormat, "--log-format"),
        ]
        return given.compactMap { key, value, flag in value.map { (key, $0, flag) } }
    }

    /// Loads the settings as the server would run with them.
    func load(_ configuration: ConfigurationOptions) throws -> LoadedSettings {
        var loaded = try configuration.load(flags)
        if loaded.settings.wantsPage, loaded.settings.webDirectory == nil {
            loaded.settings.webDirectory = ServerSettings.nearbyWebDirectory(sources: devPage)
        }
        return loaded
    }
}

public import ArgumentParser
import ECallServer
import Foundation
public import Logging

@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecall-server", abstract: "The server of end-to-end encrypted calls.", subcommands: [Serve.self],
        defaultSubcommand: Serve.self)
}

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve until told to stop.")

    @Flag(help: "Development: one-time codes go to the console and to DATA/outbox.")
    var dev = false

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port = 8080

    @Option(help: "The directory for the database and everything else that is kept.")
    var data = "./data"

    @Option(help: "The folder of the page; `Web` near this program unless given.")
    var web: String?

    @Option(help: "HTTPS with this PEM file: the server's certificate and those that lead to its authority.")
    var tlsCertificate: String?

    @Option(help: "The private key of --tls-certificate, a PEM file.")
    var tlsKey: String?

    @Option(help: "The certificate of a local authority, offered at /authority.crt.")
    var tlsAuthority: String?

    @Option(help: "This host's own address for media; the first one that is not loopback unless given.")
    var mediaAddress: String?

    @Option(help: "What is logged at least: trace, debug, info (every request), notice, warning, error, critical.")
    var logLevel = Logger.Level.notice

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard (tlsCertificate == nil) == (tlsKey == nil), tlsAuthority == nil || tlsKey != nil else {
            throw ValidationError("--tls-certificate and --tls-key are given together.")
        }
    }

    func run() async throws {
        // What Janus and coturn write is for this user alone too.
        umask(0o077)
        LoggingSystem.bootstrap { [logLevel] label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = logLevel
            return handler
        }
        var settings = ServerSettings(dataDirectory: data)
        (settings.host, settings.port, settings.isDevelopment) = (host, port, dev)
        settings.webDirectory = web ?? ServerSettings.nearbyWebDirectory()
        if let tlsCertificate, let tlsKey {
            settings.tls = TLSFiles(certificate: tlsCertificate, key: tlsKey, authority: tlsAuthority)
        }
        settings.media.address = mediaAddress
        settings.limits = dev ? .development : Limits()
        do {
            try await ECallServer.serve(settings, logger: Logger(label: "ecall-server")) { line in
                // Not buffered: whoever started the server waits for the first line.
                FileHandle.standardOutput.write(Data((line + "\n").utf8))
            }
        } catch let failure as StartFailure {
            try fail(failure.description)
        } catch let failure as SupervisionFailure {
            try fail(failure.description)
        }
    }

    private func fail(_ sentence: String) throws {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
        throw ExitCode(1)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

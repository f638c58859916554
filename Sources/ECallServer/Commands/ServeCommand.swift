import ArgumentParser
import Foundation
import Logging
import ServerFoundation

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Serve until told to stop.")

    @Flag(name: .customLong("init"), help: "Begin a new server; there must be none in the data folder.")
    var initializes = false

    @OptionGroup var options: ServerOptions
    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        // The files of Janus and coturn are for this user alone too.
        umask(0o077)
        try await reporting {
            let loaded = try options.load(configurationOptions)
            let settings = loaded.settings
            LoggingSystem.bootstrap { LineLogHandler(label: $0, settings.log) }
            let (logger, check) = (Logger(label: "ecall-server"), ConfigurationCheck(loaded: loaded))
            try check.require()
            for warning in check.warnings { logger.warning("\(warning)") }
            try await serve(settings, initializes: initializes, logger: logger) { Console.out($0) }
        }
    }
}

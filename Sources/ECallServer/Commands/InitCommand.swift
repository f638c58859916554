import ArgumentParser
import Foundation
import ServerFoundation

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make the data folder of a new server: its secret and an empty database.",
        discussion: """
            A server starts only where one was begun, so that a folder whose disk is not mounted, or a lost secret, does \
            not become a new server that signs everybody out.
            """)

    @Flag(help: "For a database whose secret is lost: a new one. Every device signs in again, every link ends.")
    var newSecret = false

    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        umask(0o077)
        try await reporting {
            let path = try configurationOptions.load().settings.dataDirectory
            if newSecret {
                let data = DataDirectory(existing: path)
                // A missing folder is not created.
                guard data.content != .nothing else { throw StartFailure.noServer(path) }
                let lock = try data.lock()
                defer { withExtendedLifetime(lock) {} }
                try await data.replaceSecret()
                Console.out("\(path) has a new secret; back it up: ecall-server backup FILE")
            } else {
                try DataDirectory(existing: path).require(.required)
                let data = try DataDirectory(preparing: path)
                let lock = try data.lock()
                defer { withExtendedLifetime(lock) {} }
                _ = try await data.load(.required)
                Console.out("\(path) is the data folder of a new server.")
            }
        }
    }
}

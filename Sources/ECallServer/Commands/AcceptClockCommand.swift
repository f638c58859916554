import ArgumentParser
import Foundation
import ServerFoundation

struct AcceptClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept-clock", abstract: "Say that the clock is right although it jumped.",
        discussion: """
            After the clock jumped by more than a day, as at the start of a machine that was off, the server deletes nothing \
            by its age for an hour, or until the clock is right. This ends the wait at once, also while the server runs. \
            Look at date first: with a clock that is ahead everybody is signed out.
            """)

    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        umask(0o077)
        try await reporting {
            Console.out("accepted the clock: \(try await configurationOptions.maintenance().acceptClock())")
        }
    }
}

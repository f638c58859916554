import ArgumentParser
import Foundation

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of the database, while no server runs.",
        discussion: """
            Takes FILE and FILE.secret, as ecall-server backup made them. What was there is kept beside it. Devices hold \
            newer tokens than the backup knows: for a while those that it knows come back in by them. Devices that signed \
            in after the backup was made sign in again, with the keys they have. Codes and links that were not used yet \
            are withdrawn, since they may have been used after the backup was made.
            """)

    @Argument(help: "The backup.")
    var file: String

    @Option(help: "For how many hours devices come back in by tokens that the backup does not know; 0 for not at all.")
    var graceHours = 24

    @OptionGroup var configurationOptions: ConfigurationOptions

    func validate() throws {
        guard (0...720).contains(graceHours) else { throw ValidationError("--grace-hours takes 0 to 720.") }
    }

    func run() async throws {
        umask(0o077)
        try await reporting {
            let done = try configurationOptions.maintenance().restore(from: file, grace: graceHours * 3600)
            Console.out("restored \(done.database)")
            for path in done.replaced { Console.out("kept what was there as \(path)") }
            Console.out("Devices that the backup knows come back in until \(done.graceEnd). Start the server now.")
        }
    }
}

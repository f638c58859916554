import ArgumentParser
import Foundation
import ServerFoundation

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the tables up to date, as the next start of the server would.")

    @Flag(help: "Only list what would be done.")
    var dryRun = false

    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        umask(0o077)
        try await reporting {
            let maintenance = try configurationOptions.maintenance()
            let names = dryRun ? try maintenance.migrationState().pending : try await maintenance.migrate()
            if names.isEmpty { Console.out("The tables are up to date.") }
            for name in names { Console.out((dryRun ? "would apply " : "applied ") + name) }
        }
    }
}

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a consistent copy of the database while the server runs.",
        discussion: """
            Beside FILE comes FILE.secret: without it the tokens of all devices and all pending codes are worthless. Both \
            are readable by their owner alone; keep them as safe as the data folder. To restore: stop the server, \
            ecall-server restore FILE.
            """)

    @Argument(help: "The file to make; it must not be there.")
    var file: String

    @OptionGroup var configurationOptions: ConfigurationOptions

    func run() async throws {
        umask(0o077)
        try await reporting {
            for path in try configurationOptions.maintenance().backup(to: file) { Console.out("wrote \(path)") }
        }
    }
}

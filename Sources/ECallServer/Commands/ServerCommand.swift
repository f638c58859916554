public import ArgumentParser
import ECallAPI
import Foundation
import Logging
import MediaServers
import ServerFoundation

/// `ecall-server`.
public struct ServerCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "ecall-server", abstract: "The server of end-to-end encrypted calls.",
        version: ProductVersion.current,
        subcommands: [
            ServeCommand.self, InitCommand.self, CheckConfigCommand.self, MigrateCommand.self, BackupCommand.self,
            RestoreCommand.self, UsersCommand.self, DevicesCommand.self, TokensCommand.self,
            ReportsCommand.self, AuditCommand.self, AcceptClockCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    public init() {}
}

/// The output of commands.
enum Console {
    /// Unbuffered: the process that started the server waits for the first line.
    static func out(_ line: String) { write(line, to: .standardOutput) }

    /// - Parameter level: the priority for the journal, if it reads standard error.
    static func error(_ line: String, _ level: Logger.Level = .error) {
        write(JournalStream.isStandardError() ? JournalStream.line(line, level) : line, to: .standardError)
    }

    private static func write(_ line: String, to file: FileHandle) {
        // The reader may be gone.
        try? file.write(contentsOf: Data((line + "\n").utf8))
    }
}

/// Prints a known failure's own sentence and ends with status 1.
func reporting(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let failure as any CustomStringConvertible & Error
        where failure is StartFailure || failure is SupervisionFailure || failure is SettingsFailure
        || failure is CommandFailure
    {
        Console.error(failure.description)
        throw ExitCode(1)
    } catch let failure as StorageFailure {
        Console.error(failure.sentence)
        throw ExitCode(1)
    }
}

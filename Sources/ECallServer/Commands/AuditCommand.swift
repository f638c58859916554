import ArgumentParser

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List what operators changed by commands: when, who, and whom it concerned.",
        discussion: """
            The database keeps the newest 10000 entries, which no command changes or deletes. LOGIN is the user who logged in, \\
            if another one ran the command, as with sudo.
            """)

    @Option(help: "How many entries, the newest last.")
    var last = 100

    @OptionGroup var table: TableOptions
    @OptionGroup var configurationOptions: ConfigurationOptions

    func validate() throws {
        guard (1...AuditLog.most).contains(last) else { throw ValidationError("--last takes 1 to \(AuditLog.most).") }
    }

    func run() async throws {
        try await reporting { table.write(try await configurationOptions.maintenance().actions(last: last)) }
    }
}

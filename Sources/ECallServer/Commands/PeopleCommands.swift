import ArgumentParser
import ECallAPI

/// The output format of lists.
struct TableOptions: ParsableArguments {
    @Flag(help: "JSON instead of a table.")
    var json = false

    func write(_ table: Table) { Console.out(json ? table.json : table.text) }
}

private func deviceID(_ text: String) throws -> DeviceID {
    guard let id = DeviceID(text) else { throw ValidationError("A device is named by its number.") }
    return id
}

/// Parses the beginning of a day in UTC, or a moment.
private func moment(_ text: String) throws -> Timestamp {
    guard let moment = Timestamp(text.utf8.count == 10 ? text + "T00:00:00Z" : text) else {
        throw ValidationError("A moment is 2026-03-01, or 2026-03-01T10:20:30Z.")
    }
    return moment
}

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "The accounts.",
        subcommands: [List.self, Show.self, Suspend.self, Unsuspend.self, Delete.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all accounts.")
        @OptionGroup var table: TableOptions
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting { table.write(try await configurationOptions.maintenance().users()) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one account.")
        @Argument(help: "Its number, e-mail address or telephone number.") var user: String
        @OptionGroup var table: TableOptions
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                let maintenance = try configurationOptions.maintenance()
                table.write(try await maintenance.show(try await maintenance.user(user)))
            }
        }
    }

    struct Suspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep an account out: its devices stop within a second, and nobody can ring it.",
            discussion: """
                Nothing is deleted. Its owner hears of it, with the reason, by whatever they ask or sign in with; others see \
                somebody who cannot be reached. The owner can still download what is stored of the account and have it deleted.
                """)
        @Argument(help: "Its number, e-mail address or telephone number.") var user: String
        @Option(help: "Why, for its owner to read.") var reason = ""
        @Option(
            help: "When it ends by itself: 2026-03-01, or 2026-03-01T10:20:30Z; without it, when it is lifted.",
            transform: moment)
        var until: Timestamp?
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                let maintenance = try configurationOptions.maintenance()
                let found = try await maintenance.user(user)
                try await maintenance.suspend(found, reason: reason, until: until)
                Console.out("suspended account \(found.id)" + (until.map { " until \($0)" } ?? ""))
            }
        }
    }

    struct Unsuspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a suspended account in again: its devices go on where they were.")
        @Argument(help: "Its number, e-mail address or telephone number.") var user: String
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                let maintenance = try configurationOptions.maintenance()
                let found = try await maintenance.user(user)
                try await maintenance.unsuspend(found)
                Console.out("unsuspended account \(found.id)")
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an account at once, with its devices, contacts and links. Cannot be undone.")
        @Argument(help: "Its number, e-mail address or telephone number.") var user: String
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                let maintenance = try configurationOptions.maintenance()
                let found = try await maintenance.user(user)
                try await maintenance.delete(found)
                Console.out("deleted account \(found.id)")
            }
        }
    }
}

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "The devices of an account.", subcommands: [List.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the devices of an account.")
        @Argument(help: "The account's number, e-mail address or telephone number.") var user: String
        @OptionGroup var table: TableOptions
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                let maintenance = try configurationOptions.maintenance()
                table.write(try await maintenance.devices(of: try await maintenance.user(user)))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sign a device out: it is gone at once.")
        @Argument(help: "The device's number.", transform: deviceID) var device: DeviceID
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                try await configurationOptions.maintenance().remove(device: device)
                Console.out("removed device \(device)")
            }
        }
    }
}

struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "The tokens by which devices stay signed in.", subcommands: [Revoke.self])

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End every token of an account or a device: it has to sign in again.")
        @Option(help: "The account's number, e-mail address or telephone number.") var user: String?
        @Option(help: "The device's number.", transform: deviceID) var device: DeviceID?
        @OptionGroup var configurationOptions: ConfigurationOptions

        func validate() throws {
            guard (user == nil) != (device == nil) else { throw ValidationError("Give --user or --device.") }
        }

        func run() async throws {
            try await reporting {
                let maintenance = try configurationOptions.maintenance()
                if let device {
                    try await maintenance.remove(device: device)
                    Console.out("revoked the tokens of device \(device)")
                } else if let user {
                    let count = try await maintenance.revokeTokens(of: try await maintenance.user(user))
                    Console.out("revoked the tokens of \(count) devices")
                }
            }
        }
    }
}

struct ReportsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports", abstract: "Whom people have reported.",
        subcommands: [List.self, Show.self, Close.self])

    fileprivate static func reportID(_ text: String) throws -> ReportID {
        guard let id = ReportID(text) else { throw ValidationError("A report is named by its number.") }
        return id
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List open reports, the newest first.")
        @Flag(help: "Those that are closed too.") var all = false
        @OptionGroup var table: TableOptions
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                table.write(try await configurationOptions.maintenance().reports(closedToo: all))
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one report: who, whom, why and when. Nothing of a call's contents is there.")
        @Argument(help: "Its number.", transform: ReportsCommand.reportID) var report: ReportID
        @OptionGroup var table: TableOptions
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting { table.write(try await configurationOptions.maintenance().report(report)) }
        }
    }

    struct Close: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Be done with a report. Whoever made it may report the same person anew.")
        @Argument(help: "Its number.", transform: ReportsCommand.reportID) var report: ReportID
        @OptionGroup var configurationOptions: ConfigurationOptions

        func run() async throws {
            try await reporting {
                try await configurationOptions.maintenance().close(report: report)
                Console.out("closed report \(report)")
            }
        }
    }
}

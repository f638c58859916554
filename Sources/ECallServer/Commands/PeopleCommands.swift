import ArgumentParser
import ECallAPI

/// How lists are written.
struct TableOptions: ParsableArguments {
    @Flag(help: "JSON instead of a table.")
    var json = false

    func write(_ table: Table) { Console.out(json ? table.json : table.text) }
}

private func deviceID(_ text: String) throws -> DeviceID {
    guard let id = DeviceID(text) else { throw ValidationError("A device is named by its number.") }
    return id
}

/// `ecall-server users`.
struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "The accounts.", subcommands: [List.self, Show.self, Delete.self])

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

/// `ecall-server devices`.
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

/// `ecall-server tokens`.
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

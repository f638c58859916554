import ArgumentParser
import ECallMedia

/// `ecall media`
struct MediaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "Show cameras, microphones and loudspeakers; choose which are used.",
        subcommands: [List.self, Use.self], defaultSubcommand: List.self)

    /// `ecall media list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what is connected, and what is chosen.")

        @OptionGroup var global: GlobalOptions

        func run() async throws { try await Session(global).runSignedOut(.media) }
    }

    /// `ecall media use`
    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Choose what calls use from now on.",
            discussion:
                "Kept in the profile. What is chosen and not connected is used again once it is; until then the default is."
        )

        @OptionGroup var devices: DeviceOptions
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard !devices.names.isEmpty else {
                throw ValidationError("Say what to use: --camera, --microphone, --loudspeaker or --echo-cancelling.")
            }
        }

        func run() async throws { try await Session(global).runSignedOut(.useMedia(devices: devices.names)) }
    }
}

extension Session {
    /// Also before a sign-in.
    fileprivate func runSignedOut(_ command: AgentCommand) async throws {
        try await run(needsSignIn: false) { link, _ in
            printer.result(try await link.result(of: command))
        }
    }
}

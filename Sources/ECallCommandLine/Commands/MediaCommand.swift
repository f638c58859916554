import ArgumentParser
import ECallMedia

struct MediaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "List cameras, microphones and loudspeakers, or choose which to use.",
        discussion: "Example:\n  ecall media",
        subcommands: [List.self, Use.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List connected and selected devices.",
            discussion: "Example:\n  ecall media list")

        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() async throws { try await Session(global).runSignedOut(.media) }
    }

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Choose the devices for calls.",
            discussion:
                "The choice is stored in the profile. While a chosen device is disconnected, calls use the default.\n\nExample:\n  ecall media use --camera Logitech"
        )

        @OptionGroup var devices: DeviceOptions
        @OptionGroup(title: "Global options") var global: GlobalOptions

        func validate() throws {
            guard !devices.names.isEmpty else {
                throw ValidationError("Name a device: --camera, --microphone, --loudspeaker or --echo-cancelling.")
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

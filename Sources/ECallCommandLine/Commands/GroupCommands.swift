import ArgumentParser
import ECallCalls
import ECallLanguage

struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite more contacts into the call.",
        discussion: "Example:\n  ecall invite Cy Di")

    @Argument(help: ArgumentHelp("Contacts: names, how they begin, or user IDs.", valueName: "contact"))
    var contacts: [String]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.invite(people: contacts)) }
}

struct ParticipantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "participants", abstract: "List who is in the call, is being called, or has left.",
        discussion: "Example:\n  ecall participants")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.participants) }
}

struct MuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mute yourself, or someone else for you only.",
        discussion:
            "You cannot mute others for everyone. If you started the call, --ask asks them to mute.\n\nExamples:\n  ecall mute\n  ecall mute Bo"
    )

    @Argument(help: "The person you do not want to hear; they are not told. Default: yourself, for everyone.")
    var person: String?

    @Flag(help: "Ask that person to mute, if you started the call.")
    var ask = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard person != nil || !ask else { throw ValidationError("Name the person to ask: ecall mute --ask <name>") }
    }

    func run() async throws {
        guard let person else { return try await Session(global).runInCall(.mute(isMuted: true)) }
        if ask {
            return try await Session(global).runInCall(
                .askToMute(person: person), remark: Session.naming { .peopleAsked(name: $0) })
        }
        try await Session(global).runInCall(
            .hear(person: person, isHeard: false),
            remark: Session.naming {
                .hint(.terminalMutedForYou(name: $0), .terminalDoHear(command: "ecall unmute"))
            })
    }
}

struct UnmuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Unmute yourself, or hear someone again.",
        discussion: "Up to 16 people can be heard at once.\n\nExample:\n  ecall unmute")

    @Argument(help: "The person you want to hear again. Default: yourself, for everyone.")
    var person: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        guard let person else { return try await Session(global).runInCall(.mute(isMuted: false)) }
        try await Session(global).runInCall(
            .hear(person: person, isHeard: true), remark: Session.naming { .terminalHeardAgain(name: $0) })
    }
}

struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove someone from the call you started.",
        discussion:
            "They can come back if someone in the call invites them. Everyone's keys change at once, so they can no longer listen.\n\nExample:\n  ecall remove Bo"
    )

    @Argument(help: "Someone in the call or being called: a name, how it begins, or a user ID.")
    var person: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).runInCall(
            .remove(person: person), remark: Session.naming { .callNoticeRemoved(name: $0) })
    }
}

struct CameraCommand: AsyncParsableCommand {
    enum Wish: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    static let configuration = CommandConfiguration(
        commandName: "camera", abstract: "Turn your camera on or off.", discussion: "Example:\n  ecall camera off")

    @Argument(help: "on or off")
    var wish: Wish

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.camera(isOn: wish == .on)) }
}

struct VolumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Make someone louder or quieter for you.",
        discussion: "Example:\n  ecall volume Bo 150")

    @Argument(help: "Someone in the call: a name, how it begins, or a user ID.")
    var person: String

    @Argument(help: "A percentage from 0 to 200.")
    var percent: Int

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard CallParticipant.volumes.contains(percent) else {
            throw ValidationError("Specify a volume from 0 to 200 percent.")
        }
    }

    func run() async throws {
        try await Session(global).runInCall(
            .volume(person: person, percent: percent),
            remark: Session.naming { [percent] in .terminalVolume(name: $0, percent: "\(percent)") })
    }
}

extension Session {
    /// Sends a command about the running call: without an agent there is no call.
    func runInCall(
        _ command: AgentCommand, remark: @escaping @Sendable (CommandResult) -> Text? = { _ in nil },
        drawing: @escaping @Sendable (CommandResult) -> String? = { _ in nil }
    ) async throws {
        try await run(command, withoutAgent: CommandFailure(CallFailure.noCall), remark: remark, drawing: drawing)
    }
}

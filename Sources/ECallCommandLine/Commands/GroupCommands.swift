import ArgumentParser
import ECallCalls

/// `ecall invite`
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Ring more people into the call that you are in.")

    @Argument(help: ArgumentHelp("Whom: names, their beginnings, or user numbers of contacts.", valueName: "contact"))
    var contacts: [String]

    @OptionGroup var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.invite(people: contacts)) }
}

/// `ecall participants`
struct ParticipantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "participants", abstract: "List who is in the call, who rings, and who was.")

    @OptionGroup var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.participants) }
}

/// `ecall mute`
struct MuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mute yourself, or somebody for you alone.",
        discussion: "Nobody is muted by others: --ask asks them to, which only who made the call can.")

    @Argument(help: "Whom you do not want to hear; they are not told. Without: yourself, for all.")
    var person: String?

    @Flag(help: "Ask that person to mute; you must have made the call.")
    var ask = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard person != nil || !ask else { throw ValidationError("Say whom to ask: ecall mute --ask <name>") }
    }

    func run() async throws {
        guard let person else { return try await Session(global).runInCall(.mute(isMuted: true)) }
        if ask {
            return try await Session(global).runInCall(
                .askToMute(person: person), remark: Session.naming("is asked to mute."))
        }
        try await Session(global).runInCall(
            .hear(person: person, isHeard: false),
            remark: Session.naming("is muted for you. To hear them: ecall unmute"))
    }
}

/// `ecall unmute`
struct UnmuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Be heard again, or hear somebody again.",
        discussion: "Of the people in a call 16 can be heard at once.")

    @Argument(help: "Whom you want to hear again. Without: yourself, for all.")
    var person: String?

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        guard let person else { return try await Session(global).runInCall(.mute(isMuted: false)) }
        try await Session(global).runInCall(
            .hear(person: person, isHeard: true), remark: Session.naming("is heard again."))
    }
}

/// `ecall remove`
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take somebody out of the call that you have made.",
        discussion:
            "They come back when somebody in the call invites them. Nobody else hears what they have heard before: the "
            + "keys of all change at once.")

    @Argument(help: "Whom: a name, its beginning, or a user number, of somebody in the call or who rings.")
    var person: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Session(global).runInCall(
            .remove(person: person), remark: Session.naming("is removed from the call."))
    }
}

/// `ecall camera`
struct CameraCommand: AsyncParsableCommand {
    enum Wish: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    static let configuration = CommandConfiguration(
        commandName: "camera", abstract: "Turn the camera of the call on or off.")

    @Argument(help: "on or off")
    var wish: Wish

    @OptionGroup var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.camera(isOn: wish == .on)) }
}

/// `ecall volume`
struct VolumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Make somebody louder or quieter for you.")

    @Argument(help: "Whom: a name, its beginning, or a user number, of somebody in the call.")
    var person: String

    @Argument(help: "From 0 to 200; 100 is as it comes.")
    var percent: Int

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard CallParticipant.volumes.contains(percent) else {
            throw ValidationError("The volume goes from 0 to 200; 100 is as it comes.")
        }
    }

    func run() async throws {
        try await Session(global).runInCall(
            .volume(person: person, percent: percent), remark: Session.naming("has volume \(percent) for you now."))
    }
}

extension Session {
    /// Sends a command about the running call: without an agent there is none.
    func runInCall(
        _ command: AgentCommand, remark: @escaping @Sendable (CommandResult) -> String? = { _ in nil }
    ) async throws {
        try await run(withoutAgent: CommandFailure(CallFailure.noCall)) { link, _ in
            let result = try await answered { try await link.result(of: command) { printer.content($0) } }
            printer.result(result)
            if let line = remark(result) { printer.remark(line) }
        }
    }
}

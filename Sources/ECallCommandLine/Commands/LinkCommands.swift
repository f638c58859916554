import ArgumentParser
import ECallAPI
import Glibc
import QRCode

/// `ecall personal-link`
struct PersonalLinkCommand: AsyncParsableCommand {
    enum Wish: String, ExpressibleByArgument, CaseIterable {
        case on, new, off
    }

    static let configuration = CommandConfiguration(
        commandName: "personal-link",
        abstract: "A link by which several people can ask to become your contacts, for cards and profiles.",
        discussion:
            "Off until you turn it on. You accept each who asks. Without an argument it is shown as it is; `on` also extends it, and "
            + "the link stays the same; `new` makes the former worthless. For one person alone: ecall share")

    @Argument(help: "on, new or off")
    var wish: Wish?

    @Option(help: "For how many more people: 1 to 1000.")
    var people = 10

    @Option(help: "For how many days from now: 1 to 365.")
    var days = 30

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard PersonalLinkRequest.uses.contains(people) else {
            throw ValidationError("A personal link is for 1 to 1000 people: --people")
        }
        guard (1...365).contains(days) else { throw ValidationError("A personal link is for 1 to 365 days: --days") }
    }

    func run() async throws {
        try await Session(global).run(.personalLink(wish: command)) { Self.code($0).flatMap(Session.terminalCode) }
    }

    private var command: PersonalLinkWish {
        switch wish {
        case nil: .show
        case .off: .off
        case .on, .new:
            .set(
                request: PersonalLinkRequest(
                    maxUses: people, lifetime: days * 86_400, isNew: wish == .new ? true : nil))
        }
    }

    private static func code(_ result: CommandResult) -> String? {
        if case .personalLink(let state?) = result, !state.hasEnded { state.link } else { nil }
    }
}

/// `ecall call-link`
struct CallLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call-link",
        abstract: "Make a link by which your contacts can come into the call that you are in.",
        discussion:
            "Who opens it asks this program, which invites contacts that were in a call with you before, and asks you about others. "
            + "It ends with the call, and when this program ends.")

    @Flag(help: "Let nobody in by it any more.")
    var withdraw = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Session(global).runInCall(
            .callLink(isWithdrawn: withdraw),
            remark: { result in
                if case .callLink(let link?) = result { Session.terminalCode(link) } else { nil }
            })
    }
}

/// `ecall join`
struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Come into a call by a link that a contact gave you.",
        discussion:
            "For contacts of who made the link. What they see in their call: ecall call-link. Without it a terminal asks; - reads it as "
            + "a line of standard input. Others on this machine can read arguments.")

    @Argument(help: ArgumentHelp("What `ecall call-link` printed, or their page shows.", valueName: "link"))
    var link: String?

    @Flag(help: "Send pictures.")
    var video = false

    @OptionGroup var media: MediaOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        let text = try session.reporting { () throws(CommandFailure) in
            try TypedText().text(link, asking: "Link to the call: ", orElse: "ecall join -")
        }
        try await session.runCall(media, video: video) { .join(link: text, media: $0) }
    }
}

extension Session {
    /// A code for the camera of a phone; nothing where a program reads.
    static func terminalCode(_ link: String) -> String? {
        isatty(STDOUT_FILENO) == 1 ? QRCode(link)?.terminalText : nil
    }
}

import ArgumentParser
import ECallAPI
import ECallLanguage
import Glibc
import QRCode

struct PersonalLinkCommand: AsyncParsableCommand {
    enum Wish: String, ExpressibleByArgument, CaseIterable {
        case on, new, off
    }

    static let configuration = CommandConfiguration(
        commandName: "personal-link",
        abstract: "Manage your personal link, with which several people can ask to be your contacts.",
        discussion:
            "Off until you turn it on. You accept or decline each request. Without an argument, shows the link; `on` also extends it, "
            + "`new` replaces it. For a single person: ecall share\n\nExample:\n  ecall personal-link on --people 20 --days 30"
    )

    @Argument(help: "on, new or off")
    var wish: Wish?

    @Option(help: "The number of people who can still use it: 1 to 1000.")
    var people = 10

    @Option(help: "The number of days it is valid from now: 1 to 365.")
    var days = 30

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard PersonalLinkRequest.uses.contains(people) else {
            throw ValidationError("A personal link is for 1 to 1000 people: --people")
        }
        guard (1...365).contains(days) else { throw ValidationError("A personal link is for 1 to 365 days: --days") }
    }

    func run() async throws {
        try await Session(global).run(
            .personalLink(wish: command), drawing: { Self.code($0).flatMap(Session.terminalCode) })
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

struct CallLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call-link",
        abstract: "Create a link with which your contacts can join the call.",
        discussion:
            "Anyone who opens the link asks this program to join. It invites contacts you have been in a call with, and asks you about "
            + "others. The link ends with the call, or with this program.\n\nExample:\n  ecall call-link")

    @Flag(help: "Turn the link off.")
    var withdraw = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).runInCall(
            .callLink(isWithdrawn: withdraw),
            drawing: { result in
                if case .callLink(let link?) = result { Session.terminalCode(link) } else { nil }
            })
    }
}

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join a call with a contact's call link.",
        discussion:
            "Only contacts of the person who created the link can join. Without a link, a terminal asks for it; - reads it from standard "
            + "input. Other users of this machine can read arguments.\n\nExample:\n  ecall join https://calls.example.org/#/call/…"
    )

    @Argument(
        help: ArgumentHelp("The output of their ecall call-link, or the link their page shows.", valueName: "link"))
    var link: String?

    @Flag(help: "Send video.")
    var video = false

    @OptionGroup(title: "Media options") var media: MediaOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        let text = try session.reporting { () throws(CommandFailure) in
            try TypedText(texts: session.printer.texts).text(
                link, asking: .terminalAskCallLink, orElse: "ecall join -")
        }
        try await session.runCall(media, video: video) { .join(link: text, media: $0) }
    }
}

extension Session {
    /// A QR code for a phone's camera; nothing if a program reads the output.
    static func terminalCode(_ link: String) -> String? {
        isatty(STDOUT_FILENO) == 1 ? QRCode(link)?.terminalText : nil
    }
}

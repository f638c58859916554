import ArgumentParser
import ECallSecurity

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Create a link with which one person can ask to be your contact.",
        discussion: "Example:\n  ecall share")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.share) { result in
            if case .shareToken(_, let link) = result { Session.terminalCode(link) } else { nil }
        }
    }
}

struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Ask someone to be your contact, by their link or token.",
        discussion:
            "Without a link, a terminal asks for it; - reads it from standard input. Other users of this machine can read arguments.\n\nExample:\n  ecall add https://calls.example.org/share/contact/…"
    )

    @Argument(help: ArgumentHelp("The output of ecall share, or a user number.", valueName: "token or link"))
    var tokenOrLink: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        let text = try session.reporting { () throws(CommandFailure) in
            try TypedText().text(tokenOrLink, asking: "Link or token: ", orElse: "ecall add -")
        }
        try await session.run(.add(tokenOrLink: text))
    }
}

struct RequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests", abstract: "List contact requests to you and from you.",
        discussion: "Example:\n  ecall requests --json")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        try await session.run { link, _ in
            let result = try await link.result(of: .requests) { session.printer.content($0) }
            session.printer.result(result)
            if case .requests(let received, let sent) = result, received.isEmpty, sent.isEmpty {
                session.printer.remark("No requests.")
            }
        }
    }
}

struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a contact request.", discussion: "Example:\n  ecall accept Bo")

    @Argument(help: "A name, how it begins, or a user number.")
    var person: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.accept(person: person), remark: Session.naming("is now your contact."))
    }
}

struct DeclineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline the incoming call, or a contact request.",
        discussion: "Example:\n  ecall decline --later 10")

    @Argument(
        help: "The sender of a contact request: a name, how it begins, or a user number. Default: the incoming call.")
    var person: String?

    @Option(
        defaultAsFlag: 10,
        help: ArgumentHelp(
            "Tell the caller that you will call back in this many minutes, 0 to 255. 0 names no time.",
            valueName: "minutes"))
    var later: Int?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard let later else { return }
        // An argument that isn't a number is taken for a person, and --later for the flag.
        guard person == nil else {
            throw ValidationError(
                "--later takes a number of minutes, and declines the incoming call, not a contact request.")
        }
        guard UInt8(exactly: later) != nil else { throw ValidationError("--later takes 0 to 255 minutes.") }
    }

    func run() async throws {
        guard let person else {
            let reply = later.flatMap { UInt8(exactly: $0) }.map { CallReply.cannotTalkNow(minutes: $0) }
            return try await Session(global).run(.decline(reply: reply)) { Self.remark(on: $0, saying: reply) }
        }
        try await Session(global).run(.refuse(person: person), remark: Session.naming("is declined."))
    }
}

extension DeclineCommand {
    /// The remark after declining: including what was promised in the person's name.
    static func remark(on result: CommandResult, saying reply: CallReply?) -> String {
        switch (result, reply) {
        case (.declined(isReplied: true), .cannotTalkNow(0)): "Call declined. They are told that you cannot talk now."
        case (.declined(isReplied: true), .cannotTalkNow(1)):
            "Call declined. They are told that you cannot talk now and will call back in 1 minute."
        case (.declined(isReplied: true), .cannotTalkNow(let minutes)):
            "Call declined. They are told that you cannot talk now and will call back in \(minutes) minutes."
        case (.declined(isReplied: false), _): "Call declined. Your reply could not be sent."
        default: "Call declined."
        }
    }
}

struct ContactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: "List your contacts.", discussion: "Example:\n  ecall contacts")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        try await session.run { link, _ in
            let result = try await link.result(of: .contacts) { session.printer.content($0) }
            session.printer.result(result)
            if case .contacts(let people) = result, people.isEmpty {
                session.printer.remark("No contacts yet. Type: ecall share")
            }
        }
    }
}

extension Session {
    /// A sentence about the person of the result.
    static func naming(_ rest: String) -> @Sendable (CommandResult) -> String? {
        { result in
            guard case .person(let person) = result else { return nil }
            return "\(TerminalText.safe(person.name)) \(rest)"
        }
    }
}

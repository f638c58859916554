import ArgumentParser
import ECallLanguage
import ECallSecurity

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Create a link with which one person can ask to be your contact.",
        discussion: "Example:\n  ecall share")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(
            .share,
            drawing: { result in
                if case .shareToken(_, let link) = result { Session.terminalCode(link) } else { nil }
            })
    }
}

struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Ask someone to be your contact, by their link or token.",
        discussion:
            "Without a link, a terminal asks for it; - reads it from standard input. Other users of this machine can read arguments.\n\nExample:\n  ecall add https://calls.example.org/share/contact/…"
    )

    @Argument(help: ArgumentHelp("The output of ecall share, or a user ID.", valueName: "token or link"))
    var tokenOrLink: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        let text = try session.reporting { () throws(CommandFailure) in
            try TypedText(texts: session.printer.texts).text(
                tokenOrLink, asking: .terminalAskLink, orElse: "ecall add -")
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
                session.printer.remark(.requestsEmptyTitle)
            }
        }
    }
}

struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a contact request.", discussion: "Example:\n  ecall accept Bo")

    @Argument(help: "A name, how it begins, or a user ID.")
    var person: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.accept(person: person), remark: Session.naming { .contactsBefriended(name: $0) })
    }
}

struct DeclineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline the incoming call, or a contact request.",
        discussion: "Example:\n  ecall decline --later 10")

    @Argument(
        help: "The sender of a contact request: a name, how it begins, or a user ID. Default: the incoming call.")
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
        // An argument that isn't a number is interpreted as a person, and --later as the flag.
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
        try await Session(global).run(
            .refuse(person: person), remark: Session.naming { .terminalRequestDeclined(name: $0) })
    }
}

extension DeclineCommand {
    /// The remark after declining: includes what was promised in the person's name.
    static func remark(on result: CommandResult, saying reply: CallReply?) -> Text {
        switch (result, reply) {
        case (.declined(isReplied: true), .cannotTalkNow(0)): .hint(.terminalDeclinedCall, .terminalToldNotNow)
        case (.declined(isReplied: true), .cannotTalkNow(let minutes)):
            .hint(.terminalDeclinedCall, .terminalToldLater(count: Int(minutes)))
        case (.declined(isReplied: false), _): .hint(.terminalDeclinedCall, .terminalReplyNotSent)
        default: .terminalDeclinedCall
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
            // Programs get the same order, whoever calls them.
            let language = session.settings.json ? nil : session.settings.language.order
            let result = try await link.result(of: .contacts(language: language)) { session.printer.content($0) }
            session.printer.result(result)
            if case .contacts(let people) = result, people.isEmpty {
                session.printer.remark(.noContacts)
            }
        }
    }
}

extension Session {
    /// A sentence about the person of the result.
    static func naming(_ sentence: @escaping @Sendable (String) -> Text) -> @Sendable (CommandResult) -> Text? {
        { result in if case .person(let person) = result { sentence(person.name) } else { nil } }
    }
}

extension Text {
    static var noContacts: Text { .hint(.contactsEmptyTitle, .terminalType(command: "ecall share")) }
}

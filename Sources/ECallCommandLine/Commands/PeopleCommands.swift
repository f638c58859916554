import ArgumentParser
import ECallAPI
import ECallLanguage

struct FavoriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite", abstract: "Add a contact to your favourites, which are listed first.",
        discussion: "Example:\n  ecall favorite Bo")

    @Argument(help: "A name, how it begins, or a user ID.")
    var person: String

    @Flag(help: "Remove the contact from your favourites.")
    var off = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(
            .favorite(person: person, isFavorite: !off),
            remark: Session.naming { off ? .terminalNoFavourite(name: $0) : .terminalFavourite(name: $0) })
    }
}

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find someone by e-mail address, phone number or key fingerprint.",
        discussion: "Example:\n  ecall search bo@example.org")

    @Argument(help: ArgumentHelp("The whole address, number or fingerprint.", valueName: "address|number|fingerprint"))
    var text: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.search(text: text)) { result in
            guard case .found(let people) = result, people.isEmpty else { return nil }
            return .addProblemNobodyFoundText
        }
    }
}

struct BlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Block calls and requests from someone. They are not told.",
        discussion: "Example:\n  ecall block Bo")

    @Argument(help: "A contact, or the sender of a request: a name, how it begins, or a user ID.")
    var person: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.block(person: person), remark: Session.naming { .terminalBlocked(name: $0) })
    }
}

struct UnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Allow calls and requests from a blocked person again.",
        discussion: "Example:\n  ecall unblock Bo")

    @Argument(help: "A name, how it begins, or a user ID.")
    var person: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.unblock(person: person), remark: Session.naming { .terminalUnblocked(name: $0) })
    }
}

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report someone to the server's operator. They are not told.",
        discussion:
            "Sends your note, your user IDs, and the number of your call with them. Nothing that was said or shown is sent: the server "
            + "does not have it.\n\nExample:\n  ecall report Bo --reason spam")

    @Argument(help: "A name, how it begins, or a user ID.")
    var person: String

    @Option(help: ArgumentHelp("The reason: \(ReportReason.allNames).", valueName: "reason"))
    var reason: String

    @Option(help: ArgumentHelp("A note of at most \(ReportRequest.longestNote) characters.", valueName: "text"))
    var note: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard ReportReason(rawValue: reason) != nil else {
            throw ValidationError("--reason must be one of \(ReportReason.allNames).")
        }
        guard note?.utf16.count ?? 0 <= ReportRequest.longestNote else {
            throw ValidationError("A note has at most \(ReportRequest.longestNote) characters.")
        }
    }

    func run() async throws {
        guard let reason = ReportReason(rawValue: reason) else { return }
        try await Session(global).run(
            .report(person: person, reason: reason, note: note),
            remark: Session.naming { .hint(.reportSent(name: $0), .terminalDoBlock(command: "ecall block")) })
    }
}

struct BlockedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocked", abstract: "List the people you have blocked.", discussion: "Example:\n  ecall blocked")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        try await session.run { link, _ in
            let result = try await link.result(of: .blocked) { session.printer.content($0) }
            session.printer.result(result)
            if case .contacts(let people) = result, people.isEmpty { session.printer.remark(.terminalNobodyBlocked) }
        }
    }
}

import ArgumentParser
import ECallAPI

/// `ecall favorite`
struct FavoriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite", abstract: "Make a favourite of a contact: favourites come first.")

    @Argument(help: "Whom: a name, its beginning, or a user number.")
    var person: String

    @Flag(help: "No longer a favourite.")
    var off = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(
            .favorite(person: person, isFavorite: !off),
            remark: Session.naming(off ? "is no favourite any more." : "is a favourite now."))
    }
}

/// `ecall search`
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Look for a person by e-mail address, phone number or key hash.")

    @Argument(help: ArgumentHelp("All of it: nobody is found by a part.", valueName: "address, number or hash"))
    var text: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.search(text: text)) { result in
            guard case .found(let people) = result, people.isEmpty else { return nil }
            return "Nobody was found. Not everybody wants to be."
        }
    }
}

/// `ecall block`
struct BlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Let calls and requests of a person no longer through. They are not told.")

    @Argument(help: "Whom: a name, its beginning, or a user number, of a contact or a request.")
    var person: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.block(person: person), remark: Session.naming("is blocked."))
    }
}

/// `ecall unblock`
struct UnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Let calls and requests of a blocked person through again.")

    @Argument(help: "Whom: a name, its beginning, or a user number.")
    var person: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(.unblock(person: person), remark: Session.naming("is no longer blocked."))
    }
}

/// `ecall report`
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Tell the operator of the server about a person. They are not told.",
        discussion:
            "What you type here is sent, with both your numbers and that of the call you are in with them. Nothing of "
            + "what was said or shown is: the server does not have it.")

    @Argument(help: "Whom: a name, its beginning, or a user number.")
    var person: String

    @Option(help: ArgumentHelp("Why: \(ReportReason.allNames).", valueName: "reason"))
    var reason: String

    @Option(help: ArgumentHelp("In your words; at most \(ReportRequest.longestNote) characters.", valueName: "text"))
    var note: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard ReportReason(rawValue: reason) != nil else {
            throw ValidationError("Give one of these as --reason: \(ReportReason.allNames)")
        }
        guard note?.utf16.count ?? 0 <= ReportRequest.longestNote else {
            throw ValidationError("Keep the note to \(ReportRequest.longestNote) characters.")
        }
    }

    func run() async throws {
        guard let reason = ReportReason(rawValue: reason) else { return }
        try await Session(global).run(
            .report(person: person, reason: reason, note: note),
            remark: Session.naming("is reported. To hear nothing more of them, type: ecall block"))
    }
}

/// `ecall blocked`
struct BlockedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "blocked", abstract: "List whom you have blocked.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        try await session.run { link, _ in
            let result = try await link.result(of: .blocked) { session.printer.content($0) }
            session.printer.result(result)
            if case .contacts(let people) = result, people.isEmpty { session.printer.remark("Nobody is blocked.") }
        }
    }
}

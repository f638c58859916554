import ECallCalls
import MemoryDiagnostics

/// The lines a person reads when a command has done its work.
enum ResultText {
    static func lines(for result: CommandResult) -> [String] {
        switch result {
        case .done, .hello, .person, .noted, .declined: []
        case .codeSent(let address): ["A code is on its way to \(TerminalText.safe(address))."]
        case .account(let account): lines(for: account)
        case .shareToken(_, let link):
            [link, "Anyone with this link can ask to be your contact. It works once, for 24 hours."]
        case .personalLink(let state): LinkText.lines(for: state)
        case .callLink(let link): LinkText.lines(forCall: link)
        case .requestSent(let name):
            [name.map { "Your request was sent to \(TerminalText.safe($0))." } ?? "The request was sent."]
        case .requests(let received, let sent): requests(received: received, sent: sent)
        case .contacts(let contacts):
            contacts.flatMap { [line($0)] + doubts(of: $0) }
        case .found(let people):
            people.flatMap { [TerminalText.safe($0.name), "  ecall add \(TerminalText.safe($0.token))"] }
        case .comparison(let person, let devices): TrustText.lines(for: person, devices)
        case .trust(let people): TrustText.lines(for: people)
        case .ownDevices(let list): TrustText.lines(for: list)
        case .call(let summary): EventText.lines(for: summary.statistics)
        case .status(let call): call.map { StatusText.lines(for: $0) } ?? []
        case .participants(let list): ParticipantText.lines(for: list)
        case .invited(let people): people.map { "\(TerminalText.safe($0.name)) is being called." }
        case .own(let isMuted, let isVideoEnabled):
            [ParticipantText.line(isMuted: isMuted, isVideoEnabled: isVideoEnabled)]
        case .hand(let isRaised): [isRaised ? "Your hand is raised." : "Your hand is lowered."]
        case .reacted(let reaction): ["Everyone sees that you reacted with \(reaction.words)."]
        case .screen(let isShared, let window): [ScreenText.line(isShared: isShared, window)]
        case .windows(let list): ScreenText.lines(for: list)
        case .media(let list): MediaText.lines(for: list)
        case .network(let report): NetworkText.lines(for: report)
        case .memory(let result):
            ["\(result.copies) copies of the call key in \(result.bytesSearched) bytes of memory"]
        }
    }

    private static func lines(for account: AccountDetails) -> [String] {
        let address = account.email.isEmpty ? account.phoneNumber : account.email
        return [
            "\(TerminalText.safe(account.name)) <\(TerminalText.safe(address))>",
            "  user \(account.userId), device \(account.deviceId), at \(account.server)",
            account.keys == .sealed
                ? "  keys sealed by a passphrase or key file"
                : "  keys protected only by file permissions",
        ]
    }

    private static func requests(received: [Person], sent: [Person]) -> [String] {
        received.flatMap { ["from \(line($0))"] + doubts(of: $0) } + sent.map { "to   \(line($0))" }
    }

    private static func doubts(of person: Person) -> [String] {
        person.doubt.map { ["    " + NameText.sentence($0, of: person.id)] } ?? []
    }

    private static func line(_ person: Person) -> String {
        "\(person.isFavorite == true ? "* " : "")\(TerminalText.safe(person.name))  (\(person.id))"
            + (person.isBlocked == true ? ", blocked" : "")
    }
}

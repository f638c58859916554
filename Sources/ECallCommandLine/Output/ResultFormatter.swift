import ECallCalls
import ECallLanguage
import MemoryDiagnostics

/// The lines a person reads when a command has done its work.
struct ResultFormatter {
    let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    func lines(for result: CommandResult) -> [String] {
        switch result {
        case .done, .hello, .person, .noted, .declined: []
        case .codeSent(let address): [texts.string(.terminalCodeSent(address: address))]
        case .account(let account): lines(for: account)
        case .shareToken(_, let link):
            [link, texts.string(.linkLead)]
        case .personalLink(let state): LinkFormatter(texts).lines(for: state)
        case .callLink(let link): LinkFormatter(texts).lines(forCall: link)
        case .requestSent(let name):
            [texts.string(name.map { .terminalRequestSent(name: $0) } ?? .addSentTitle)]
        case .requests(let received, let sent): requests(received: received, sent: sent)
        case .contacts(let contacts):
            contacts.flatMap { [line($0)] + doubts(of: $0) }
        case .found(let people):
            people.flatMap { [TerminalSanitizer.safe($0.name), "  ecall add \(TerminalSanitizer.safe($0.token))"] }
        case .comparison(let person, let devices): TrustFormatter(texts).lines(for: person, devices)
        case .trust(let people): TrustFormatter(texts).lines(for: people)
        case .ownDevices(let list): TrustFormatter(texts).lines(for: list)
        case .call(let summary): EventFormatter.lines(for: summary.statistics)
        case .status(let call): call.map { CallStatusFormatter(texts).lines(for: $0) } ?? []
        case .participants(let list): ParticipantFormatter(texts).lines(for: list)
        case .invited(let people): people.map { texts.string(.terminalBeingCalled(name: $0.name)) }
        case .own(let isMuted, let isVideoEnabled):
            [ParticipantFormatter(texts).line(isMuted: isMuted, isVideoEnabled: isVideoEnabled)]
        case .hand(let isRaised): [texts.string(isRaised ? .handYours : .terminalHandLowered)]
        case .reacted(let reaction): [texts.string(.terminalReacted(reaction: reaction.text))]
        case .screen(let isShared, let window): [ScreenSharingFormatter(texts).line(isShared: isShared, window)]
        case .windows(let list): ScreenSharingFormatter(texts).lines(for: list)
        case .media(let list): MediaDeviceFormatter.lines(for: list, texts)
        case .network(let report): NetworkCheckFormatter(texts).lines(for: report)
        case .memory(let result):
            ["\(result.copies) copies of the call key in \(result.bytesSearched) bytes of memory"]
        }
    }

    private func lines(for account: AccountDetails) -> [String] {
        let address = account.email.isEmpty ? account.phoneNumber : account.email
        return [
            "\(TerminalSanitizer.safe(account.name)) <\(TerminalSanitizer.safe(address))>",
            "  "
                + texts.string(
                    .terminalAccount(
                        user: "\(account.userId)", device: "\(account.deviceId)", server: account.server)),
            "  " + texts.string(account.keys == .sealed ? .terminalKeysSealed : .terminalKeysPlain),
        ]
    }

    private func requests(received: [Person], sent: [Person]) -> [String] {
        received.flatMap { [texts.string(.requestsOf(name: line($0)))] + doubts(of: $0) }
            + sent.map { texts.string(.requestsTo(name: line($0))) }
    }

    private func doubts(of person: Person) -> [String] {
        person.doubt.map { ["    " + texts.string(NameDoubtFormatter.text($0, of: person.id))] } ?? []
    }

    private func line(_ person: Person) -> String {
        "\(person.isFavorite == true ? "* " : "")\(TerminalSanitizer.safe(person.name))  (\(person.id))"
            + (person.isBlocked == true ? " · " + texts.string(.contactsBlocked) : "")
    }
}

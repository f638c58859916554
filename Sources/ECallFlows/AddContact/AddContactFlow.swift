public import ECallAPI
public import ECallContacts

/// Adding a contact (requirement 004): by a link that was opened, scanned or pasted, or by an address, a number or a
/// fingerprint; and the person's own links, for others to do the same.
public struct AddContactFlow: Flow {
    public enum Step: Sendable, Equatable {
        /// The person enters a link or an identifier.
        case looking
        /// A person was found: a card with the name, and two buttons.
        case found(ResolvedContact)
        /// Asked; the answer arrives later.
        case asked(ResolvedContact)
    }

    /// The person's own link, for one other person.
    public enum Link: Sendable, Equatable {
        case none
        case making
        case made(ContactsService.Share)
        case failed(ContactsError)
    }

    public enum Action: Sendable, Equatable {
        case typed(String)
        /// A link that the system opens, or a code that was scanned.
        case opened(String)
        case lookedUp
        case asked
        case notThem
        case another
        case wantedLink
        case withdrewLink
        /// The personal link, for several people.
        case personalLink(PersonalLinkFlow.Action)

        // Results of effects
        case found(String, Result<ResolvedContact?, ContactsError>)
        case requestSent(ContactsError?)
        case linkMade(Result<ContactsService.Share, ContactsError>)
        case linkWithdrawn(ContactsError?)
    }

    public enum Effect: Sendable, Equatable {
        case lookUp(String)
        /// Asks the owner of a share token.
        case ask(token: String)
        case makeLink
        case withdraw(token: String)
        case personalLink(PersonalLinkFlow.Effect)
    }

    public private(set) var step = Step.looking
    public private(set) var text = ""
    public private(set) var problem: Problem?
    public private(set) var link = Link.none
    public private(set) var personalLink = PersonalLinkFlow()
    public private(set) var isBusy = false

    public init() {}

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .found(let text, let result): found(by: text, result)
        case .requestSent(let failure): requestSent(failure)
        case .linkMade(let result): linkMade(result)
        case .linkWithdrawn(let failure): if failure == nil { link = .none }
        case .wantedLink: return wantLink()
        case .withdrewLink: return withdrawLink()
        case .personalLink(let action): return personalLink.send(action).map { .personalLink($0) }
        // The newest link that is opened counts, whatever is under way.
        case .opened(let link): return lookUp(link)
        case _ where isBusy: break
        case .typed(let text): (self.text, problem) = (text, nil)
        case .lookedUp: return lookUp(text)
        case .asked: return ask()
        case .notThem, .another: (step, text, problem) = (.looking, "", nil)
        }
        return []
    }

    // MARK: - Search

    private mutating func lookUp(_ text: String) -> [Effect] {
        (self.text, step, problem) = (text, .looking, nil)
        guard text.contains(where: { !$0.isWhitespace }) else {
            (problem, isBusy) = (.empty, false)
            return []
        }
        isBusy = true
        return [.lookUp(text)]
    }

    private mutating func found(by text: String, _ result: Result<ResolvedContact?, ContactsError>) {
        // Another link was opened meanwhile.
        guard isBusy, step == .looking, text == self.text else { return }
        isBusy = false
        switch result {
        case .success(let person?): step = .found(person)
        case .success(nil): problem = .nobody
        case .failure(let failure): problem = .failed(failure)
        }
    }

    private mutating func ask() -> [Effect] {
        guard case .found(let person) = step else { return [] }
        (isBusy, problem) = (true, nil)
        return [.ask(token: person.token)]
    }

    private mutating func requestSent(_ failure: ContactsError?) {
        guard isBusy, case .found(let person) = step else { return }
        isBusy = false
        if let failure { problem = .failed(failure) } else { step = .asked(person) }
    }

    // MARK: - The own link

    private mutating func wantLink() -> [Effect] {
        switch link {
        case .none, .failed:
            link = .making
            return [.makeLink]
        case .making, .made: return []
        }
    }

    private mutating func linkMade(_ result: Result<ContactsService.Share, ContactsError>) {
        switch result {
        case .success(let share): link = .made(share)
        case .failure(let failure): link = .failed(failure)
        }
    }

    private func withdrawLink() -> [Effect] {
        guard case .made(let share) = link else { return [] }
        return [.withdraw(token: share.token)]
    }
}

public import ECallAPI
public import ECallCalls
public import ECallContacts
public import ECallLanguage

/// Choosing contacts for a group call, or to ring into the running one (requirement 000).
public struct SelectContactsFlow: Flow {
    public enum Purpose: Sendable, Equatable {
        /// A new call.
        case call
        /// The running call.
        case invite
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens, or the contacts have changed elsewhere.
        case refreshed
        case typedSearch(String)
        case chose(UserID)
        case removed(UserID)
        case confirmed
        case sawProblem
        /// The people in the running call or rung by it have changed.
        case presentChanged(Set<UserID>)
        /// The call or the invitation for which the choice was confirmed has failed.
        case failed(CallFailure)

        // Outcomes of effects
        case loaded(Result<[Contact], ContactsError>)
    }

    public enum Effect: Sendable, Equatable {
        case load
    }

    public enum Step: Sendable, Equatable {
        case choosing
        /// The chosen contacts, in the order in which they were chosen. The flow waits for `failed` from here on.
        case confirmed([UserID])
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case contacts(ContactsError)
        case call(CallFailure)

        public var text: Text {
            switch self {
            case .contacts(let error): error.text
            case .call(let failure): failure.text
            }
        }
    }

    /// How many people can be in a call or ring at once, oneself among them (wire-protocol 4.5).
    public static let mostPeople = 50

    public let purpose: Purpose
    public private(set) var step = Step.choosing
    public private(set) var contacts = Loadable<[Contact], ContactsError>.loading
    public private(set) var search = ""
    /// The reason why the last request or call failed; the list stays.
    public private(set) var problem: Problem?
    private var chosenUsers: [UserID] = []
    private var present: Set<UserID>
    private var isLoading = false
    private var isStale = false

    /// - Parameter present: everyone else who is in the running call or rung by it; empty for a new call.
    public init(_ purpose: Purpose, present: Set<UserID> = []) {
        (self.purpose, self.present) = (purpose, present)
    }

    // MARK: - Contents

    /// The contacts that can be chosen and match the search, chosen ones included: favourites first. Blocked contacts and those in
    /// the call are left out.
    public var offered: [Contact] {
        let found = NameSearch.people(candidates, named: search)
        return found.filter(\.isFavorite) + found.filter { !$0.isFavorite }
    }

    /// The chosen contacts, in the order in which they were chosen.
    public var chosen: [Contact] { chosenUsers.compactMap { user in candidates.first { $0.contactId == user } } }

    /// How many more can be chosen; below 0 if others joined the call meanwhile.
    public var placesLeft: Int { Self.mostPeople - 1 - present.count - chosenUsers.count }

    /// Whether this contact can be chosen now.
    public func canChoose(_ user: UserID) -> Bool {
        step == .choosing && placesLeft > 0 && !chosenUsers.contains(user)
            && candidates.contains { $0.contactId == user }
    }

    public var canConfirm: Bool { step == .choosing && !chosenUsers.isEmpty && placesLeft >= 0 }

    public var title: Text { purpose == .call ? .chooseTitle : .chooseAddTitle }

    /// The title of the button that confirms.
    public var confirmTitle: Text {
        if purpose == .invite { return chosenUsers.isEmpty ? .peopleAdd : .chooseAdd(count: chosenUsers.count) }
        return chosenUsers.isEmpty ? .contactCall : .chooseCall(count: chosenUsers.count)
    }

    /// How many are chosen, or why no more can be.
    public var sentence: Text {
        if placesLeft < 0 { return .chooseTooMany(count: -placesLeft) }
        if placesLeft == 0 { return .chooseFull(most: Self.mostPeople) }
        return chosenUsers.isEmpty ? .chooseNone : .chooseChosen(count: chosenUsers.count)
    }

    /// The reason why no one is offered; nil if someone is, or the contacts aren't loaded.
    public var emptyText: Text? {
        guard let all = contacts.value, offered.isEmpty else { return nil }
        if !candidates.isEmpty { return .contactsSearchNobody(name: search) }
        return purpose == .invite && !all.isEmpty ? .chooseAddNobody : .contactsEmptyTitle
    }

    private var candidates: [Contact] {
        (contacts.value ?? []).filter { !$0.isBlocked && !present.contains($0.contactId) }
    }

    // MARK: - Actions

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return load()
        case .loaded(let result): return loaded(result)
        case .presentChanged(let users):
            present = users
            dropUnavailable()
        case .failed(let failure):
            guard case .confirmed = step else { return [] }
            (step, problem) = (.choosing, .call(failure))
            // Contacts who joined the call meanwhile.
            dropUnavailable()
        case .sawProblem: problem = nil
        case _ where step != .choosing: break
        case .typedSearch(let text): search = text
        case .chose(let user): if canChoose(user) { chosenUsers.append(user) }
        case .removed(let user): chosenUsers.removeAll { $0 == user }
        case .confirmed: if canConfirm { (step, problem) = (.confirmed(chosenUsers), nil) }
        }
        return []
    }

    /// Sends one request at a time; a refresh during one is sent after it.
    private mutating func load() -> [Effect] {
        guard !isLoading else {
            isStale = true
            return []
        }
        (isLoading, isStale) = (true, false)
        return [.load]
    }

    private mutating func loaded(_ result: Result<[Contact], ContactsError>) -> [Effect] {
        isLoading = false
        switch result {
        case .success(let new):
            contacts = .loaded(new)
            dropUnavailable()
        case .failure(let failure):
            if contacts.value == nil { contacts = .failed(failure) } else { problem = .contacts(failure) }
        }
        return isStale ? load() : []
    }

    /// Removes from the choice everyone who is no longer a contact, was blocked, or is in the call by now.
    private mutating func dropUnavailable() {
        guard step == .choosing, contacts.value != nil else { return }
        let available = Set(candidates.map(\.contactId))
        chosenUsers.removeAll { !available.contains($0) }
    }
}

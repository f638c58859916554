public import ECallAPI
public import ECallContacts

/// Contacts, requests in both directions, and blocked people (requirement 004).
public struct ContactsFlow: Flow {
    /// Everything that the screen shows, as the server has it.
    public struct Lists: Sendable, Equatable {
        public var contacts: [Contact]
        public var received: [PendingRequest]
        public var sent: [PendingRequest]
        public var blocked: [Contact]

        public init(
            contacts: [Contact] = [], received: [PendingRequest] = [], sent: [PendingRequest] = [],
            blocked: [Contact] = []
        ) {
            self.contacts = contacts
            self.received = received
            self.sent = sent
            self.blocked = blocked
        }
    }

    /// A change about one person.
    public enum Change: Sendable, Equatable {
        case setFavorite(Bool)
        case remove
        case block
        case unblock
        case accept
        case decline
        case takeBack
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens, or something has changed elsewhere.
        case refreshed
        case typedFilter(String)
        case chose(Change, UserID)
        /// Irreversible changes are confirmed once.
        case confirmed
        case thoughtBetter
        case sawProblem

        // Results of effects
        case loaded(Result<Lists, ContactsError>)
        case changed(UserID, ContactsError?)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case perform(Change, UserID)
    }

    /// A change that waits for confirmation.
    public struct Question: Sendable, Equatable {
        public let change: Change
        public let user: UserID
    }

    public private(set) var lists = Loadable<Lists, ContactsError>.loading
    public private(set) var filter = ""
    /// The people about whom work is under way.
    public private(set) var busy: Set<UserID> = []
    public private(set) var question: Question?
    /// The reason why the last request failed; the lists stay.
    public private(set) var problem: ContactsError?
    private var isLoading = false
    private var isStale = false

    public init() {}

    /// The contacts whose name has every word of the filter.
    public var contacts: [Contact] { NameSearch.people(lists.value?.contacts ?? [], named: filter) }

    /// The number of unanswered requests.
    public var badge: Int { lists.value?.received.count ?? 0 }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return load()
        case .typedFilter(let text): filter = text
        case .chose(let change, let user): return chose(change, user)
        case .confirmed:
            guard let asked = question else { return [] }
            question = nil
            return start(asked.change, asked.user)
        case .thoughtBetter: question = nil
        case .sawProblem: problem = nil
        case .loaded(let result): return loaded(result)
        case .changed(let user, let failure):
            busy.remove(user)
            problem = failure
            // A failed request may nevertheless have taken effect.
            return load()
        }
        return []
    }

    private mutating func chose(_ change: Change, _ user: UserID) -> [Effect] {
        guard !busy.contains(user), isPossible(change, user) else { return [] }
        switch change {
        case .remove, .block:
            question = Question(change: change, user: user)
            return []
        default: return start(change, user)
        }
    }

    /// Whether the change would have an effect: a second tap changes nothing.
    private func isPossible(_ change: Change, _ user: UserID) -> Bool {
        guard let lists = lists.value else { return false }
        let contact = lists.contacts.first { $0.contactId == user }
        let isKnown = contact != nil || (lists.received + lists.sent).contains { $0.user == user }
        let isBlocked = lists.blocked.contains { $0.contactId == user }
        return switch change {
        case .setFavorite(let isFavorite): contact.map { $0.isFavorite != isFavorite } ?? false
        case .remove: contact != nil
        case .block: isKnown && !isBlocked
        case .unblock: isBlocked
        case .accept, .decline: lists.received.contains { $0.user == user }
        case .takeBack: lists.sent.contains { $0.user == user }
        }
    }

    private mutating func start(_ change: Change, _ user: UserID) -> [Effect] {
        busy.insert(user)
        problem = nil
        return [.perform(change, user)]
    }

    /// Loads once at a time: a request meanwhile causes one more load.
    private mutating func load() -> [Effect] {
        guard !isLoading else {
            isStale = true
            return []
        }
        (isLoading, isStale) = (true, false)
        return [.load]
    }

    private mutating func loaded(_ result: Result<Lists, ContactsError>) -> [Effect] {
        isLoading = false
        switch result {
        case .success(let new): lists = .loaded(new)
        case .failure(let failure):
            // The previous list stays readable.
            if lists.value == nil { lists = .failed(failure) } else { problem = problem ?? failure }
        }
        return isStale ? load() : []
    }
}

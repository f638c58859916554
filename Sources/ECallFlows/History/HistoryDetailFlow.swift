public import ECallAPI
public import ECallAccount
public import ECallCalls
public import ECallContacts
public import ECallLanguage

/// One run of calls of the history (requirement 000): each call with its outcome, calling again, returning, removing, and the people.
public struct HistoryDetailFlow: Flow {
    /// The relation of a participant to this account.
    public enum Relation: Sendable, Equatable {
        case contact(isBlocked: Bool)
        /// This account has asked them to become a contact.
        case asked
        /// They have asked this account.
        case asks
        case stranger
        /// Not a contact, and blocked.
        case blocked
    }

    /// A change that is asked about once.
    public enum Question: Sendable, Equatable {
        case remove([CallID])
        case block(UserID, name: String)

        public var title: Text {
            switch self {
            case .remove(let calls):
                calls.count == 1 ? .questionsDeleteCallTitle : .historyDeleteRunTitle(count: calls.count)
            case .block(_, let name): .questionsBlockTitle(name: name.isEmpty ? Text.commonSomebody : .verbatim(name))
            }
        }
        /// Names the consequences.
        public var text: Text {
            switch self {
            case .remove(let calls): calls.count == 1 ? .questionsDeleteCallText : .historyDeleteRunText
            case .block: .questionsBlockText
            }
        }
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case contacts(ContactsError)
        case history(AccountError)
        case call(CallFailure)

        public var text: Text {
            switch self {
            case .contacts(let error): error.text
            case .history(let error): error.text
            case .call(let failure): failure.text
            }
        }
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens, or calls or people have changed elsewhere.
        case refreshed
        /// Returns to the call in progress.
        case returned
        case askedToRemove([CallID])
        /// Asks a stranger to become a contact.
        case asked(UserID)
        case askedToBlock(UserID)
        case unblocked(UserID)
        case startedReport(UserID)
        case report(ReportFlow.Action)
        case leftReport
        case confirmed
        case thoughtBetter
        case sawProblem

        // Outcomes of effects
        case peopleLoaded(Result<ContactsFlow.Lists, ContactsError>)
        case callsLoaded(Result<CallHistoryService.Part, AccountError>)
        case removed([CallID], AccountError?)
        case changed(UserID, ContactsError?)
        case cameBack(CallFailure?)
    }

    public enum Effect: Sendable, Equatable {
        case loadPeople
        case loadCalls
        case comeBack(CallID, isVideo: Bool)
        case remove([CallID])
        case ask(UserID)
        case setBlocked(Bool, UserID)
        case report(ReportFlow.Effect)
    }

    private var records: [CallRecord]
    private var lists = Loadable<ContactsFlow.Lists, ContactsError>.loading
    /// People about whom a change is being sent.
    public private(set) var busy: Set<UserID> = []
    /// Calls that are being removed.
    public private(set) var removing: Set<CallID> = []
    /// Whether the device is returning to the call in progress.
    public private(set) var isReturning = false
    public private(set) var question: Question?
    public private(set) var report: ReportFlow?
    public private(set) var problem: Problem?

    /// - Parameter run: as the history shows it.
    public init(_ run: HistoryRun) { records = run.calls }

    // MARK: - Contents

    /// The newest first. Empty once all were removed: the screen leaves then.
    public var calls: [PastCall] { records.map { PastCall($0) } }

    /// Everyone else in the calls.
    public var people: [PastCall.Participant] { calls.first?.people ?? [] }

    /// The relation of a person to this account; nil until the contacts are loaded.
    public func relation(to user: UserID) -> Relation? {
        guard let lists = lists.value else { return nil }
        if let contact = lists.contacts.first(where: { $0.contactId == user }) {
            return .contact(isBlocked: contact.isBlocked)
        }
        if lists.blocked.contains(where: { $0.contactId == user }) { return .blocked }
        if lists.sent.contains(where: { $0.user == user }) { return .asked }
        return lists.received.contains { $0.user == user } ? .asks : .stranger
    }

    /// The call in progress; nil if there is none.
    public var running: PastCall? { calls.first { $0.result == .running } }

    public var canReturn: Bool { running != nil && !isReturning }

    /// The people who can be called again: contacts who are not blocked.
    public var callable: [UserID] { people.map(\.user).filter { relation(to: $0) == .contact(isBlocked: false) } }

    public var canCall: Bool {
        !callable.isEmpty && !calls.contains { $0.result == .running || $0.result == .ringing }
    }

    /// Whether a person can be asked to become a contact: the request names them.
    public func canAsk(_ user: UserID) -> Bool {
        relation(to: user) == .stranger && !busy.contains(user) && !name(of: user).isEmpty
    }

    /// Whether a person who isn't a contact can be blocked here; contacts are blocked on their own screen.
    public func canBlock(_ user: UserID) -> Bool {
        guard isPerson(user), !busy.contains(user) else { return false }
        return switch relation(to: user) {
        case .asked, .asks, .stranger: true
        case .contact, .blocked, nil: false
        }
    }

    public func canUnblock(_ user: UserID) -> Bool {
        isPerson(user) && !busy.contains(user) && relation(to: user) == .blocked
    }

    /// Whether a person who isn't a contact can be reported here; contacts are reported on their own screen.
    public func canReport(_ user: UserID) -> Bool {
        guard isPerson(user), report == nil else { return false }
        if case .contact? = relation(to: user) { return false }
        return relation(to: user) != nil
    }

    private func isPerson(_ user: UserID) -> Bool { people.contains { $0.user == user } }
    private func name(of user: UserID) -> String { people.first { $0.user == user }?.name ?? "" }

    // MARK: - Actions

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.loadPeople, .loadCalls]
        case .returned:
            guard canReturn, let running else { return [] }
            (isReturning, problem) = (true, nil)
            return [.comeBack(running.id, isVideo: running.isVideo)]
        case .askedToRemove(let calls):
            let present = calls.filter { id in records.contains { $0.id == id } && !removing.contains(id) }
            if !present.isEmpty { question = .remove(present) }
        case .askedToBlock(let user): if canBlock(user) { question = .block(user, name: name(of: user)) }
        case .asked(let user): return canAsk(user) ? change(user, .ask(user)) : []
        case .unblocked(let user): return canUnblock(user) ? change(user, .setBlocked(false, user)) : []
        case .confirmed: return confirm()
        case .thoughtBetter: question = nil
        case .sawProblem: problem = nil
        case .startedReport(let user):
            if canReport(user) { report = ReportFlow(of: user, name: name(of: user), call: records.first?.id) }
        case .report(let action): return report?.send(action).map { .report($0) } ?? []
        case .leftReport: if report?.isSending != true { report = nil }
        default: return took(action)
        }
        return []
    }

    private mutating func took(_ result: Action) -> [Effect] {
        switch result {
        case .peopleLoaded(.success(let new)): lists = .loaded(new)
        case .peopleLoaded(.failure(let failure)):
            if lists.value == nil { lists = .failed(failure) }
            problem = problem ?? .contacts(failure)
        case .callsLoaded(.success(let part)): update(with: part)
        case .callsLoaded(.failure(let failure)): problem = problem ?? .history(failure)
        case .removed(let calls, let failure):
            removing.subtract(calls)
            if let failure { problem = .history(failure) } else { records.removeAll { calls.contains($0.id) } }
        case .changed(let user, let failure):
            busy.remove(user)
            problem = failure.map { .contacts($0) }
            return [.loadPeople]
        case .cameBack(let failure):
            isReturning = false
            // Hung up, or given up, by the person.
            if let failure, failure != .noCall { problem = .call(failure) }
            return [.loadCalls]
        default: break
        }
        return []
    }

    private mutating func change(_ user: UserID, _ effect: Effect) -> [Effect] {
        busy.insert(user)
        problem = nil
        return [effect]
    }

    private mutating func confirm() -> [Effect] {
        guard let asked = question else { return [] }
        question = nil
        switch asked {
        case .remove(let calls):
            let present = calls.filter { id in records.contains { $0.id == id } && !removing.contains(id) }
            guard !present.isEmpty else { return [] }
            removing.formUnion(present)
            problem = nil
            return [.remove(present)]
        case .block(let user, _): return canBlock(user) ? change(user, .setBlocked(true, user)) : []
        }
    }

    /// Updates the calls from the newest page of the history. A call that is missing from its time span was removed elsewhere.
    private mutating func update(with part: CallHistoryService.Part) {
        let news = Dictionary(part.calls.map { ($0.id, $0) }) { first, _ in first }
        let oldest = part.next == nil ? nil : part.calls.last?.startedAt
        records = records.compactMap { record in
            if let new = news[record.id] { return new }
            guard let oldest else { return nil }
            return record.startedAt > oldest ? nil : record
        }
    }
}

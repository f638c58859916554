public import ECallAPI
public import ECallAccount
public import ECallCalls
public import ECallContacts
public import ECallLanguage
import KeyDistribution

/// One contact (requirements 000 and 004): calling them, their devices, past calls, favourite, block, removal and report.
public struct ContactFlow: Flow {
    public enum Presence: Sendable, Equatable {
        case loading
        case there(Contact)
        /// Removed by the other person, or on another device.
        case gone
        /// Removed here: the screen leaves.
        case removed
        case failed(ContactsError)
    }

    public enum Change: Sendable, Equatable {
        case setFavorite(Bool)
        case block
        case unblock
        case remove
    }

    /// A change that is asked about once.
    public struct Question: Sendable, Equatable {
        public let change: Change
        public let name: String

        public var title: Text {
            change == .remove ? .questionsRemoveTitle(name: name) : .questionsBlockTitle(name: name)
        }
        /// Names the consequences.
        public var text: Text { change == .remove ? .questionsRemoveText : .questionsBlockText }
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case contacts(ContactsError)
        case history(AccountError)
        /// The devices that are shown may be out of date.
        case devices(CallFailure)

        public var text: Text {
            switch self {
            case .contacts(let error): error.text
            case .history(let error): error.text
            case .devices(let failure): failure.text
            }
        }
    }

    /// Trust in this person: that of their least trusted device.
    public struct Trust: Sendable, Equatable {
        public let word: Text
        public let sentence: Text
        /// Whether calls with the device wait until this person confirms it.
        public let isHeld: Bool
        public let isVerified: Bool
        /// The device to compare numbers with; nil if that would be useless.
        public let comparable: DeviceID?
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens, or the server reports a change of people or profiles.
        case refreshed
        /// A call is over.
        case callsChanged
        case chose(Change)
        case confirmed
        case thoughtBetter
        case startedReport
        case report(ReportFlow.Action)
        case leftReport
        /// The end of the list of calls becomes visible.
        case reachedEnd
        case sawProblem

        // Outcomes of effects
        case loaded(Result<Contact?, ContactsError>)
        case devicesLoaded(Result<TrustService.Devices, CallFailure>)
        case callsLoaded(after: String?, Result<CallHistoryService.Part, AccountError>)
        case changed(Change, ContactsError?)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case loadDevices
        /// - Parameter name: of the person, as the server calls them.
        case loadCalls(name: String, before: String?)
        case perform(Change)
        case report(ReportFlow.Effect)
    }

    public let user: UserID
    public private(set) var presence = Presence.loading
    public private(set) var devices = Loadable<TrustService.Devices, CallFailure>.loading
    /// The reason why the first page of calls could not be loaded; nil otherwise.
    public private(set) var callsFailure: AccountError?
    public private(set) var areCallsLoaded = false
    public private(set) var question: Question?
    /// The change that is sent to the server; one at a time.
    public private(set) var work: Change?
    public private(set) var report: ReportFlow?
    public private(set) var problem: Problem?
    private var found: CallsWithPerson
    private var isLoading = false
    private var isStale = false
    private var isLoadingCalls = false
    private var areCallsStale = false

    public init(_ user: UserID) {
        self.user = user
        found = CallsWithPerson(user: user)
    }

    // MARK: - Contents

    public var contact: Contact? { if case .there(let contact) = presence { contact } else { nil } }

    public var canCall: Bool { contact.map { !$0.isBlocked } ?? false }

    /// The calls with this person, the newest first.
    public var calls: [PastCall] { found.records.map { PastCall($0) } }

    /// Whether there may be older calls.
    public var hasMoreCalls: Bool { found.next != nil }

    /// The notice that the server now gives the person another name than the one they were met under; nil if it doesn't.
    public var nameDoubt: Text? { contact?.saidName.map { .nameRenamedRow(said: $0) } }

    /// Trust in the person; nil until the devices are loaded, if they have none, and for a blocked contact.
    public func trust(in words: DeviceWords = DeviceWords()) -> Trust? {
        guard let contact, !contact.isBlocked, let devices = devices.value else { return nil }
        guard let first = devices.known.first else {
            guard devices.hasOlderApps else { return nil }
            return Trust(
                word: .contactTrustOlder, sentence: .contactTrustOlderText, isHeld: false, isVerified: false,
                comparable: nil)
        }
        let isComparable = first.trust != .verified && first.trust != .held(.revoked)
        return Trust(
            word: words.word(for: first.trust, first.past), sentence: words.sentence(for: first.trust, first.past),
            isHeld: first.trust.isHeld, isVerified: first.trust == .verified && !devices.hasOlderApps,
            comparable: isComparable ? first.device : nil)
    }

    /// Whether a change can be chosen now: it would change something, and no other one is being sent.
    public func canChoose(_ change: Change) -> Bool {
        guard let contact, work == nil else { return false }
        return switch change {
        case .setFavorite(let isFavorite): contact.isFavorite != isFavorite
        case .block: !contact.isBlocked
        case .unblock: contact.isBlocked
        case .remove: true
        }
    }

    // MARK: - Actions

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return load()
        case .callsChanged: return contact == nil ? [] : loadCalls(before: nil)
        case .chose(let change): return chose(change)
        case .confirmed:
            guard let asked = question else { return [] }
            question = nil
            return canChoose(asked.change) ? start(asked.change) : []
        case .thoughtBetter: question = nil
        case .startedReport:
            if let contact, report == nil { report = ReportFlow(of: user, name: contact.contactName) }
        case .report(let action): return report?.send(action).map { .report($0) } ?? []
        case .leftReport: if report?.isSending != true { report = nil }
        case .reachedEnd:
            guard contact != nil, let next = found.next, !isLoadingCalls else { return [] }
            return loadCalls(before: next)
        case .sawProblem: problem = nil
        default: return took(action)
        }
        return []
    }

    private mutating func took(_ result: Action) -> [Effect] {
        switch result {
        case .loaded(let result): return loaded(result)
        case .devicesLoaded(.success(let new)): devices = .loaded(new)
        case .devicesLoaded(.failure(let failure)):
            if devices.value == nil { devices = .failed(failure) } else { problem = problem ?? .devices(failure) }
        case .callsLoaded(let before, let result): return callsLoaded(before, result)
        case .changed(let change, let failure):
            work = nil
            guard change != .remove || failure != nil else {
                leave(.removed)
                return []
            }
            problem = failure.map { .contacts($0) }
            // The change may have been made although the answer was lost.
            return load()
        default: break
        }
        return []
    }

    private mutating func chose(_ change: Change) -> [Effect] {
        guard canChoose(change), let contact else { return [] }
        switch change {
        case .remove, .block:
            question = Question(change: change, name: contact.contactName)
            return []
        case .setFavorite, .unblock: return start(change)
        }
    }

    private mutating func start(_ change: Change) -> [Effect] {
        (work, problem) = (change, nil)
        return [.perform(change)]
    }

    /// Drops the contact with its open question; an open report stays.
    private mutating func leave(_ presence: Presence) {
        (self.presence, question, problem) = (presence, nil, nil)
    }

    // MARK: - Loading

    /// Sends one request at a time; a refresh during one is sent after it.
    private mutating func load() -> [Effect] {
        guard presence != .removed else { return [] }
        guard !isLoading else {
            isStale = true
            return []
        }
        (isLoading, isStale) = (true, false)
        return [.load]
    }

    private mutating func loaded(_ result: Result<Contact?, ContactsError>) -> [Effect] {
        isLoading = false
        var effects = isStale ? load() : []
        guard presence != .removed else { return [] }
        switch result {
        case .success(let contact?):
            presence = .there(contact)
            // Devices of a blocked contact do not matter.
            if !contact.isBlocked { effects.append(.loadDevices) }
            effects += loadCalls(before: nil)
            if let asked = question, !canChoose(asked.change) { question = nil }
        case .success(nil): leave(.gone)
        case .failure(let failure):
            // The contact stays readable.
            if contact == nil { presence = .failed(failure) } else { problem = problem ?? .contacts(failure) }
        }
        return effects
    }

    private mutating func loadCalls(before: String?) -> [Effect] {
        guard let contact else { return [] }
        guard !isLoadingCalls else {
            areCallsStale = areCallsStale || before == nil
            return []
        }
        (isLoadingCalls, callsFailure) = (true, nil)
        if before == nil { areCallsStale = false }
        return [.loadCalls(name: contact.saidName ?? contact.contactName, before: before)]
    }

    private mutating func callsLoaded(
        _ before: String?, _ result: Result<CallHistoryService.Part, AccountError>
    ) -> [Effect] {
        isLoadingCalls = false
        switch result {
        case .success(let part):
            var isFruitless = false
            if before == nil {
                found.refresh(with: part)
                isFruitless = found.records.isEmpty
            } else {
                isFruitless = !found.append(part)
            }
            areCallsLoaded = true
            if areCallsStale { return loadCalls(before: nil) }
            // All calls of this page were with a namesake.
            if isFruitless, let next = found.next, next != before { return loadCalls(before: next) }
        case .failure(let failure):
            if areCallsLoaded { problem = problem ?? .history(failure) } else { callsFailure = failure }
            if areCallsStale { return loadCalls(before: nil) }
        }
        return []
    }
}

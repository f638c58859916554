public import ECallAPI
public import ECallAccount

/// The history of calls (requirement 000): loaded page by page, optionally missed calls alone; calls can be removed.
public struct HistoryFlow: Flow {
    public enum Action: Sendable, Equatable {
        /// The screen opens, or a call has ended.
        case refreshed
        /// The end of the loaded list becomes visible.
        case reachedEnd
        case choseMissed(Bool)
        /// Asked about once: it cannot be undone.
        case askedToRemove([CallID])
        case confirmed
        case thoughtBetter
        case sawProblem

        // Results of effects, with their filter, since it may have changed meanwhile
        case loaded(after: String?, isMissed: Bool, Result<CallHistoryService.Part, AccountError>)
        case removed([CallID], Result<[CallID], AccountError>)
    }

    public enum Effect: Sendable, Equatable {
        case load(before: String?, isMissed: Bool)
        case remove([CallID])
    }

    /// The newest first.
    public private(set) var calls = Loadable<[CallRecord], AccountError>.loading
    public private(set) var isMissed = false
    /// Whether there are older ones that are not here yet.
    public var hasMore: Bool { next != nil }
    public private(set) var isLoading = false
    public private(set) var question: [CallID]?
    /// Calls that are being removed.
    public private(set) var removing: Set<CallID> = []
    public private(set) var problem: AccountError?
    private var next: String?

    public init() {}

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return load(before: nil)
        case .reachedEnd:
            // One request for each page, however often the end becomes visible.
            guard let next, !isLoading else { return [] }
            return load(before: next)
        case .choseMissed(let isMissed): return choose(isMissed: isMissed)
        case .askedToRemove(let calls):
            let present = Set(self.calls.value?.map(\.id) ?? [])
            let asked = calls.filter { present.contains($0) && !removing.contains($0) }
            question = asked.isEmpty ? nil : asked
        case .confirmed:
            guard let asked = question else { return [] }
            question = nil
            removing.formUnion(asked)
            return [.remove(asked)]
        case .thoughtBetter: question = nil
        case .sawProblem: problem = nil
        case .loaded(let before, let isMissed, let result): loaded(before, isMissed, result)
        case .removed(let asked, let result): removed(asked, result)
        }
        return []
    }

    private mutating func choose(isMissed: Bool) -> [Effect] {
        guard isMissed != self.isMissed else { return [] }
        (self.isMissed, calls, next, problem, question) = (isMissed, .loading, nil, nil, nil)
        return load(before: nil)
    }

    private mutating func load(before: String?) -> [Effect] {
        (isLoading, problem) = (true, nil)
        return [.load(before: before, isMissed: isMissed)]
    }

    private mutating func loaded(
        _ before: String?, _ isMissed: Bool, _ result: Result<CallHistoryService.Part, AccountError>
    ) {
        // The page belongs to the other list, or its position is no longer the end.
        guard isMissed == self.isMissed, before == nil || before == next else { return }
        isLoading = false
        switch result {
        case .success(let part):
            let known = before == nil ? [] : calls.value ?? []
            let ids = Set(known.map(\.id))
            // Calls that started meanwhile have shifted the pages.
            calls = .loaded(known + part.calls.filter { !ids.contains($0.id) })
            next = part.next
        case .failure(let failure):
            if calls.value == nil { calls = .failed(failure) } else { problem = failure }
        }
    }

    private mutating func removed(_ asked: [CallID], _ result: Result<[CallID], AccountError>) {
        removing.subtract(asked)
        switch result {
        case .success:
            // All requested calls are gone, whoever removed them.
            let gone = Set(asked)
            if let present = calls.value { calls = .loaded(present.filter { !gone.contains($0.id) }) }
        case .failure(let failure): problem = failure
        }
    }
}

public import ECallAPI
public import ECallContacts
import ECallCore
public import ECallLanguage

/// The personal link, by which several people can ask to become contacts until it ends (decision 75). The caller
/// supplies the time.
public struct PersonalLinkFlow: Flow {
    public enum Link: Sendable, Equatable {
        case off
        case on(PersonalLink)
    }

    /// Changes that are sent to the server, one at a time.
    public enum Work: Sendable, Equatable {
        case make
        case change
        case renew
        case turnOff
    }

    /// Changes after which the link that others have no longer works; each is asked about once.
    public enum Question: Sendable, Equatable {
        case renew
        case turnOff

        public var title: Text {
            self == .renew ? .questionsRenewPersonalLinkTitle : .questionsRemovePersonalLinkTitle
        }
        /// Names the consequences.
        public var text: Text {
            self == .renew ? .questionsRenewPersonalLinkText : .questionsRemovePersonalLinkText
        }
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens.
        case opened
        /// Someone may have asked by the link, or it may have been changed on another device.
        case refreshed
        case chosePeople(Int)
        /// In seconds, as in `PersonalLinkLimits`.
        case choseLifetime(Int)
        /// Opens the form for a link that is on.
        case startedChange
        case keptLimits
        /// Creates the link, or changes its limits.
        case saved(at: Timestamp)
        case askedToRenew
        case askedToTurnOff
        case confirmed
        case thoughtBetter
        case retried
        case sawNotice

        // Outcomes of effects
        case loaded(Int, Result<PersonalLink?, ContactsError>)
        case done(Work, Result<PersonalLink?, ContactsError>)
    }

    public enum Effect: Sendable, Equatable {
        /// - Parameter attempt: returned with the answer; only the newest attempt counts.
        case load(attempt: Int)
        case set(Work, PersonalLinkRequest)
        /// Makes another link with the limits that are left of this one.
        case renew(PersonalLink)
        case turnOff
    }

    /// A failed change; `work` is nil if the link could not be loaded.
    public struct Problem: ExplainedError, Sendable, Equatable {
        public let work: Work?
        public let error: ContactsError

        public var text: Text {
            guard case .server(let failure) = error else { return error.text }
            switch failure {
            case .offline, .refused, .unknownHost: return .personalLinkProblemOffline
            case .timeout: return .addProblemTimeoutText
            case .signedOut, .undecodable, .untrusted: return failure.text
            default: break
            }
            switch failure.code {
            case .badRequest: return .personalLinkProblemBadRequest
            case .tooManyShareTokens, .tooManyRequests, .storageUnavailable, .internalError: return failure.text
            default: return .personalLinkProblemOther
            }
        }
    }

    public private(set) var link = Loadable<Link, ContactsError>.loading
    /// The limits that the form shows.
    public private(set) var choice = PersonalLinkLimits.usual
    /// Whether the form is open for a link that is on.
    public private(set) var isChanging = false
    public private(set) var question: Question?
    public private(set) var work: Work?
    public private(set) var problem: Problem?
    /// Confirms the last change; shown once.
    public private(set) var notice: Text?
    private var attempt = 0

    public init() {}

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .opened:
            (isChanging, question, notice, choice) = (false, nil, nil, currentLimits)
            return load(isTold: true)
        // The person didn't request it: a failure is shown only if there is nothing else to show.
        case .refreshed: return load(isTold: link.value == nil)
        case .loaded(let attempt, let result): if attempt == self.attempt { loaded(result) }
        case .done(let work, let result): return done(work, result)
        case .sawNotice: notice = nil
        case _ where work != nil: break
        case .retried: return retry()
        case .chosePeople(let people): if link.value != nil, Self.isPermitted(people) { choice.maxUses = people }
        case .choseLifetime(let seconds):
            if link.value != nil, PersonalLinkRequest.lifetimes.contains(seconds) { choice.lifetime = seconds }
        case .startedChange: if personalLink != nil, !isChanging { (isChanging, choice) = (true, currentLimits) }
        case .keptLimits: if isChanging { (isChanging, choice, problem) = (false, currentLimits, nil) }
        case .saved(let now): return save(at: now)
        case .askedToRenew: if personalLink != nil { question = .renew }
        case .askedToTurnOff: if personalLink != nil { question = .turnOff }
        case .thoughtBetter: question = nil
        case .confirmed: return confirm()
        }
        return []
    }

    private static func isPermitted(_ people: Int) -> Bool { PersonalLinkRequest.uses.contains(people) }

    private var personalLink: PersonalLink? { if case .on(let link)? = link.value { link } else { nil } }

    private var currentLimits: PersonalLinkLimits { personalLink.map { .closest(to: $0) } ?? .usual }

    // MARK: - Loading

    private mutating func load(isTold: Bool) -> [Effect] {
        // The answer to the change contains the link.
        guard work == nil else { return [] }
        if isTold { problem = nil }
        if link.value == nil { link = .loading }
        attempt += 1
        return [.load(attempt: attempt)]
    }

    private mutating func loaded(_ result: Result<PersonalLink?, ContactsError>) {
        switch result {
        case .success(let new): show(new)
        case .failure(let failure): if link.value == nil { link = .failed(failure) }
        }
    }

    /// Keeps a form that is being filled in. Keeps a problem too, unless the link shows that the change was made after all.
    private mutating func show(_ new: PersonalLink?) {
        let isSame = Self.isSame(personalLink, new) && link.value != nil
        link = .loaded(new.map { .on($0) } ?? .off)
        guard !isSame else {
            if problem?.work == nil { problem = nil }
            return
        }
        if new == nil { (isChanging, question) = (false, nil) }
        if !isChanging { choice = currentLimits }
        problem = nil
    }

    /// Whether both are the same link with the same limits, however many people have asked.
    private static func isSame(_ one: PersonalLink?, _ other: PersonalLink?) -> Bool {
        one?.token == other?.token && one?.maxUses == other?.maxUses && one?.expiresAt == other?.expiresAt
    }

    // MARK: - Changes

    private mutating func save(at now: Timestamp) -> [Effect] {
        let request = PersonalLinkRequest(maxUses: choice.maxUses, lifetime: choice.lifetime)
        switch link.value {
        case .off: return start(.make, .set(.make, request))
        case .on(let link) where isChanging || link.hasEnded(at: now): return start(.change, .set(.change, request))
        case .on, nil: return []
        }
    }

    private mutating func confirm() -> [Effect] {
        guard let asked = question, let link = personalLink else { return [] }
        question = nil
        switch asked {
        case .renew: return start(.renew, .renew(link))
        case .turnOff: return start(.turnOff, .turnOff)
        }
    }

    private mutating func retry() -> [Effect] {
        if case .failed = link { return load(isTold: true) }
        guard let failed = problem?.work else { return [] }
        let request = PersonalLinkRequest(maxUses: choice.maxUses, lifetime: choice.lifetime)
        switch failed {
        case .make: return link.value == .off ? start(.make, .set(.make, request)) : []
        case .change: return personalLink == nil ? [] : start(.change, .set(.change, request))
        case .renew: return personalLink.map { start(.renew, .renew($0)) } ?? []
        case .turnOff: return personalLink == nil ? [] : start(.turnOff, .turnOff)
        }
    }

    private mutating func start(_ work: Work, _ effect: Effect) -> [Effect] {
        (self.work, problem, notice, question) = (work, nil, nil, nil)
        // An answer that is on its way may be from before the change.
        attempt += 1
        return [effect]
    }

    private mutating func done(_ work: Work, _ result: Result<PersonalLink?, ContactsError>) -> [Effect] {
        self.work = nil
        switch result {
        case .success(let new):
            let before = personalLink
            (link, isChanging) = (.loaded(new.map { .on($0) } ?? .off), false)
            choice = currentLimits
            notice = Self.notice(of: work, isKept: before != nil && before?.token == new?.token)
            return []
        case .failure(let failure):
            problem = Problem(work: work, error: failure)
            // The answer alone may have been lost.
            return load(isTold: false)
        }
    }

    private static func notice(of work: Work, isKept: Bool) -> Text {
        switch work {
        case .make, .change: isKept ? .personalLinkIsChanged : .personalLinkIsOn
        case .renew: .personalLinkIsNew
        case .turnOff: .personalLinkIsOff
        }
    }
}

/// Performs the effects of `PersonalLinkFlow`.
public struct PersonalLinkEffects: FlowEffects {
    public typealias F = PersonalLinkFlow

    private let service: ContactsService

    public init(service: ContactsService) { self.service = service }

    public func perform(_ effect: PersonalLinkFlow.Effect) async -> PersonalLinkFlow.Action? {
        do throws(ContactsError) {
            switch effect {
            case .load(let attempt): return .loaded(attempt, .success(try await service.personalLink()))
            case .set(let work, let request): return .done(work, .success(try await service.setPersonalLink(request)))
            case .renew(let link):
                let limits = PersonalLinkLimits(of: link, at: service.now)
                let request = PersonalLinkRequest(maxUses: limits.maxUses, lifetime: limits.lifetime, isNew: true)
                return .done(.renew, .success(try await service.setPersonalLink(request)))
            case .turnOff:
                try await service.removePersonalLink()
                return .done(.turnOff, .success(nil))
            }
        } catch {
            switch effect {
            case .load(let attempt): return .loaded(attempt, .failure(error))
            case .set(let work, _): return .done(work, .failure(error))
            case .renew: return .done(.renew, .failure(error))
            case .turnOff: return .done(.turnOff, .failure(error))
            }
        }
    }
}

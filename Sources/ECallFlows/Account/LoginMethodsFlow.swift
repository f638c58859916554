public import ECallAPI
public import ECallAccount
public import ECallAuthentication
public import ECallCore
public import ECallLanguage

/// The login methods of the account (requirement 000): adding an address, a number, Google or Apple, choosing the
/// primary one, and removing any but the last.
public struct LoginMethodsFlow: Flow {
    public enum Problem: ExplainedError, Sendable, Equatable {
        case account(AccountError)
        /// The input is neither an address nor a number.
        case identifier(IdentifierSyntax.Problem)
        /// The server sends no codes of this kind.
        case noCodes(LoginMethodType)
        /// The sheet of Google or Apple failed, or the server rejected its credential.
        case issuer(IdentityIssuer)

        /// The sentence for a person.
        public var text: Text {
            switch self {
            case .account(let error): error.text
            case .identifier(let problem): problem.text
            case .noCodes(let type): SignInError.methodUnavailable(type).text
            case .issuer(let issuer): .errorsIssuerNotAdded(issuer: issuer.name)
            }
        }
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens, or a login method was added or removed.
        case refreshed
        /// The person wants to add Google or Apple: the app shows its sheet now.
        case chose(IdentityIssuer)
        /// The sheet has closed.
        case cameBack(IssuerSignIn.Answer)
        case triedAgain
        /// The person wants to add an address or number.
        case startedAddress(callingCode: String?)
        case typedIdentifier(String)
        /// The calling code for numbers that are typed without one.
        case pickedCountry(callingCode: String?)
        case askedForCode
        case typedCode(String)
        case confirmedCode
        case askedForAnotherCode
        /// Goes from the code back to the address, and from the address out.
        case wentBack
        case madePrimary(LoginMethodID)
        case askedToRemove(LoginMethodID)
        case confirmed
        case thoughtBetter
        case sawProblem

        // Results of effects
        case loaded(Result<[LoginMethodInfo], AccountError>)
        case offered(Result<AppConfig, AccountError>)
        case done(Work, Result<[LoginMethodInfo], AccountError>)
        case codeSent(LoginIdentifier, AccountError?)
        case secondPassed
    }

    /// The work under way, one at a time.
    public enum Work: Sendable, Equatable {
        case add(IssuerCredential)
        case sendCode(LoginIdentifier)
        case prove(LoginIdentifier, code: String)
        case makePrimary(LoginMethodID)
        case remove(LoginMethodID)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case loadOffer
        case perform(Work)
        case waitSecond
    }

    /// The primary one first.
    public private(set) var methods = Loadable<[LoginMethodInfo], AccountError>.loading
    /// The state of adding Google or Apple.
    public private(set) var issuer = IssuerSignIn()
    /// The address or number to add; nil if there is none.
    public private(set) var address: NewAddress?
    /// The input of its code.
    public private(set) var entry = CodeEntry()
    public private(set) var work: Work?
    /// The login method to remove once the person confirms.
    public private(set) var question: LoginMethodID?
    public private(set) var problem: Problem?
    private var offer: AppConfig?

    public init() {}

    /// The issuers that can be added: those that the server offers and the account lacks. None while that is unknown.
    public var issuers: [IdentityIssuer] {
        guard let offer, let methods = methods.value else { return [] }
        return IdentityIssuer.allCases.filter { issuer in
            offer.offers(issuer.method) && !methods.contains { $0.type == issuer.method }
        }
    }

    public var canResend: Bool {
        if case .code = address?.step { entry.resendIn == 0 && work == nil } else { false }
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.load, .loadOffer]
        case .loaded(let result): loaded(result)
        // Without an answer nothing more is offered than before.
        case .offered(let result): if case .success(let config) = result { offer = config }
        case .done(let work, let result): done(work, result)
        case .codeSent(let identifier, let failure): return codeSent(identifier, failure)
        case .secondPassed: return entry.secondPassed() ? [.waitSecond] : []
        case .thoughtBetter: question = nil
        case .sawProblem: problem = nil
        // Input is ignored while work is under way.
        case _ where work != nil: return []
        case .chose(let chosen):
            guard issuers.contains(chosen) else { return [] }
            issuer.chose(chosen)
            (address, problem) = (nil, nil)
        case .cameBack(let answer): return cameBack(answer)
        case .triedAgain: return tryAgain()
        case .startedAddress(let code): startAddress(callingCode: code)
        case .typedIdentifier(let text): typedIdentifier(text)
        case .pickedCountry(let code): address?.callingCode = code
        case .askedForCode: return askForCode()
        case .typedCode(let text): return typedCode(text)
        case .confirmedCode: return prove()
        case .askedForAnotherCode: return resend()
        case .wentBack: wentBack()
        case .madePrimary(let id):
            guard let method = find(id), !method.isPrimary else { return [] }
            return start(.makePrimary(id))
        case .askedToRemove(let id): if find(id) != nil, hasOthers { question = id }
        case .confirmed:
            guard let id = question else { return [] }
            question = nil
            return start(.remove(id))
        }
        return []
    }

    // MARK: - Parts

    private var hasOthers: Bool { (methods.value?.count ?? 0) > 1 }

    private func find(_ id: LoginMethodID) -> LoginMethodInfo? { methods.value?.first { $0.id == id } }

    private mutating func start(_ work: Work) -> [Effect] {
        (self.work, problem) = (work, nil)
        return [.perform(work)]
    }

    /// A credential that wasn't requested, or is of another issuer, isn't added.
    private mutating func cameBack(_ answer: IssuerSignIn.Answer) -> [Effect] {
        guard case .asking(let asked) = issuer.stage else { return [] }
        switch answer {
        case .credential(let credential):
            guard credential.issuer == asked else { return [] }
            return start(.add(issuer.received(credential)))
        case .cancelled: issuer.end()
        case .failed:
            issuer.failed(isAnswered: true)
            problem = .issuer(asked)
        }
        return []
    }

    private mutating func tryAgain() -> [Effect] {
        guard issuer.canTryAgain else { return [] }
        problem = nil
        guard let credential = issuer.triedAgain() else { return [] }
        return start(.add(credential))
    }

    // MARK: - An address or number

    private mutating func startAddress(callingCode: String?) {
        address = NewAddress(callingCode: callingCode)
        problem = nil
        entry.clear()
        issuer.end()
    }

    private mutating func typedIdentifier(_ text: String) {
        guard address?.step == .identifier else { return }
        address?.identifier = text
        problem = nil
    }

    private mutating func askForCode() -> [Effect] {
        guard let address, address.step == .identifier else { return [] }
        do throws(IdentifierSyntax.Problem) {
            let identifier = try address.read()
            // If the offer isn't known, the server decides.
            guard offer?.offers(identifier.method) ?? true else {
                problem = .noCodes(identifier.method)
                return []
            }
            return start(.sendCode(identifier))
        } catch {
            problem = .identifier(error)
            return []
        }
    }

    private mutating func resend() -> [Effect] {
        guard case .code(let identifier) = address?.step, canResend else { return [] }
        return start(.sendCode(identifier))
    }

    private mutating func codeSent(_ identifier: LoginIdentifier, _ failure: AccountError?) -> [Effect] {
        work = nil
        guard let failure else {
            address?.step = .code(identifier)
            return entry.sent() ? [.waitSecond] : []
        }
        problem = .account(failure)
        return []
    }

    /// The sixth digit sends it.
    private mutating func typedCode(_ text: String) -> [Effect] {
        guard case .code = address?.step, entry.typed(text) else { return [] }
        problem = nil
        return entry.isComplete ? prove() : []
    }

    private mutating func prove() -> [Effect] {
        guard case .code(let identifier) = address?.step else { return [] }
        guard entry.isComplete else {
            problem = .account(.malformedCode)
            return []
        }
        return start(.prove(identifier, code: entry.code))
    }

    private mutating func wentBack() {
        guard let step = address?.step else { return }
        if step == .identifier { address = nil } else { address?.step = .identifier }
        problem = nil
        entry.clear()
    }

    // MARK: - Results

    private mutating func loaded(_ result: Result<[LoginMethodInfo], AccountError>) {
        switch result {
        case .success(let all): methods = .loaded(all)
        case .failure(let failure):
            if methods.value == nil { methods = .failed(failure) } else { problem = problem ?? .account(failure) }
        }
        if let question, find(question) == nil || !hasOthers { self.question = nil }
    }

    private mutating func done(_ work: Work, _ result: Result<[LoginMethodInfo], AccountError>) {
        self.work = nil
        switch result {
        case .success(let all):
            methods = .loaded(all)
            switch work {
            case .add: issuer.end()
            case .prove:
                address = nil
                entry.clear()
            case .sendCode, .makePrimary, .remove: break
            }
        case .failure(let failure):
            problem = .account(failure)
            switch work {
            case .add(let credential):
                issuer.failed(isAnswered: failure.code != nil)
                // The server's own titles for these speak of a sign-in, and this person is signed in.
                if failure.code == .loginFailed || failure.code == .appleLoginFailed {
                    problem = .issuer(credential.issuer)
                }
            // A wrong code is cleared; one that couldn't be sent is sent again.
            case .prove: if failure.code != nil { entry.clear() }
            case .sendCode, .makePrimary, .remove: break
            }
        }
    }
}

public import ECallAPI
public import ECallAccount
public import ECallAuthentication
public import ECallCore
public import ECallLanguage

/// Signing in (requirement 001): an address or number, its code, and a name if the account has none of its own; or
/// Google or Apple in place of the first two.
public struct SignInFlow: Flow {
    public enum Step: Sendable, Equatable {
        /// The person enters an address or number.
        case identifier
        /// A code is under way.
        case code(LoginIdentifier)
        /// The account is new and needs a name.
        case name(Account)
        case done(Account)
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case signIn(SignInError)
        /// The name was not accepted; the person is signed in nevertheless.
        case name(IdentifierSyntax.Problem)
        case rename(AccountError)
        /// The sheet of Google or Apple failed.
        case issuer(IdentityIssuer)

        /// The sentence for a person.
        public var text: Text {
            switch self {
            case .signIn(let error): error.text
            case .name(let problem): problem.text
            case .rename(let error): error.text
            case .issuer(let issuer): .errorsIssuerFailed(issuer: issuer.name)
            }
        }
    }

    public enum Action: Sendable, Equatable {
        /// The screen opens: what does the server offer?
        case refreshed
        /// Google or Apple in place of a code: the app shows its sheet now.
        case chose(IdentityIssuer)
        /// The sheet has closed.
        case cameBack(IssuerSignIn.Answer)
        case triedAgain
        case typedIdentifier(String)
        /// The calling code for numbers that are typed without one.
        case pickedCountry(callingCode: String?)
        case askedForCode
        case typedCode(String)
        case confirmedCode
        case askedForAnotherCode
        /// Someone else's address, or a mistyped one.
        case wentBack
        case typedName(String)
        case confirmedName
        case skippedName

        // Results of effects
        case offered(Result<AppConfig, SignInError>)
        case codeSent(LoginIdentifier, SignInError?, digits: Int = 6)
        case signedIn(Result<Account, SignInError>)
        case renamed(Result<Account, AccountError>)
        case secondPassed
    }

    public enum Effect: Sendable, Equatable {
        case loadOffer
        case signIn(IssuerCredential)
        case requestCode(LoginIdentifier)
        case resendCode(LoginIdentifier)
        case verify(String, LoginIdentifier)
        case rename(String, Account)
        case waitSecond
    }

    /// The server's offer.
    public private(set) var offer = Loadable<AppConfig, SignInError>.loading
    /// The state of signing in with Google or Apple.
    public private(set) var issuer = IssuerSignIn()
    public private(set) var step = Step.identifier
    public private(set) var identifier = ""
    public private(set) var callingCode: String?
    /// The input of the code.
    public private(set) var entry = CodeEntry()
    public private(set) var name = ""
    /// Whether a request is in progress: meanwhile the typed text stays unchanged.
    public private(set) var isBusy = false
    public private(set) var problem: Problem?

    public init(callingCode: String? = nil) { self.callingCode = callingCode }

    /// For a person who is signed in, and whose app ended before they gave a name.
    public init(naming account: Account) { step = .name(account) }

    /// Only digits, at most as many as the code has.
    public var code: String { entry.code }
    /// Seconds until another code may be asked for.
    public var resendIn: Int { entry.resendIn }

    public var canResend: Bool { if case .code = step { resendIn == 0 && !isBusy } else { false } }

    /// The issuers to choose from; none while the server's offer is unknown.
    public var issuers: [IdentityIssuer] {
        IdentityIssuer.allCases.filter { offer.value?.offers($0.method) ?? false }
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.loadOffer]
        case .offered(let result): offered(result)
        case .codeSent(let identifier, let failure, let digits): return codeSent(identifier, failure, digits)
        case .signedIn(let result): return signedIn(result)
        case .renamed(let result): return renamed(result)
        case .secondPassed: return entry.secondPassed() ? [.waitSecond] : []
        // Input is ignored while work is under way.
        case _ where isBusy: return []
        case .chose(let issuer) where step == .identifier: chose(issuer)
        case .cameBack(let answer): return cameBack(answer)
        case .triedAgain: return tryAgain()
        case .typedIdentifier(let text) where step == .identifier: (identifier, problem) = (text, nil)
        case .pickedCountry(let code): callingCode = code
        case .askedForCode where step == .identifier: return askForCode()
        case .typedCode(let text): return typedCode(text)
        case .confirmedCode: return verify()
        case .askedForAnotherCode: return resend()
        case .wentBack: wentBack()
        case .typedName(let text): (name, problem) = (text, nil)
        case .confirmedName: return confirmName()
        case .skippedName: if case .name(let account) = step { step = .done(account) }
        case .chose, .typedIdentifier, .askedForCode: break
        }
        return []
    }

    // MARK: - Google and Apple

    private mutating func offered(_ result: Result<AppConfig, SignInError>) {
        switch result {
        case .success(let config): offer = .loaded(config)
        // The earlier offer is more informative.
        case .failure(let failure): if offer.value == nil { offer = .failed(failure) }
        }
    }

    private mutating func chose(_ chosen: IdentityIssuer) {
        if let config = offer.value, !config.offers(chosen.method) {
            problem = .signIn(.methodUnavailable(chosen.method))
        } else {
            issuer.chose(chosen)
            problem = nil
        }
    }

    /// A credential that wasn't requested, or is of another issuer, signs no one in.
    private mutating func cameBack(_ answer: IssuerSignIn.Answer) -> [Effect] {
        guard case .asking(let asked) = issuer.stage else { return [] }
        switch answer {
        case .credential(let credential):
            guard credential.issuer == asked else { return [] }
            (isBusy, problem) = (true, nil)
            return [.signIn(issuer.received(credential))]
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
        isBusy = true
        return [.signIn(credential)]
    }

    // MARK: - The identifier

    private mutating func askForCode() -> [Effect] {
        do throws(IdentifierSyntax.Problem) {
            let read = try LoginIdentifier(identifier, callingCode: callingCode)
            (isBusy, problem) = (true, nil)
            issuer.end()
            return [.requestCode(read)]
        } catch {
            problem = .signIn(.identifier(error))
            return []
        }
    }

    private mutating func codeSent(
        _ identifier: LoginIdentifier, _ failure: SignInError?, _ digits: Int
    ) -> [Effect] {
        isBusy = false
        if let failure {
            problem = .signIn(failure)
            return []
        }
        (step, problem) = (.code(identifier), nil)
        issuer.end()
        return entry.sent(digits: digits) ? [.waitSecond] : []
    }

    private mutating func wentBack() {
        guard case .code = step else { return }
        (step, problem) = (.identifier, nil)
        entry.clear()
    }

    // MARK: - The code

    /// The last digit sends it.
    private mutating func typedCode(_ text: String) -> [Effect] {
        guard case .code = step else { return [] }
        guard entry.typed(text) else { return [] }
        problem = nil
        return entry.isComplete ? verify() : []
    }

    private mutating func verify() -> [Effect] {
        guard case .code(let identifier) = step else { return [] }
        guard entry.isComplete else {
            problem = .signIn(.malformedCode)
            return []
        }
        (isBusy, problem) = (true, nil)
        return [.verify(code, identifier)]
    }

    private mutating func resend() -> [Effect] {
        guard case .code(let identifier) = step, canResend else { return [] }
        (isBusy, problem) = (true, nil)
        return [.resendCode(identifier)]
    }

    private mutating func signedIn(_ result: Result<Account, SignInError>) -> [Effect] {
        isBusy = false
        switch result {
        case .success(let account):
            problem = nil
            entry.clear()
            issuer.end()
            step = account.hasOwnName ? .done(account) : .name(account)
        case .failure(let failure):
            problem = .signIn(failure)
            // A wrong code is cleared; one that couldn't be sent is sent again.
            if failure.code != nil { entry.clear() }
            issuer.failed(isAnswered: failure.code != nil)
        }
        return []
    }

    // MARK: - The name

    private mutating func confirmName() -> [Effect] {
        guard case .name(let account) = step else { return [] }
        do throws(IdentifierSyntax.Problem) {
            let name = try IdentifierSyntax.displayName(name)
            guard !name.isEmpty else { throw .nameMissing }
            (isBusy, problem) = (true, nil)
            return [.rename(name, account)]
        } catch {
            problem = .name(error)
            return []
        }
    }

    private mutating func renamed(_ result: Result<Account, AccountError>) -> [Effect] {
        isBusy = false
        switch result {
        case .success(let account): step = .done(account)
        case .failure(let failure): problem = .rename(failure)
        }
        return []
    }
}

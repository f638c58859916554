public import ECallAPI
public import ECallAccount
public import ECallAuthentication
public import ECallCore
public import ECallLanguage

/// Signing in by a one-time code (requirement 001): who one is, the code, and a name where the account has none of its own.
public struct SignInFlow: Flow {
    public enum Step: Sendable, Equatable {
        /// Who signs in?
        case identifier
        /// A code is under way.
        case code(LoginIdentifier)
        /// The account is new: how is it called?
        case name(Account)
        case done(Account)
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case signIn(SignInError)
        /// The name was not taken; the person is signed in all the same.
        case name(IdentifierSyntax.Problem)
        case rename(AccountError)

        /// What a person reads.
        public var text: Text {
            switch self {
            case .signIn(let error): error.text
            case .name(let problem): problem.text
            case .rename(let error): error.text
            }
        }
    }

    public enum Action: Sendable, Equatable {
        case typedIdentifier(String)
        /// The calling code of the country that numbers without one are of.
        case pickedCountry(callingCode: String?)
        case askedForCode
        case typedCode(String)
        case confirmedCode
        case askedForAnotherCode
        /// Somebody else's address, or a mistyped one.
        case wentBack
        case typedName(String)
        case confirmedName
        /// Goes without a name of one's own.
        case skippedName

        // What comes of effects
        case codeSent(LoginIdentifier, SignInError?)
        case signedIn(Result<Account, SignInError>)
        case renamed(Result<Account, AccountError>)
        case secondPassed
    }

    public enum Effect: Sendable, Equatable {
        case requestCode(LoginIdentifier)
        case resendCode(LoginIdentifier)
        case verify(String, LoginIdentifier)
        case rename(String, Account)
        case waitSecond
    }

    /// Seconds from a code to the next one.
    static let resendPause = 30
    static let codeLength = 6

    public private(set) var step = Step.identifier
    public private(set) var identifier = ""
    public private(set) var callingCode: String?
    /// Digits alone, six at most.
    public private(set) var code = ""
    public private(set) var name = ""
    /// A request is under way: what is typed stays as it is.
    public private(set) var isBusy = false
    public private(set) var problem: Problem?
    /// Seconds until another code may be asked for.
    public private(set) var resendIn = 0
    private var isCounting = false

    public init(callingCode: String? = nil) { self.callingCode = callingCode }

    public var canResend: Bool { if case .code = step { resendIn == 0 && !isBusy } else { false } }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .codeSent(let identifier, let failure): return codeSent(identifier, failure)
        case .signedIn(let result): return signedIn(result)
        case .renamed(let result): return renamed(result)
        case .secondPassed: return secondPassed()
        // What a person does while they wait changes nothing.
        case _ where isBusy: return []
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
        case .typedIdentifier, .askedForCode: break
        }
        return []
    }

    // MARK: - Who

    private mutating func askForCode() -> [Effect] {
        do throws(IdentifierSyntax.Problem) {
            let read = try LoginIdentifier(identifier, callingCode: callingCode)
            (isBusy, problem) = (true, nil)
            return [.requestCode(read)]
        } catch {
            problem = .signIn(.identifier(error))
            return []
        }
    }

    private mutating func codeSent(_ identifier: LoginIdentifier, _ failure: SignInError?) -> [Effect] {
        isBusy = false
        if let failure {
            problem = .signIn(failure)
            return []
        }
        (step, code, problem, resendIn) = (.code(identifier), "", nil, Self.resendPause)
        return count()
    }

    private mutating func wentBack() {
        guard case .code = step else { return }
        (step, code, problem) = (.identifier, "", nil)
    }

    // MARK: - The code

    /// The sixth digit sends it. What was pasted may have words around it.
    private mutating func typedCode(_ text: String) -> [Effect] {
        guard case .code = step else { return [] }
        let digits = String(text.filter { $0.isASCII && $0.isNumber }.prefix(Self.codeLength))
        let isNew = digits != code
        (code, problem) = (digits, isNew ? nil : problem)
        return isNew && digits.count == Self.codeLength ? verify() : []
    }

    private mutating func verify() -> [Effect] {
        guard case .code(let identifier) = step else { return [] }
        guard code.count == Self.codeLength else {
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
            (problem, code) = (nil, "")
            step = account.hasOwnName ? .done(account) : .name(account)
        case .failure(let failure):
            problem = .signIn(failure)
            // A wrong one is typed anew; one that could not be sent is sent again.
            if failure.code != nil { code = "" }
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

    // MARK: - Time

    /// One second after the other, however many codes are asked for.
    private mutating func count() -> [Effect] {
        guard !isCounting, resendIn > 0 else { return [] }
        isCounting = true
        return [.waitSecond]
    }

    private mutating func secondPassed() -> [Effect] {
        isCounting = false
        resendIn = max(0, resendIn - 1)
        return count()
    }
}

extension Account {
    /// Whether its person has given it a name: until then the server calls it by the part before the @, or by its masked
    /// number (wire-protocol 1.8).
    var hasOwnName: Bool {
        let given = [String(email.prefix { $0 != "@" }), phoneNumber.isEmpty ? "" : "***" + phoneNumber.suffix(2)]
        return !displayName.isEmpty && !given.contains(displayName)
    }
}

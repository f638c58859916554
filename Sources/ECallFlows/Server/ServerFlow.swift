public import ECallAPI
public import ECallAuthentication
public import ECallCore
public import ECallLanguage
public import Foundation

/// Choosing the server (requirement 003): its address, whether an ECall server answers there, and a certificate authority of its own
/// where the system trusts none. Choosing another one later signs out first.
public struct ServerFlow: Flow {
    public enum Step: Sendable, Equatable {
        /// The person enters a server.
        case entering
        /// The server is being asked what it offers.
        case checking(ServerChoice)
        /// Its certificate is not trusted: a certificate authority may be given.
        case untrusted(ServerAddress)
        /// The person compares what would be trusted, for this server alone.
        case confirming(ServerAddress, OwnAuthorities)
        /// Another server than the one where someone is signed in: they are signed out if they agree.
        case askingToSignOut(ServerChoice, AppConfig)
        case signingOut(ServerChoice, AppConfig)
        /// The choice is being stored.
        case keeping(ServerChoice, AppConfig)
        /// The app continues with this server, and its offer.
        case done(ServerChoice, AppConfig)
    }

    public enum Problem: ExplainedError, Sendable, Equatable {
        case typed(TypedServer.Problem)
        /// The server doesn't answer, or not now.
        case server(APIClientError)
        /// Another program answers there.
        case notECall(host: String)
        /// It offers no sign-in.
        case noSignIn(host: String)
        case untrusted(host: String)
        /// Not even with the authority that the person added.
        case stillUntrusted(host: String)
        case authority(OwnAuthorities.Problem)
        /// The system could not open the file.
        case authorityUnreadable
        case signOut(SignInError)
        case storage(KeyStorageError)

        public var text: Text {
            switch self {
            case .typed(let problem): problem.text
            case .server(let error): error.text
            case .notECall(let host): .errorsServerNotECall(host: host)
            case .noSignIn(let host): .errorsServerNoSignIn(host: host)
            case .untrusted(let host): .errorsServerUntrusted(host: host)
            case .stillUntrusted(let host): .errorsServerStillUntrusted(host: host)
            case .authority(let problem): problem.text
            case .authorityUnreadable: .errorsAuthorityUnreadable
            case .signOut(let error): error.text
            case .storage(let error): error.text
            }
        }
    }

    public enum Action: Sendable, Equatable {
        case typed(String)
        case continued
        /// A file that was chosen, or the UTF-8 of a text that was pasted.
        case gaveAuthority(Data)
        case failedToReadAuthority
        /// Trusts the certificates that are shown.
        case trusted
        /// Signs out, and continues with the other server.
        case confirmed
        /// Back to the address, at any step before the choice is made.
        case wentBack

        // Results of effects
        case checked(ServerChoice, Result<AppConfig, APIClientError>)
        case signedOut(SignInError?)
        case kept(KeyStorageError?)
    }

    public enum Effect: Sendable, Equatable {
        case check(ServerChoice)
        case signOut
        case keep(ServerChoice)
    }

    public private(set) var step = Step.entering
    /// The address as typed.
    public private(set) var text: String
    public private(set) var problem: Problem?
    /// The server so far; nil at the first start.
    public let current: ServerChoice?
    private var isSignedIn: Bool

    /// - Parameters:
    ///   - text: the initial text of the field if there is no server yet, such as one that the app was built for.
    ///   - isSignedIn: whether someone is signed in at `current`.
    public init(current: ServerChoice? = nil, text: String = "", isSignedIn: Bool = false) {
        self.current = current
        self.text = current?.address.description ?? text
        self.isSignedIn = isSignedIn
    }

    /// Whether a spinner is shown in place of the button.
    public var isBusy: Bool {
        switch step {
        case .checking, .signingOut, .keeping: true
        case .entering, .untrusted, .confirming, .askingToSignOut, .done: false
        }
    }

    /// The question that a confirmation answers, or nil.
    public var question: Text? {
        switch step {
        case .confirming(let address, _): .serverTrust(host: address.authority)
        case .askingToSignOut: .accountSignOutLost
        default: nil
        }
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch (action, step) {
        case (.typed(let text), .entering), (.typed(let text), .untrusted):
            guard text != self.text else { return [] }
            (self.text, step, problem) = (text, .entering, nil)
        case (.continued, .entering), (.continued, .untrusted): return check()
        case (.gaveAuthority(let data), .untrusted(let address)): read(data, for: address)
        case (.failedToReadAuthority, .untrusted): problem = .authorityUnreadable
        case (.trusted, .confirming(let address, let authorities)):
            return start(ServerChoice(address, authorities: authorities))
        case (.confirmed, .askingToSignOut(let choice, let config)):
            (step, problem) = (.signingOut(choice, config), nil)
            return [.signOut]
        case (.wentBack, .untrusted), (.wentBack, .confirming), (.wentBack, .askingToSignOut), (.wentBack, .checking):
            (step, problem) = (.entering, nil)
        // The result of a check that was cancelled is ignored.
        case (.checked(let choice, let result), .checking(let awaited)) where choice == awaited:
            return checked(choice, result)
        case (.signedOut(let failure), .signingOut(let choice, let config)):
            return signedOut(failure, choice, config)
        case (.kept(let failure), .keeping(let choice, let config)):
            if let failure {
                (step, problem) = (.entering, .storage(failure))
            } else {
                step = .done(choice, config)
            }
        default: break
        }
        return []
    }

    // MARK: - Parts

    private mutating func check() -> [Effect] {
        do throws(TypedServer.Problem) {
            let address = try TypedServer.read(text)
            return start(address == current?.address ? current ?? ServerChoice(address) : ServerChoice(address))
        } catch {
            (step, problem) = (.entering, .typed(error))
            return []
        }
    }

    private mutating func start(_ choice: ServerChoice) -> [Effect] {
        (step, problem) = (.checking(choice), nil)
        return [.check(choice)]
    }

    private mutating func read(_ data: Data, for address: ServerAddress) {
        do throws(OwnAuthorities.Problem) {
            (step, problem) = (.confirming(address, try OwnAuthorities(data)), nil)
        } catch {
            problem = .authority(error)
        }
    }

    private mutating func checked(_ choice: ServerChoice, _ result: Result<AppConfig, APIClientError>) -> [Effect] {
        let host = choice.address.authority
        switch result {
        case .success(let config):
            guard LoginMethodType.allCases.contains(where: config.offers) else {
                (step, problem) = (.entering, .noSignIn(host: host))
                return []
            }
            if isSignedIn, choice.address != current?.address {
                step = .askingToSignOut(choice, config)
                return []
            }
            return keep(choice, config)
        case .failure(.untrusted):
            step = .untrusted(choice.address)
            problem = choice.authorities == nil ? .untrusted(host: host) : .stillUntrusted(host: host)
        case .failure(let failure):
            (step, problem) = (.entering, failure.isOfAnotherProgram ? .notECall(host: host) : .server(failure))
        }
        return []
    }

    private mutating func signedOut(
        _ failure: SignInError?, _ choice: ServerChoice, _ config: AppConfig
    ) -> [Effect] {
        if let failure {
            // The keys may still be there: nothing is sent to another server before they are deleted.
            (step, problem) = (.askingToSignOut(choice, config), .signOut(failure))
            return []
        }
        isSignedIn = false
        return keep(choice, config)
    }

    private mutating func keep(_ choice: ServerChoice, _ config: AppConfig) -> [Effect] {
        (step, problem) = (.keeping(choice, config), nil)
        return [.keep(choice)]
    }
}

extension APIClientError {
    /// Whether the answer isn't from an ECall server: any other web server, or a network's captive portal.
    fileprivate var isOfAnotherProgram: Bool {
        switch self {
        case .undecodable, .answerTooLarge, .signedOut: true
        case .server(let code, let status, _):
            ErrorCode(rawValue: code) == nil && (200..<500).contains(status) && ![408, 425, 429].contains(status)
        case .offline, .refused, .unknownHost, .untrusted, .timeout, .unencodable, .storage, .cancelled: false
        }
    }
}

public import ECallAPI
public import ECallCore
public import ECallLanguage

/// Why signing in or out failed.
public enum SignInError: ExplainedError, Sendable, Equatable {
    /// The e-mail address, phone number or name is not one.
    case identifier(IdentifierSyntax.Problem)
    /// The server does not support sign-in by this method.
    case methodUnavailable(LoginMethodType)
    /// No code was asked for before.
    case noCodeRequested
    /// A code has six, eight or ten digits.
    case malformedCode
    case alreadySignedIn
    /// The server signed out the account that is named; this device keeps its keys, and another one cannot have them.
    case keptForAnother(String)
    case keysNotMade
    /// The stored data is not a key pair.
    case damagedKeys
    case storage(KeyStorageError)
    case server(APIClientError)

    /// The code of the server, if it is a known one.
    public var code: ErrorCode? {
        if case .server(let error) = self { error.code } else { nil }
    }

    /// The text for a person.
    public var text: Text {
        switch self {
        case .identifier(let problem): problem.text
        case .methodUnavailable(.email): .errorsInputNoCodesByEmail
        case .methodUnavailable(.phone): .errorsInputNoCodesByPhone
        case .methodUnavailable(.google): .errorsInputNoIssuer(issuer: IdentityIssuer.google.name)
        case .methodUnavailable(.apple): .errorsInputNoIssuer(issuer: IdentityIssuer.apple.name)
        case .noCodeRequested: .errorsInputNoCodeRequested
        case .malformedCode: .errorsInputMalformedCode
        case .alreadySignedIn: .errorsInputAlreadySignedIn
        case .keptForAnother(let label): .errorsInputKeptForAnother(account: label)
        case .keysNotMade: .errorsInputKeysNotMade
        case .damagedKeys: .errorsInputDamagedKeys
        case .storage(let error): error.text
        case .server(let error): error.text
        }
    }
}

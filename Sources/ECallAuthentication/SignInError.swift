public import ECallAPI
public import ECallCore

/// Why signing in or out failed.
public enum SignInError: Error, Sendable, Equatable {
    /// The e-mail address, phone number or name is not one.
    case identifier(IdentifierSyntax.Problem)
    /// The server sends no codes this way.
    case methodUnavailable(LoginMethod)
    /// No code was asked for before.
    case noCodeRequested
    /// A code is six digits.
    case malformedCode
    case alreadySignedIn
    /// The server signed out the account that is named; this device keeps its keys, and another one cannot have them.
    case keptForAnother(String)
    /// The key pair could not be made.
    case keysNotMade
    /// What is kept as the key pair is none.
    case damagedKeys
    case storage(KeyStorageError)
    case server(APIClientError)

    /// The code of the server, where it is a known one.
    public var code: ErrorCode? {
        if case .server(let error) = self { error.code } else { nil }
    }

    /// What a person reads.
    public var message: String {
        switch self {
        case .identifier(let problem): problem.message
        case .methodUnavailable(.email): "This server does not send codes by e-mail. Try a phone number."
        case .methodUnavailable(.phone): "This server does not send codes by phone. Try an e-mail address."
        case .noCodeRequested: "Ask for a code first."
        case .malformedCode: "A code has six digits."
        case .alreadySignedIn: "You are signed in already. Sign out first."
        case .keptForAnother(let label):
            "This device keeps the keys of \(label), whom the server signed out. Sign in as \(label), or sign out first: "
                + "that removes what is kept."
        case .keysNotMade: "The keys of this device could not be made."
        case .damagedKeys: "The keys of this device are damaged. Sign out and in again."
        case .storage(let error): error.message
        case .server(let error): error.message
        }
    }
}

/// How a code reaches a person.
public enum LoginMethod: Sendable, Equatable {
    case email
    case phone
}

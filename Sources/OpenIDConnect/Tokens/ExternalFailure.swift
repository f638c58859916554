package import ECallAPI
package import ServerFoundation

/// The reason why a sign-in with an issuer failed. Contains nothing of a token, so it can be logged.
package enum ExternalFailure: Error, Hashable, Sendable {
    /// The token is not acceptable.
    case refused(IDTokenProblem)
    /// The issuer does not accept the code: used, expired, or another client's.
    case codeRefused
    /// The issuer cannot be reached, or its answer is invalid.
    case unavailable
    /// Code and token name two people.
    case differentPersons
    /// A ticket, state or token was used before, by someone else or too long ago.
    case usedUp
    case notOffered
    case tooMany

    /// The reason in one word, for the log.
    package var reason: String {
        switch self {
        case .refused(let problem): problem.rawValue
        case .codeRefused: "codeRefused"
        case .unavailable: "unavailable"
        case .differentPersons: "differentPersons"
        case .usedUp: "usedUp"
        case .notOffered: "notOffered"
        case .tooMany: "tooMany"
        }
    }

    /// The answer to the person. Never 401, which a client would take for success or for being signed out (wire-protocol 1.4).
    package func failure(of type: LoginMethodType) -> APIFailure {
        let (code, issuer): (ErrorCode, String) =
            type == .apple ? (.appleLoginFailed, "Apple") : (.loginFailed, "Google")
        let title =
            switch self {
            case .refused, .codeRefused, .differentPersons:
                "The sign-in with \(issuer) could not be verified; please try again"
            case .unavailable: "\(issuer) cannot be reached; please try again later, or sign in with a code"
            case .usedUp: "This sign-in has expired; please start again"
            case .notOffered: "This server does not offer sign-in with \(issuer)"
            case .tooMany: "Too many sign-ins from here; please try again later"
            }
        return APIFailure(code, title)
    }
}

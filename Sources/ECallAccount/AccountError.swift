public import ECallAPI
public import ECallCore
public import ECallLanguage

/// Why something about the own account failed.
public enum AccountError: ExplainedError, Sendable, Equatable {
    /// The name is not accepted.
    case name(IdentifierSyntax.Problem)
    /// A code has six digits.
    case malformedCode
    case server(APIClientError)

    /// The code of the server, if it is a known one.
    public var code: ErrorCode? {
        if case .server(let error) = self { error.code } else { nil }
    }

    /// The text for a person.
    public var text: Text {
        switch self {
        case .name(let problem): problem.text
        case .malformedCode: .errorsInputMalformedCode
        case .server(let error): error.text
        }
    }
}

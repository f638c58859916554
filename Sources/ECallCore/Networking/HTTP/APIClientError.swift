public import ECallAPI
public import ECallLanguage

/// Why a request to the server failed.
public enum APIClientError: ExplainedError, Sendable, Equatable {
    /// The host does not answer.
    case offline(host: String)
    /// No server listens at this host and port.
    case refused(host: String)
    /// The host's name leads to no address.
    case unknownHost(host: String)
    /// The server's certificate is not trusted.
    case untrusted(host: String)
    case timeout
    /// The server refused; `code` is unchanged, `title` is the server's text for a person.
    case server(code: String, status: Int, title: String)
    /// The sign-in is no longer valid. The code is the server's; nil when this device has no tokens.
    case signedOut(ErrorCode?)
    /// The answer does not follow the protocol.
    case undecodable(Endpoint)
    case answerTooLarge
    /// The body cannot be written as JSON.
    case unencodable(Endpoint)
    /// The tokens could not be read or stored.
    case storage(KeyStorageError)
    case cancelled

    /// The code of the server, if it is a known one.
    public var code: ErrorCode? {
        switch self {
        case .server(let code, _, _): ErrorCode(rawValue: code)
        case .signedOut(let code): code
        default: nil
        }
    }

    /// Whether the server would refuse the same request again, however much later it is sent. The page has the same rule
    /// (Tests/Vectors/refusals.json).
    public var isFinal: Bool {
        guard case .server(_, let status, _) = self else { return false }
        return (400..<500).contains(status) && ![401, 408, 425, 429].contains(status)
    }

    /// Whether the same request may succeed later without anything being changed.
    public var isTemporary: Bool {
        switch self {
        case .offline, .refused, .unknownHost, .timeout: true
        case .server(_, let status, _): RetryPolicy.repeatableStatuses.contains(status)
        default: false
        }
    }

    /// Whether no server was found at the address, or none that is trusted: this is known at once, and stays so until something
    /// is changed.
    public var isRefusal: Bool {
        switch self {
        case .refused, .unknownHost, .untrusted: true
        default: false
        }
    }

    /// The text for a person.
    public var text: Text {
        switch self {
        case .offline(let host): .errorsCannotReach(host: host)
        case .refused(let host): .errorsNobodyListens(host: host)
        case .unknownHost(let host): .errorsUnknownHost(host: host)
        case .untrusted(let host): .errorsUntrusted(host: host)
        case .timeout: .errorsTimeout
        case .server(let code, let status, let title):
            if let known = ErrorCode(rawValue: code)?.text {
                known
            } else if title.isEmpty {
                .errorsRefused(status: status)
            } else {
                .verbatim(title)
            }
        case .signedOut(nil): .callFailureSignedOut
        case .signedOut: .errorsSignedOut
        case .undecodable: .errorsNotUnderstood
        case .answerTooLarge: .errorsAnswerTooLarge
        case .unencodable: .errorsUnsendable
        case .storage(let error): error.text
        case .cancelled: .errorsCancelled
        }
    }
}

public import ECallAPI
public import ECallCore

/// Why something about contacts failed.
public enum ContactsError: Error, Sendable, Equatable {
    /// What was given names nobody.
    case link(ShareLink.Problem)
    /// What was looked for is neither an address nor a number nor a key hash.
    case search(SearchText.Problem)
    /// Nobody has this name or number.
    case noMatch(String)
    /// Several have this name: their numbers tell them apart.
    case ambiguous(String, [UserID])
    case server(APIClientError)

    /// The code of the server, where it is a known one.
    public var code: ErrorCode? {
        if case .server(let error) = self { error.code } else { nil }
    }

    /// What a person reads.
    public var message: String {
        switch self {
        case .link(let problem): problem.message
        case .search(let problem): problem.message
        case .noMatch(let text): "Nobody here is called “\(text)”."
        case .ambiguous(let text, let users):
            "Several are called “\(text)”. Give a number instead: \(users.map(\.description).joined(separator: ", "))."
        case .server(let error): error.message
        }
    }
}

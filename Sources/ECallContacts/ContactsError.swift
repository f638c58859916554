public import ECallAPI
public import ECallCore
public import ECallLanguage

/// Why something about contacts failed.
public enum ContactsError: ExplainedError, Sendable, Equatable {
    /// The text names no one.
    case link(ShareLink.Problem)
    /// The text is neither an address nor a number nor a key hash.
    case search(SearchText.Problem)
    /// No one has this name or number.
    case noMatch(String)
    /// Several have this name: their numbers tell them apart.
    case ambiguous(String, [UserID])
    /// A person who was met is no longer in any list; `others` have a name that could be mistaken for theirs.
    case gone(KeptName, others: [UserID])
    /// Only the server uses this name for the person; here they have another.
    case renamed(String, KnownPerson)
    case server(APIClientError)

    /// The code of the server, if it is a known one.
    public var code: ErrorCode? {
        if case .server(let error) = self { error.code } else { nil }
    }

    /// The text for a person.
    public var text: Text {
        switch self {
        case .link(let problem): problem.text
        case .search(let problem): problem.text
        case .noMatch(let name): .errorsContactsNoMatch(name: name)
        case .ambiguous(let name, let users):
            .errorsContactsAmbiguous(name: name, numbers: users.map(\.description).joined(separator: ", "))
        case .gone(let person, let others): Self.gone(person, others)
        case .renamed(let name, let person):
            .errorsContactsRenamed(name: name, kept: person.name, number: person.user.description)
        case .server(let error): error.text
        }
    }

    private static func gone(_ person: KeptName, _ others: [UserID]) -> Text {
        let number = person.user.description
        let gone: Text =
            person.isVerified
            ? .errorsContactsGoneVerified(name: person.name, number: number)
            : .errorsContactsGone(name: person.name, number: number)
        guard !others.isEmpty else { return gone }
        return .commonTwoSentences(
            first: gone,
            second: Text.errorsContactsGoneOthers(
                name: person.name, numbers: others.map(\.description).joined(separator: ", ")))
    }
}

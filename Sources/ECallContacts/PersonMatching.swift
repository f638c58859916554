public import ECallAPI

/// Somebody who can be named by a person: by number, or by name.
public protocol Matchable {
    /// The other person, no matter who asked whom.
    var matchedUser: UserID { get }
    var matchedName: String { get }
}

extension Contact: Matchable {
    public var matchedUser: UserID { contactId }
    public var matchedName: String { contactName }
}

/// A pending request, seen from one side.
public struct PendingRequest: Sendable, Equatable, Matchable {
    public enum Direction: Sendable, Equatable {
        case received
        case sent
    }

    public var direction: Direction
    public var request: FriendRequest

    public init(direction: Direction, request: FriendRequest) {
        self.direction = direction
        self.request = request
    }

    /// The other person.
    public var user: UserID { direction == .received ? request.senderId : request.receiverId }
    /// The other person's name: in either list it stands in `receiverName` (wire-protocol 8.2).
    public var name: String { request.receiverName }

    public var matchedUser: UserID { user }
    public var matchedName: String { name }
}

/// Somebody this account has to do with: a contact, or the other side of a request.
public struct KnownPerson: Sendable, Equatable, Matchable {
    public var user: UserID
    public var name: String

    public init(user: UserID, name: String) {
        self.user = user
        self.name = name
    }

    public var matchedUser: UserID { user }
    public var matchedName: String { name }
}

/// Finds who is meant.
public enum PersonMatching {
    /// The one whose number or whole name is `text`, else the one whose name begins with it; case does not count.
    ///
    /// - Throws: `.noMatch`, or `.ambiguous` when several fit equally well.
    public static func find<Person: Matchable>(
        _ text: String, among people: [Person]
    ) throws(ContactsError) -> Person {
        let wanted = trimmed(text)
        guard !wanted.isEmpty else { throw .noMatch(text) }
        if let number = UserID(wanted), let person = people.first(where: { $0.matchedUser == number }) { return person }
        let whole = people.filter { $0.matchedName.lowercased() == wanted.lowercased() }
        if let person = try only(whole, text) { return person }
        let beginning = people.filter { $0.matchedName.lowercased().hasPrefix(wanted.lowercased()) }
        if let person = try only(beginning, text) { return person }
        throw .noMatch(text)
    }

    /// The one person of the list; nil when it is empty.
    private static func only<Person: Matchable>(_ people: [Person], _ text: String) throws(ContactsError) -> Person? {
        guard Set(people.map(\.matchedUser)).count <= 1 else {
            throw .ambiguous(text, people.map(\.matchedUser).sorted())
        }
        return people.first
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

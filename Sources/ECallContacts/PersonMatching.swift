public import ECallAPI
public import ECallCore

/// An entry that people can be matched with: by number, or by name.
public protocol Matchable {
    /// The other person, no matter who asked whom.
    var matchedUser: UserID { get }
    var matchedName: String { get }
    /// The server's name for them, if it differs from the stored one.
    var matchedSaidName: String? { get }
}

extension Matchable {
    public var matchedSaidName: String? { nil }
}

extension Contact: Matchable {
    public var matchedUser: UserID { contactId }
    public var matchedName: String { contactName }
    public var matchedSaidName: String? { saidName }
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
    /// The other person's name: in either list it is `receiverName` (wire-protocol 8.2).
    public var name: String { request.receiverName }

    public var matchedUser: UserID { user }
    public var matchedName: String { name }
}

/// A person known to this account: a contact, or the other side of a request.
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

/// Finds the person by name or number.
public enum PersonMatching {
    /// Returns the person whose number or whole name is `text`, otherwise the one whose name begins with it, ignoring case.
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

    /// The same with stored names of people who were met. Those take precedence, even for people who are no longer in the list,
    /// and a name that could be mistaken for another one's requires the number.
    ///
    /// - Parameter people: under the names that are kept, where there are any.
    /// - Throws: also `.gone` for a person who was met and is not in the list, and `.renamed` for a name that only the server gives.
    public static func find<Person: Matchable>(
        _ text: String, among people: [Person], kept: [KeptName]
    ) throws(ContactsError) -> Person {
        let wanted = trimmed(text)
        let gone = kept.filter { one in !people.contains { $0.matchedUser == one.user } }
        if let number = UserID(wanted), !people.contains(where: { $0.matchedUser == number }),
            let one = gone.first(where: { $0.user == number })
        {
            throw .gone(one, others: [])
        }
        let met = Set(kept.map(\.user))
        let others = people.filter { !met.contains($0.matchedUser) }.map {
            KnownPerson(user: $0.matchedUser, name: $0.matchedName)
        }
        let known = kept.map { KnownPerson(user: $0.user, name: $0.name) }
        let found = try meant(by: text, in: known, others, people)
        let alike = Set(
            (known + others).filter { $0.user != found.user && NameSkeleton.areAlike($0.name, found.name) }.map(\.user)
        ).sorted()
        let isNumber = UserID(wanted) == found.user
        if let one = gone.first(where: { $0.user == found.user }) { throw .gone(one, others: alike) }
        guard isNumber || alike.isEmpty else { throw .ambiguous(text, ([found.user] + alike).sorted()) }
        guard let person = people.first(where: { $0.matchedUser == found.user }) else { throw .noMatch(text) }
        return person
    }

    /// By number, then by whole stored names, by whole names of the others, and by prefixes in the same order.
    private static func meant<Person: Matchable>(
        by text: String, in known: [KnownPerson], _ others: [KnownPerson], _ people: [Person]
    ) throws(ContactsError) -> KnownPerson {
        let wanted = trimmed(text).lowercased()
        if let number = UserID(wanted), let one = (known + others).first(where: { $0.user == number }) { return one }
        guard !wanted.isEmpty else { throw .noMatch(text) }
        for list in [known, others] {
            if let one = try only(list.filter { $0.name.lowercased() == wanted }, text) { return one }
        }
        // A person who has this name only at the server is not the one meant.
        if let one = people.first(where: { $0.matchedSaidName?.lowercased() == wanted }) {
            throw .renamed(text, KnownPerson(user: one.matchedUser, name: one.matchedName))
        }
        for list in [known, others] {
            if let one = try only(list.filter { $0.name.lowercased().hasPrefix(wanted) }, text) { return one }
        }
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

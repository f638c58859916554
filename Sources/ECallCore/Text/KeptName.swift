public import ECallAPI

/// A name that stays with a person who was met, whatever the server calls them.
public struct KeptName: Sendable, Hashable, Codable {
    public let user: UserID
    public let name: String
    /// Whether numbers were compared with a device of theirs.
    public let isVerified: Bool

    public init(user: UserID, name: String, isVerified: Bool) {
        (self.user, self.name, self.isVerified) = (user, name, isVerified)
    }
}

/// The names that are stored here, for code that lists people.
public struct KeptNames: Sendable {
    /// Returns everyone who has a name here, by number.
    public let read: @Sendable () -> [KeptName]
    /// Takes over names of the server, for people who were met and have no name yet.
    public let said: @Sendable ([(user: UserID, name: String)]) -> Void

    public init(
        read: @escaping @Sendable () -> [KeptName], said: @escaping @Sendable ([(user: UserID, name: String)]) -> Void
    ) {
        (self.read, self.said) = (read, said)
    }

    /// The names while no one has been met.
    public static let none = KeptNames(read: { [] }, said: { _ in })
}

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

/// The names that are kept here, for those who list people.
public struct KeptNames: Sendable {
    /// Returns everyone who has a name here, by number.
    public let read: @Sendable () -> [KeptName]
    /// Takes what the server calls people: one who was met and has no name yet is called so from now on.
    public let said: @Sendable ([(user: UserID, name: String)]) -> Void

    public init(
        read: @escaping @Sendable () -> [KeptName], said: @escaping @Sendable ([(user: UserID, name: String)]) -> Void
    ) {
        (self.read, self.said) = (read, said)
    }

    /// The names while no one has been met.
    public static let none = KeptNames(read: { [] }, said: { _ in })
}

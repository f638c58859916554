/// A link by which several people can ask to become the caller's contacts, until it ends: for cards and profiles, in addition
/// to the one-time links of requirement 004 (decision 75).
public struct PersonalLink: Codable, Sendable, Equatable {
    /// As in a share link: 43 characters of base62.
    public var token: String
    /// The number of people who may ask by it.
    public var maxUses: Int
    /// The number of people who have asked since it was last set.
    public var usedCount: Int
    /// The moment at which it was last set.
    public var createdAt: Timestamp
    public var expiresAt: Timestamp

    public init(token: String, maxUses: Int, usedCount: Int, createdAt: Timestamp, expiresAt: Timestamp) {
        self.token = token
        self.maxUses = maxUses
        self.usedCount = usedCount
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Whether the link can no longer be used.
    public func hasEnded(at now: Timestamp) -> Bool { now >= expiresAt || usedCount >= maxUses }
}

/// Answer to `GET` and `PUT /personal-link`; null is off, as it is for everyone at first. One that has ended is returned for 30
/// days: it can be extended.
public struct PersonalLinkResponse: Codable, Sendable, Equatable {
    public var personalLink: PersonalLink?
    public init(personalLink: PersonalLink?) { self.personalLink = personalLink }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(personalLink, forKey: .personalLink)
    }

    private enum CodingKeys: String, CodingKey { case personalLink }
}

/// `PUT /personal-link`: turns the link on, or resets its limits. An existing link stays the same.
public struct PersonalLinkRequest: Codable, Sendable, Equatable {
    public static let uses = 1...1_000
    /// An hour to a year.
    public static let lifetimes = 3_600...31_536_000

    /// The number of further people who may ask by it.
    public var maxUses: Int
    /// In seconds from now.
    public var lifetime: Int
    /// Whether to make another link, which invalidates the previous one.
    public var isNew: Bool?

    public init(maxUses: Int, lifetime: Int, isNew: Bool? = nil) {
        self.maxUses = maxUses
        self.lifetime = lifetime
        self.isNew = isNew
    }

    public var isPermitted: Bool { Self.uses.contains(maxUses) && Self.lifetimes.contains(lifetime) }
}

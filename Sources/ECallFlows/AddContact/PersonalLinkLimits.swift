public import ECallAPI

/// How many people can ask by a personal link, and for how long.
/// The twin of `Web/features/personal-link/personal-link.js` (`Tests/Vectors/personal-link.json`).
public struct PersonalLinkLimits: Sendable, Equatable {
    /// How many people a person can choose.
    public static let peopleChoices = [1, 5, 10, 50, 500]
    /// How long a person can choose, in seconds: a day, a week, a month, a year.
    public static let lifetimeChoices = [1, 7, 30, 365].map { $0 * 86_400 }
    /// The limits of a first link.
    public static let usual = PersonalLinkLimits(maxUses: 10, lifetime: 30 * 86_400)

    public var maxUses: Int
    /// In seconds, counted from when the link is made or changed.
    public var lifetime: Int

    public init(maxUses: Int, lifetime: Int) { (self.maxUses, self.lifetime) = (maxUses, lifetime) }

    /// The limits of another link that ends when this one does, as far as the server permits.
    public init(of link: PersonalLink, at now: Timestamp) {
        let left = (Double(link.expiresAt.milliseconds - now.milliseconds) / 1_000).rounded()
        let permitted = PersonalLinkRequest.lifetimes
        self.init(
            maxUses: link.maxUses, lifetime: min(permitted.upperBound, max(permitted.lowerBound, Int(left))))
    }

    /// The choices that are closest to the limits of a link.
    public static func closest(to link: PersonalLink) -> PersonalLinkLimits {
        let limits = PersonalLinkLimits(of: link, at: link.createdAt)
        return PersonalLinkLimits(
            maxUses: closest(limits.maxUses, among: peopleChoices),
            lifetime: closest(limits.lifetime, among: lifetimeChoices))
    }

    /// By ratio; the first of two that are equally close.
    private static func closest(_ value: Int, among choices: [Int]) -> Int {
        func ratio(_ choice: Int) -> Double {
            let (one, other) = (Double(max(choice, 1)), Double(max(value, 1)))
            return max(one / other, other / one)
        }
        return choices.min { ratio($0) < ratio($1) } ?? value
    }
}

extension PersonalLink {
    /// Whether anyone can still ask by it, or why not. The page has the same rule (`Tests/Vectors/personal-link.json`).
    public enum Stage: String, Sendable, Equatable {
        case live
        /// All of its uses are used up.
        case full
        /// It has expired.
        case over
    }

    public func stage(at now: Timestamp) -> Stage {
        if usedCount >= maxUses { return .full }
        return expiresAt <= now ? .over : .live
    }
}

/// A short message that disappears by itself (requirement 003).
public struct Toast<Words: Sendable & Equatable>: Sendable, Equatable, Identifiable {
    /// The later ones are more urgent.
    public enum Kind: Int, Sendable, Comparable, CaseIterable {
        case info
        case success
        case error

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    public let id: Int
    public let kind: Kind
    public let words: Words
    /// Whether the content behind it is covered until it disappears: for messages that a person must have seen.
    public let isFocused: Bool
}

/// A text that is shown and typed, and never printed: a key, a recovery code, a password.
public struct SecretText: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// For the field or label that shows it.
    public let text: String

    public init(_ text: String) { self.text = text }

    /// Whether it is empty or white space alone.
    public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    public var description: String { "SecretText" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

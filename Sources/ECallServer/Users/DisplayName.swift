/// The name others see: 1 to 50 characters on one line, without a colon (wire-protocol 0.3).
struct DisplayName: Hashable, Sendable {
    static let longest = 50

    let text: String

    /// nil for an empty, too long or otherwise unfit name. Spaces at both ends are dropped.
    init?(_ text: String) {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let name = String(trimmed)
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            // Format characters that reverse the direction of text would let one name pass for another.
            case .format: !(0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value)
            default: true
            }
        }
        // A character may be many scalars: both are bounded.
        guard !name.isEmpty, name.count <= Self.longest, name.utf8.count <= 400, !name.contains(":"), isPlain else {
            return nil
        }
        self.text = name
    }

    private init(known text: String) { self.text = text }

    /// For those who come without any name.
    static let unnamed = Self(known: "User")
}

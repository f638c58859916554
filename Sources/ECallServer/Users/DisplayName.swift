import Foundation

/// The name that others see: 1 to 50 characters on one line, without a colon (wire-protocol 0.3).
struct DisplayName: Hashable, Sendable {
    /// The most characters as a person counts them (grapheme clusters, UAX 29).
    static let longest = 50
    /// The most bytes of UTF-8: room for 50 emoji of several people. Scripts need up to 15 a character.
    static let largest = 1600
    /// The most combining marks on one character, in a row and decomposed. UAX 15 calls text safe up to 30 (Stream-Safe
    /// Text Format); no script stacks more than eight, and piles of them cover the lines around the name.
    static let mostMarks = 10

    let text: String

    /// The reason why a text is not a valid name.
    enum Unfit: Error, Sendable, CaseIterable {
        case empty, tooLong, tooLarge, tooManyMarks, colon, notPlain

        /// The sentence that tells the user what to change.
        var advice: String {
            switch self {
            case .empty: "A name has at least one character that can be seen"
            case .tooLong: "A name has up to \(longest) characters; shorten it"
            case .tooLarge: "These characters take more than \(largest) bytes; use fewer, or simpler ones"
            case .tooManyMarks: "A character of a name has up to \(mostMarks) marks above and below it; use fewer"
            case .colon: "A name has no colon; leave it out"
            case .notPlain: "A name is on one line, without control characters and changes of direction"
            }
        }
    }

    /// Returns nil for an empty, too long or otherwise unfit name. Trims spaces at both ends.
    init?(_ text: String) {
        guard let name = try? Self.read(text) else { return nil }
        self = name
    }

    private init(known text: String) { self.text = text }

    /// The same, but throws the reason.
    static func read(_ text: String) throws(Unfit) -> DisplayName {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let name = String(trimmed)
        if !name.unicodeScalars.contains(where: isVisible) { throw .empty }
        // A character can have many scalars, so bytes and marks are bounded, too.
        if name.utf8.count > largest { throw name.count > longest ? .tooLong : .tooLarge }
        if mostMarks(in: name) > mostMarks { throw .tooManyMarks }
        if name.count > longest { throw .tooLong }
        if name.contains(":") { throw .colon }
        if !isPlain(name) { throw .notPlain }
        return Self(known: name)
    }

    /// The longest run of combining marks; invisible characters, such as joiners, do not end one.
    private static func mostMarks(in name: String) -> Int {
        var (run, most) = (0, 0)
        for scalar in name.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: run += 1
            case .format: break
            default: run = 0
            }
            most = max(most, run)
        }
        return most
    }

    /// Whether anything of it is drawn: some letters, such as the Hangul fillers, are invisible (UTS 39,
    /// Default_Ignorable_Code_Point), and one Braille pattern has no dots.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
    }

    private static func isPlain(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            // Format characters that reverse the direction of text would let one name pass for another.
            case .format: !(0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value)
            default: true
            }
        }
    }

    /// The name of users who supply none.
    static let unnamed = Self(known: "User")
}

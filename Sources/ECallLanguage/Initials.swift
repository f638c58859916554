/// The letters that stand for a person's name in a picture: the first letters of the first and the last word, in capitals.
///
/// A letter is what a person counts as one. Names in scripts without spaces between first and last name, or whose letters stack, are one
/// letter: two would not be read. The page has the same rule (`Tests/Vectors/initials.json`).
public enum Initials {
    /// Returns `?` for a name without letters.
    public static func of(_ name: String) -> String {
        let letters = name.split(whereSeparator: \.isWhitespace).compactMap(firstLetter)
        guard let first = letters.first, let last = letters.last else { return "?" }
        return (letters.count == 1 || isAlone(first) ? first : first + last).uppercased()
    }

    /// The first letter of a word, without the quotes or brackets before it; nil if it is made of such alone.
    private static func firstLetter(_ word: Substring) -> String? {
        let scalars = word.unicodeScalars.drop(while: isBefore)
        var rest = Substring(scalars)
        guard var letter = rest.popFirst().map(String.init) else { return nil }
        // Letters that are joined below the one before them, and those that a vowel is written before.
        while let scalar = letter.unicodeScalars.last,
            joiners.contains(scalar.value) || leadingVowels.contains(scalar.value),
            let next = rest.popFirst()
        {
            letter.append(next)
        }
        return letter
    }

    /// Whether it is a sign of punctuation, or shows nothing.
    private static func isBefore(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation,
            .connectorPunctuation, .otherPunctuation, .format:
            true
        default: false
        }
    }

    /// Signs that put the next letter below (UAX 29, GB9c), with those of Khmer, Kannada and Burmese.
    private static let joiners: Set<UInt32> = [
        0x094D, 0x09CD, 0x0ACD, 0x0B4D, 0x0C4D, 0x0CCD, 0x0D4D, 0x1039, 0x17D2,
    ]
    /// Vowels of Thai and Lao that are written before the consonant they follow.
    private static let leadingVowels: Set<UInt32> = Set(0x0E40...0x0E44).union(0x0EC0...0x0EC4)

    private static func isAlone(_ letter: String) -> Bool {
        guard let scalar = letter.unicodeScalars.first?.value else { return false }
        return scriptsOfOne.contains { $0.contains(scalar) }
    }

    /// Thai, Lao, Burmese, Hangul, Khmer, kana and Han.
    private static let scriptsOfOne: [ClosedRange<UInt32>] = [
        0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3040...0x30FF, 0x3130...0x318F,
        0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
    ]
}

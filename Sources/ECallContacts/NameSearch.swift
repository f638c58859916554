import Foundation

/// Finds people by parts of their names, without accents, case and what shows nothing, and with digits of any script.
/// The twin of `Web/features/contacts/name-search.js` (`Tests/Vectors/name-search.json`, `search-names.json`).
public enum NameSearch {
    /// Letters that Unicode does not decompose, as people type them whose keyboard lacks the key.
    private static let replacements: [Unicode.Scalar: String] = [
        "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ŧ": "t", "ß": "ss", "æ": "ae", "œ": "oe",
        "þ": "th", "ς": "σ", "’": "'", "ʼ": "'",
    ]

    /// The people whose name contains every word of a text, in any order; all of them for a text without words.
    public static func people<Person: Matchable>(_ people: [Person], named wanted: String) -> [Person] {
        let words = folded(wanted).unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { Array(String(String.UnicodeScalarView($0)).utf8) }
        guard !words.isEmpty else { return people }
        return people.filter { person in
            // By bytes: part of a syllable or of an emoji is found, too.
            let name = Array(folded(person.matchedName).utf8)
            return words.allSatisfy { name.contains($0) }
        }
    }

    /// Returns a name without accents and case, as a search compares it.
    static func folded(_ name: String) -> String {
        var letters = String.UnicodeScalarView()
        for scalar in name.decomposedStringWithCompatibilityMapping.unicodeScalars where !isIgnored(scalar) {
            letters.append(digit(scalar) ?? scalar)
        }
        return String(letters).lowercased().unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
    }

    /// Marks, joiners and the Arabic line that only makes a word longer.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: scalar == "\u{0640}"
        }
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
            return nil
        }
        return Unicode.Scalar(48 + UInt8(value))
    }
}

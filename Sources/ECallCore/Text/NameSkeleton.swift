import Foundation

/// The skeletons of names (UTS 39, section 4), which represent their appearance: computed from the compatibility decomposition,
/// and without invisible characters, so that more names match than in UTS 39. The twin of `Web/contacts/name-skeleton.js`
/// (`Tests/Vectors/kept-people.json`).
public enum NameSkeleton {
    /// A character's prototype, by its lookalike.
    private static let prototypes: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for line in Confusables.table.unicodeScalars.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else { continue }
            for scalar in parts[1] { table[scalar] = String(String.UnicodeScalarView(parts[0])) }
        }
        return table
    }()

    /// The skeleton of a name: two names with the same one can be confused.
    public static func of(_ name: String) -> String {
        var drawn = String.UnicodeScalarView()
        for scalar in name.decomposedStringWithCanonicalMapping.unicodeScalars
        where !scalar.properties.isDefaultIgnorableCodePoint {
            drawn.append(scalar)
        }
        // Letters whose decomposition differs from what they look like come first.
        let mapped = mapped(mapped(String(drawn)).decomposedStringWithCompatibilityMapping)
        let words = mapped.decomposedStringWithCanonicalMapping.unicodeScalars
            .split(whereSeparator: \.properties.isWhitespace)
        return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    /// Whether a person could take one name for the other. Case is ignored, both in the names and in their skeletons: people type
    /// names without.
    public static func areAlike(_ one: String, _ other: String) -> Bool {
        let (ones, others) = (forms(of: one), forms(of: other))
        return zip(ones, others).contains { $0.unicodeScalars.elementsEqual($1.unicodeScalars) }
    }

    private static func forms(of name: String) -> [String] {
        let skeleton = of(name)
        return [skeleton, of(name.lowercased()), skeleton.lowercased()]
    }

    /// A name in its stored and compared form: composed, without surrounding white space.
    public static func plain(_ name: String) -> String {
        var rest = name.precomposedStringWithCanonicalMapping.unicodeScalars[...]
        while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return String(String.UnicodeScalarView(rest))
    }

    private static func mapped(_ text: String) -> String {
        text.unicodeScalars.map { prototypes[$0] ?? String($0) }.joined()
    }
}

/// The one-time code in what people type and paste. The page has the same rule (`Web/session/one-time-code.js`);
/// `Tests/Vectors/pasted-codes.json` holds both to it.
public enum PastedCode {
    /// The possible numbers of digits of a code; most have the fewest, and more after wrong guesses.
    public static let lengths = [6, 8, 10]

    /// Returns the one code in a text, such as a message with a sentence around it, in the digits of any script; nil if there is
    /// none, or more than one.
    ///
    /// - Parameter lengths: how many digits it may have.
    public static func digits(in pasted: String, lengths: [Int] = lengths) -> String? {
        let scalars = Array(VisibleText.withPlainDigits(VisibleText.of(pasted)).unicodeScalars)
        let codes = codes(in: scalars, lengths)
        if let code = codes.first { return codes.count == 1 ? code : nil }
        // A line break within the code.
        let joined = scalars.split { $0.properties.isWhitespace }.joined(separator: [" "])
        let others = self.codes(in: Array(joined), lengths)
        return others.count == 1 ? others.first : nil
    }

    private static func codes(in scalars: [Unicode.Scalar], _ lengths: [Int]) -> Set<String> {
        var codes: Set<String> = []
        var start = 0
        while let first = scalars[start...].firstIndex(where: isDigit) {
            var end = first + 1
            while let next = [end, end + 1].first(where: { $0 < scalars.count && isDigit(scalars[$0]) }),
                next == end || isSeparator(scalars[end])
            {
                end = next + 1
            }
            start = end
            let isCut =
                (first > 0 && cuts(scalars[first - 1], before: true)) || (end < scalars.count && cuts(scalars[end]))
            guard !isCut else { continue }
            let parts = scalars[first..<end].split { !isDigit($0) }.map { String(String.UnicodeScalarView($0)) }
            let whole = parts.joined()
            codes.formUnion(lengths.contains(whole.count) ? [whole] : parts.filter { lengths.contains($0.count) })
        }
        return codes
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// One of them may stand between two digits.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .dashPunctuation: true
        default: "\t\u{2212}._·・".unicodeScalars.contains(scalar)
        }
    }

    /// Whether a character never stands next to a code: the digits belong to a longer word, a fraction or a phone number.
    private static func cuts(_ scalar: Unicode.Scalar, before: Bool = false) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .letterNumber, .otherNumber: true
        default: before && scalar == "+"
        }
    }
}

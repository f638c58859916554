/// The field `Accept-Language` (RFC 9110 section 12.5.4). Pure.
package enum AcceptLanguage {
    /// Longer fields are truncated: browsers send about ten ranges.
    package static let longest = 1000

    /// The language ranges, best first, equals in the order of the field; without those of weight 0 and malformed ones.
    package static func ranges(in field: String) -> [String] {
        let members = field.utf8.prefix(longest).split(separator: UInt8(ascii: ","))
        let weighted = members.compactMap { parse(Substring(decoding: $0, as: UTF8.self)) }.filter { $0.weight > 0 }
        // Sorted by offset as well, because Swift's sort is not guaranteed to be stable.
        return weighted.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.range)
    }

    private static func parse(_ member: Substring) -> (range: String, weight: Int)? {
        let parts = member.split(separator: ";", omittingEmptySubsequences: false).map { trimmed($0) }
        guard let range = parts.first, isRange(range), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (String(range), 1000) }
        let parameter = parts[1]
        guard parameter.lowercased().hasPrefix("q="), let weight = weight(parameter.dropFirst(2)) else { return nil }
        return (String(range), weight)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    /// A basic language range (RFC 4647 section 2.1).
    private static func isRange(_ text: Substring) -> Bool { text == "*" || LanguageTag.isWellFormed(text) }

    /// The weight in thousandths: `0`, `0.` to `0.999`, `1`, `1.` to `1.000` (RFC 9110 section 12.4.2).
    private static func weight(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole == "0" || whole == "1" else { return nil }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.utf8.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let padded = digits + String(repeating: "0", count: 3 - digits.utf8.count)
        guard let fraction = Int(padded) else { return nil }
        let weight = (whole == "1" ? 1000 : 0) + fraction
        return weight <= 1000 ? weight : nil
    }
}

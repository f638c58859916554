/// The ways in which people write a phone number. The page has the same rule; `Tests/Vectors/identifiers.json` holds both
/// to it.
enum PhoneNumberSpelling {
    /// The zeros of the digits that people type besides 0 to 9: Arabic, Persian, Devanagari, Thai, Khmer, full width.
    private static let zeros: [UInt32] = [0x0660, 0x06F0, 0x0966, 0x0E50, 0x17E0, 0xFF10]

    /// Returns a phone number as `+` and digits: without separators, `tel:`, and the 0 of calls within a country; 00 is a +. Any
    /// other text stays, to be refused.
    static func plain(_ text: String) -> String {
        var scalars = text.unicodeScalars.filter { !isSpacing($0) }.map(plain)
        if String(String.UnicodeScalarView(scalars.prefix(4))).lowercased() == "tel:" { scalars.removeFirst(4) }
        if scalars.starts(with: ["0", "0"]) { scalars.replaceSubrange(..<2, with: ["+"]) }
        dropTrunkPrefix(&scalars)
        return String(String.UnicodeScalarView(scalars.filter { $0 != "(" && $0 != ")" }))
    }

    /// `+49(0)151`: the 0 is dialled within the country alone.
    private static func dropTrunkPrefix(_ scalars: inout [Unicode.Scalar]) {
        guard scalars.first == "+", let bracket = scalars.firstIndex(of: "("), (2...4).contains(bracket),
            scalars[1..<bracket].allSatisfy({ ("0"..."9").contains($0) }),
            scalars[bracket...].starts(with: ["(", "0", ")"])
        else { return }
        scalars.removeSubrange(bracket..<bracket + 3)
    }

    /// Between digits, and unseen around a number that was copied.
    private static func isSpacing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .dashPunctuation: true
        default: scalar.properties.isWhitespace || "\u{2212}./·".unicodeScalars.contains(scalar)
        }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.value == 0xFF0B { return "+" }
        guard let zero = zeros.first(where: { ($0..<$0 + 10).contains(scalar.value) }) else { return scalar }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(scalar.value - zero))
    }
}

/// Text as people see it. The page has the same rules (`Web/texts/visible-text.js`), held together by
/// `Tests/Vectors/pasted-links.json` and `pasted-codes.json`.
public enum VisibleText {
    /// Returns a text without format characters and variation selectors, which chats copy along, and with full-width characters
    /// as the ASCII that they stand for, as input methods of East Asia write them.
    public static func of(_ text: String) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFE00...0xFE0F: continue
            case 0xFF01...0xFF5E: visible.append(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)))
            default: if scalar.properties.generalCategory != .format { visible.append(scalar) }
            }
        }
        return String(visible)
    }

    /// Returns a text with the decimal digits of every script as 0 to 9 (Unicode category Nd).
    public static func withPlainDigits(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                plain.append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(value)))
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// Returns a text without white space around it.
    public static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// A device's own description, such as "Firefox on Linux": shown as claimed, and proven by nothing.
enum DeviceClaim {
    /// In UTF-8.
    static let longest = 64

    /// Returns the text to show; nil for bytes that are not text, are too long or blank, or contain characters that reverse or
    /// hide other text.
    static func read(_ bytes: [UInt8]) -> String? {
        guard bytes.count <= longest, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let isShown = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: false
            default: true
            }
        }
        return isShown && text.unicodeScalars.contains(where: isVisible) ? text : nil
    }

    /// Whether any of it is visible: some letters are invisible on purpose (UTS 39, Default_Ignorable_Code_Point), and one of
    /// Braille has no dots.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
    }
}

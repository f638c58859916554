/// What a device says it is, such as "Firefox on Linux": shown as claimed, and proven by nothing.
enum DeviceClaim {
    /// In UTF-8.
    static let longest = 64

    /// As it can be shown; nil for what is no text, too long, blank, or holds what turns or hides other text.
    static func read(_ bytes: [UInt8]) -> String? {
        guard bytes.count <= longest, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let isShown = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: false
            default: true
            }
        }
        guard isShown, !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return nil }
        return text
    }
}

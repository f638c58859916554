/// The number of parts that a text message is sent in.
enum TextMessageParts {
    /// The basic character set (3GPP TS 23.038, 6.2.1), and the characters that take two places (6.2.1.1).
    private static let basic = Set(
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
            .unicodeScalars)
    private static let extended = Set("^{}\\[~]|€".unicodeScalars)

    static func count(_ text: String) -> Int {
        let scalars = text.unicodeScalars
        if scalars.allSatisfy({ basic.contains($0) || extended.contains($0) }) {
            let places = scalars.reduce(0) { $0 + (extended.contains($1) ? 2 : 1) }
            return places <= 160 ? 1 : (places + 152) / 153
        }
        let units = text.utf16.count
        return units <= 70 ? 1 : (units + 66) / 67
    }
}

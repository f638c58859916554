/// A generated secret that a person writes down: 120 random bits as six groups of four characters (e2ee 1).
///
/// The alphabet has no I, L, O and U; reading takes small letters, other separators, and the letters that look alike.
public enum RecoveryCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let groups = 6
    private static let groupLength = 4

    /// Draws a code, such as `7K2M-…`.
    public static func generate() -> String {
        var generator = SystemRandomNumberGenerator()
        return generate(using: &generator)
    }

    static func generate(using generator: inout some RandomNumberGenerator) -> String {
        (0..<groups).map { _ in
            String((0..<groupLength).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
        }.joined(separator: "-")
    }

    /// Returns the one form of a typed code; nil when it cannot be a code.
    public static func normalize(_ typed: String) -> String? {
        var characters: [Character] = []
        for character in typed.uppercased() where character.isLetter || character.isNumber {
            let meant: Character =
                switch character {
                case "O": "0"
                case "I", "L": "1"
                default: character
                }
            guard alphabet.contains(meant) else { return nil }
            characters.append(meant)
        }
        guard characters.count == groups * groupLength else { return nil }
        return stride(from: 0, to: characters.count, by: groupLength)
            .map { String(characters[$0..<$0 + groupLength]) }
            .joined(separator: "-")
    }
}

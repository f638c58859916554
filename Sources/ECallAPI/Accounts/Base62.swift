/// Secrets as texts without signs: 32 bytes as 43 characters.
public enum Base62 {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

    /// The bytes as one big-endian number in base 62, padded on the left: 62^43 is just above 2^256.
    public static func token(_ bytes: [UInt8]) -> String {
        var digits: [Character] = []
        var number = bytes
        for _ in 0..<ShareLink.tokenLength {
            var remainder = 0
            for index in number.indices {
                let value = remainder << 8 | Int(number[index])
                number[index] = UInt8(value / 62)
                remainder = value % 62
            }
            digits.append(alphabet[remainder])
        }
        return String(digits.reversed())
    }

    /// A random one.
    public static func randomToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return token((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}

import Crypto

/// The safety number that two people compare to know that no one is between their devices: 60 digits, or a QR code (e2ee 1).
public enum SafetyNumber {
    private static let iterations = 5_200
    private static let groups = 6

    /// The 30 digits of one device.
    public static func digits(of sign: SigningPublicKey, address: DeviceAddress) -> String {
        var hash = Array(SHA512.hash(data: [0, 0] + sign.bytes + Array(address.description.utf8)))
        for _ in 0..<iterations { hash = Array(SHA512.hash(data: hash + sign.bytes)) }
        return (0..<groups).map { group in
            let number = hash[group * 5..<group * 5 + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000
            let text = String(number)
            return String(repeating: "0", count: 5 - text.count) + text
        }.joined()
    }

    /// The 60 digits of a pair of devices, the same on both: each one's 30, sorted.
    public static func digits(of one: SignedIdentity, and other: SignedIdentity) -> String {
        [one, other].map { digits(of: $0.sign, address: $0.address) }.sorted().joined()
    }

    /// Returns a typed number without the separators between the digits; nil if it has other characters.
    public static func typed(_ text: String) -> String? {
        let between: Set<Character> = [" ", "-", ".", ",", "\n", "\r\n", "\t"]
        let rest = text.filter { !between.contains($0) }
        return !rest.isEmpty && rest.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? rest : nil
    }

    /// A number in lines of four groups of five digits, as it is read aloud.
    public static func lines(_ digits: String) -> [String] {
        let groups = stride(from: 0, to: digits.count, by: 5).map { String(digits.dropFirst($0).prefix(5)) }
        return stride(from: 0, to: groups.count, by: 4).map {
            groups[$0..<min($0 + 4, groups.count)].joined(separator: " ")
        }
    }

    /// Returns the text of the QR code: `ecall:2:<address>:<sign>:<address>:<sign>`, the own device first.
    public static func codeText(own: SignedIdentity, other: SignedIdentity) -> String {
        "ecall:2:\(own.address):\(own.sign.text):\(other.address):\(other.sign.text)"
    }

    /// Whether a scanned code is the other device's about this pair.
    public static func matches(_ code: String, own: SignedIdentity, other: SignedIdentity) -> Bool {
        code == codeText(own: other, other: own)
    }
}

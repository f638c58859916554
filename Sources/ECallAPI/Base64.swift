public import struct Foundation.Data

/// Base64 (RFC 4648 section 4) with one text per value: padded, without white space, without slack bits.
///
/// Where a text proves something, a second spelling of it would be a second proof (RFC 4648 sections 3.5 and 12).
public enum Base64 {
    public static func encode(_ data: Data) -> String { data.base64EncodedString() }

    /// nil for everything but the text that `encode` gives.
    public static func decode(_ text: some StringProtocol) -> Data? {
        let text = String(text)
        guard let data = Data(base64Encoded: text), encode(data) == text else { return nil }
        return data
    }
}

/// The same with the URL-safe alphabet and no padding (RFC 4648 section 5), as in JSON Web Tokens (RFC 7515 section 2).
public enum Base64URL {
    public static func encode(_ data: Data) -> String {
        String(Base64.encode(data).prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// nil for everything but the text that `encode` gives.
    public static func decode(_ text: some StringProtocol) -> Data? {
        guard !text.contains(where: { "=+/".contains($0) }) else { return nil }
        let plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return Base64.decode(plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}

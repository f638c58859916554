public import struct Foundation.Data

/// Base64 (RFC 4648 section 4) with one string per value: padded, without white space, without slack bits.
///
/// If a text proves something, a second spelling of it would be a second proof (RFC 4648 sections 3.5 and 12).
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
        var text = [UInt8](data.base64EncodedData())
        while text.last == padding { text.removeLast() }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "+"): text[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): text[index] = UInt8(ascii: "_")
            default: break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil for everything but the text that `encode` gives.
    public static func decode(_ text: some StringProtocol) -> Data? {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case padding, UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
            case UInt8(ascii: "-"): plain.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): plain.append(UInt8(ascii: "/"))
            default: plain.append(byte)
            }
        }
        while plain.count % 4 != 0 { plain.append(padding) }
        return Base64.decode(String(decoding: plain, as: UTF8.self))
    }

    private static let padding = UInt8(ascii: "=")
}

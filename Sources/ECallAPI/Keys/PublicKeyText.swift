public import struct Foundation.Data

/// A device's public key as it travels: base64 text whose kind follows from the decoded bytes (wire-protocol 2.3).
///
/// Syntax only: whether 64 bytes are a point of the curve is checked by code with cryptography. The page has the same rule;
/// `Tests/Vectors/public-key-texts.json` holds all to it.
public struct PublicKeyText: Hashable, Sendable {
    /// The kind of key that the text decodes to.
    public enum Kind: Sendable, Hashable {
        /// 64 bytes X‖Y.
        case p256
        /// PKCS#1 `RSAPublicKey` DER with 2048 to 4096 bits (RFC 8017 appendix A.1.1).
        case rsa
    }

    public let text: String
    public let bytes: Data
    public let kind: Kind

    /// At most 1024 characters; nil for anything that has not the form of a key.
    public init?(wellFormed text: String) {
        guard text.utf8.count <= 1024, let bytes = Base64.decode(text) else { return nil }
        if bytes.count == 64 {
            kind = .p256
        } else if Self.isRSAPublicKey(Array(bytes)) {
            kind = .rsa
        } else {
            return nil
        }
        (self.text, self.bytes) = (text, bytes)
    }

    /// RFC 8017 appendix A.1.1: SEQUENCE {modulus, exponent}, in DER with nothing after it.
    private static func isRSAPublicKey(_ bytes: [UInt8]) -> Bool {
        var outer = bytes[...]
        guard var fields = readElement(tag: 0x30, from: &outer), outer.isEmpty,
            let modulus = readElement(tag: 0x02, from: &fields),
            let exponent = readElement(tag: 0x02, from: &fields), fields.isEmpty,
            let modulusBits = positiveBits(modulus), let exponentBits = positiveBits(exponent)
        else { return false }
        let isOdd = (modulus.last ?? 0) & 1 == 1 && (exponent.last ?? 0) & 1 == 1
        return (2048...4096).contains(modulusBits) && (2...64).contains(exponentBits) && isOdd
    }

    private static func readElement(tag: UInt8, from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            guard first == 0x81 || first == 0x82 else { return nil }
            length = 0
            for _ in 0..<(first & 0x7F) {
                guard let byte = bytes.popFirst() else { return nil }
                length = length << 8 | Int(byte)
            }
            guard length >= (first == 0x81 ? 0x80 : 0x100) else { return nil }
        }
        guard length <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length)
    }

    /// The bits of a positive DER INTEGER in its shortest form.
    private static func positiveBits(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first, first < 0x80 else { return nil }
        if first != 0 { return bytes.count * 8 - first.leadingZeroBitCount }
        guard let second = bytes.dropFirst().first, second >= 0x80 else { return nil }
        return (bytes.count - 1) * 8
    }
}

import ECallAPI

/// Opens a channel and carries the first key: `H(join_a).H(join_b).rsa.mlkem.sealed` (e2ee 4).
public struct OpenMessage: Sendable, Hashable {
    /// `H(join_a)`, of the device that opens.
    public let from: ObjectHash
    /// `H(join_b)`.
    public let to: ObjectHash
    /// RSA-OAEP of s2.
    public let wrapped: [UInt8]
    /// The ML-KEM ciphertext, empty without.
    public let encapsulated: [UInt8]
    /// The key message with n = 0, or the reply.
    public let sealed: [UInt8]

    public init(from: ObjectHash, to: ObjectHash, wrapped: [UInt8], encapsulated: [UInt8], sealed: [UInt8]) {
        (self.from, self.to, self.wrapped, self.encapsulated) = (from, to, wrapped, encapsulated)
        self.sealed = sealed
    }

    /// Nil for anything but the one text of an opening.
    public init?(text: String) { self.init(text: text, sealedLength: KeyMessage.sealedLength) }

    init?(text: some StringProtocol, sealedLength: Int) {
        let parts = text.parts(at: ".")
        guard parts.count == 5, let from = ObjectHash(text: parts[0]), let to = ObjectHash(text: parts[1]),
            let wrapped = Base64URL.bytes(parts[2]), let encapsulated = Base64URL.bytes(parts[3]),
            let sealed = Base64URL.bytes(parts[4]), sealed.count == sealedLength
        else { return nil }
        self.init(from: from, to: to, wrapped: wrapped, encapsulated: encapsulated, sealed: sealed)
    }

    public var text: String {
        [from.text, to.text, Base64URL.encode(wrapped), Base64URL.encode(encapsulated), Base64URL.encode(sealed)]
            .joined(separator: ".")
    }
}

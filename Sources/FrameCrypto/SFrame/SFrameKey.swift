/// Key and salt of one KID, and the SFrame encryption under them (RFC 9605 sections 4.4.2 and 4.4.3).
public struct SFrameKey<Provider: FrameCryptoProvider>: Sendable {
    /// The key id that went into the derivation.
    public let keyID: UInt64
    private let suite: SFrameSuite
    private let provider: Provider
    private let key: Provider.Secret
    private let salt: [UInt8]

    /// Derives `sframe_key` and `sframe_salt` from a base key and the KID.
    public init(suite: SFrameSuite, baseKey: Provider.Secret, keyID: UInt64, provider: Provider) {
        self.keyID = keyID
        self.suite = suite
        self.provider = provider
        let secret = provider.extract(suite.hash, salt: [], inputKey: baseKey)
        key = provider.expand(
            suite.hash, pseudoRandomKey: secret, info: Self.label("key", keyID: keyID, suite: suite),
            length: suite.keyLength)
        salt = provider.expandToBytes(
            suite.hash, pseudoRandomKey: secret, info: Self.label("salt", keyID: keyID, suite: suite),
            length: suite.nonceLength)
    }

    /// "SFrame 1.0 Secret " | "key" or "salt" | " " | KID be64 | suite be16.
    static func label(_ purpose: String, keyID: UInt64, suite: SFrameSuite) -> [UInt8] {
        var label = Array("SFrame 1.0 Secret \(purpose) ".utf8)
        label.appendBigEndian(keyID)
        label.appendBigEndian(suite.rawValue)
        return label
    }

    /// Appends header, ciphertext and tag to `output`; false when the provider refuses.
    ///
    /// The caller answers for using each counter once.
    public func seal(
        _ plaintext: ArraySlice<UInt8>, counter: UInt64, metadata: ArraySlice<UInt8>, into output: inout [UInt8]
    ) -> Bool {
        let header = SFrameHeader(keyID: keyID, counter: counter).encoded
        let start = output.count
        output.append(contentsOf: header)
        guard
            provider.seal(
                plaintext, suite: suite, key: key, nonce: nonce(counter), authenticating: header + metadata,
                into: &output)
        else {
            output.removeSubrange(start...)
            return false
        }
        return true
    }

    /// The plaintext behind a decoded header; nil when the frame does not verify.
    ///
    /// - Parameters:
    ///   - sealed: header, ciphertext and tag.
    ///   - headerLength: bytes of `sealed` that are the header.
    public func open(
        _ sealed: ArraySlice<UInt8>, headerLength: Int, counter: UInt64, metadata: ArraySlice<UInt8>
    ) -> [UInt8]? {
        guard sealed.count >= headerLength + suite.tagLength else { return nil }
        return provider.open(
            sealed.dropFirst(headerLength), suite: suite, key: key, nonce: nonce(counter),
            authenticating: Array(sealed[..<(sealed.startIndex + headerLength)]) + metadata)
    }

    /// The salt with the counter XORed into its last eight bytes.
    private func nonce(_ counter: UInt64) -> [UInt8] {
        var nonce = salt
        for index in 0..<8 {
            nonce[nonce.count - 1 - index] ^= UInt8(truncatingIfNeeded: counter >> UInt64(8 * index))
        }
        return nonce
    }
}

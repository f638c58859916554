/// Key and salt of one KID, and the SFrame encryption under them (RFC 9605 sections 4.4.2 and 4.4.3).
public struct SFrameKey: Sendable {
    /// The key id that went into the derivation.
    public let keyID: UInt64
    private let tagLength: Int
    /// Nil if the provider refuses: then nothing is sealed and nothing opened.
    private let aead: (any FrameAEAD)?
    /// The salt's first four bytes and its last eight, as numbers.
    private let salt: (UInt32, UInt64)

    /// Derives `sframe_key` and `sframe_salt` from a base key and the KID.
    public init<Provider: FrameCryptoProvider>(
        suite: SFrameSuite, baseKey: Provider.Secret, keyID: UInt64, provider: Provider
    ) {
        self.keyID = keyID
        tagLength = suite.tagLength
        let secret = provider.extract(suite.hash, salt: [], inputKey: baseKey)
        let key = provider.expand(
            suite.hash, pseudoRandomKey: secret, info: Self.label("key", keyID: keyID, suite: suite),
            length: suite.keyLength)
        aead = provider.makeAEAD(suite, key: key)
        let salt = provider.expandToBytes(
            suite.hash, pseudoRandomKey: secret, info: Self.label("salt", keyID: keyID, suite: suite),
            length: suite.nonceLength)
        precondition(salt.count == Self.nonceLength, "all suites have nonces of 12 bytes")
        self.salt = (
            salt.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }, salt.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }

    private static let nonceLength = 12

    /// "SFrame 1.0 Secret " | "key" or "salt" | " " | KID be64 | suite be16.
    static func label(_ purpose: String, keyID: UInt64, suite: SFrameSuite) -> [UInt8] {
        var label = Array("SFrame 1.0 Secret \(purpose) ".utf8)
        label.appendBigEndian(keyID)
        label.appendBigEndian(suite.rawValue)
        return label
    }

    /// Header, ciphertext and tag; nil when the provider refuses.
    ///
    /// The caller answers for using each counter once.
    ///
    /// - Parameters:
    ///   - metadata: authenticated, and not part of the answer.
    ///   - clear: bytes that the answer begins with.
    public func seal(
        _ plaintext: ArraySlice<UInt8>, counter: UInt64, metadata: ArraySlice<UInt8>,
        behind clear: ArraySlice<UInt8> = []
    ) -> [UInt8]? {
        guard let aead else { return nil }
        return withScratch(counter: counter, metadata: metadata) { nonce, space in
            let length = SFrameHeader(keyID: keyID, counter: counter).encode(into: space)
            var output: [UInt8] = []
            output.reserveCapacity(clear.count + length + plaintext.count + tagLength)
            output.append(contentsOf: clear)
            output.append(contentsOf: space[..<length])
            let start = output.count
            output.append(contentsOf: plaintext)
            output.append(contentsOf: repeatElement(0, count: tagLength))
            let authenticated = Self.append(metadata, to: space, at: length)
            let isSealed = output.withUnsafeMutableBytes { bytes in
                aead.seal(
                    UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), nonce: nonce,
                    authenticating: authenticated)
            }
            return isSealed ? output : nil
        }
    }

    /// The plaintext after a decoded header; nil if the frame is not authentic.
    ///
    /// - Parameters:
    ///   - sealed: header, ciphertext and tag.
    ///   - headerLength: bytes of `sealed` that are the header.
    ///   - clear: bytes that the answer begins with.
    public func open(
        _ sealed: ArraySlice<UInt8>, headerLength: Int, counter: UInt64, metadata: ArraySlice<UInt8>,
        behind clear: ArraySlice<UInt8> = []
    ) -> [UInt8]? {
        guard let aead, 0...SFrameHeader.maximumLength ~= headerLength, sealed.count >= headerLength + tagLength
        else { return nil }
        return withScratch(counter: counter, metadata: metadata) { nonce, space in
            sealed.withUnsafeBytes { space.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<headerLength])) }
            let authenticated = Self.append(metadata, to: space, at: headerLength)
            var output: [UInt8] = []
            output.reserveCapacity(clear.count + sealed.count - headerLength)
            output.append(contentsOf: clear)
            output.append(contentsOf: sealed.dropFirst(headerLength))
            let isOpened = output.withUnsafeMutableBytes { bytes in
                aead.open(
                    UnsafeMutableRawBufferPointer(rebasing: bytes[clear.count...]), nonce: nonce,
                    authenticating: authenticated)
            }
            guard isOpened else { return nil }
            output.removeLast(tagLength)
            return output
        }
    }

    /// Lends the nonce, which is the salt with the counter XORed into its last eight bytes, and space on the stack for a
    /// header and the metadata.
    private func withScratch(
        counter: UInt64, metadata: ArraySlice<UInt8>,
        _ body: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> [UInt8]?
    ) -> [UInt8]? {
        let count = Self.nonceLength + SFrameHeader.maximumLength + metadata.count
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { scratch in
            scratch.storeBytes(of: salt.0.bigEndian, as: UInt32.self)
            scratch.storeBytes(of: (salt.1 ^ counter).bigEndian, toByteOffset: 4, as: UInt64.self)
            return body(
                UnsafeRawBufferPointer(rebasing: scratch[..<Self.nonceLength]),
                UnsafeMutableRawBufferPointer(rebasing: scratch[Self.nonceLength...]))
        }
    }

    /// Writes the metadata after the header; returns both.
    private static func append(
        _ metadata: ArraySlice<UInt8>, to space: UnsafeMutableRawBufferPointer, at position: Int
    ) -> UnsafeRawBufferPointer {
        let end = position + metadata.count
        metadata.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: space[position..<end]).copyMemory(from: $0)
        }
        return UnsafeRawBufferPointer(rebasing: space[..<end])
    }
}

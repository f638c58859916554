/// A device's statement that another one belongs to the same person (e2ee 1).
public struct Vouch: Sendable, Hashable {
    public let text: String
    /// The identity of the device that is vouched for.
    public let identity: ObjectHash
    public let by: DeviceAddress
    public let issuedAt: UInt64

    /// Reads a statement without checking its signature: `by` names the key that counts.
    public init(text: String) throws(SignedObjectError) {
        var payload = try SignedObject.Unverified(text, .vouch).payload
        self.text = text
        identity = try payload.hash("identity")
        by = try payload.address("by")
        issuedAt = try payload.integer("issuedAt")
    }

    public func isSigned(by key: SigningPublicKey) -> Bool {
        (try? SignedObject.Unverified(text, .vouch))?.isSigned(by: key) ?? false
    }

    public static func make(
        identity: ObjectHash, by: DeviceAddress, issuedAt: UInt64, signingKey: SigningKeyPair
    ) throws(SignedObjectError) -> Vouch {
        var payload = PayloadText()
        payload.add("identity", identity.text)
        payload.add("by", by.description)
        payload.add("issuedAt", issuedAt)
        return try Vouch(text: try SignedObject.sign(payload, .vouch, with: signingKey))
    }
}

/// A device's statement that a signing key of its person is over (e2ee 1).
public struct Revoke: Sendable, Hashable {
    public let text: String
    public let sign: SigningPublicKey
    public let by: DeviceAddress
    public let issuedAt: UInt64

    /// Reads a statement without looking at its signature.
    public init(text: String) throws(SignedObjectError) {
        var payload = try SignedObject.Unverified(text, .revoke).payload
        self.text = text
        guard let sign = SigningPublicKey(bytes: try payload.bytes("sign", count: SigningPublicKey.length)) else {
            throw .unacceptableKey
        }
        self.sign = sign
        by = try payload.address("by")
        issuedAt = try payload.integer("issuedAt")
    }

    public func isSigned(by key: SigningPublicKey) -> Bool {
        (try? SignedObject.Unverified(text, .revoke))?.isSigned(by: key) ?? false
    }

    public static func make(
        sign: SigningPublicKey, by: DeviceAddress, issuedAt: UInt64, signingKey: SigningKeyPair
    ) throws(SignedObjectError) -> Revoke {
        var payload = PayloadText()
        payload.add("sign", sign.bytes)
        payload.add("by", by.description)
        payload.add("issuedAt", issuedAt)
        return try Revoke(text: try SignedObject.sign(payload, .revoke, with: signingKey))
    }
}

/// A device's signed proof at sign-in, by which the server recognizes it: it proves possession of the registered key
/// (wire-protocol 2.4). A type of its own, so that a challenge can never be anything else that the key signs.
public struct SignInProof: Sendable, Hashable {
    public let text: String
    /// The server as the client knows it, `https://host[:port]`; never the server's own claim.
    public let origin: String
    /// The account of the device.
    public let account: UInt64
    public let challenge: String
    /// The device's RSA key, PKCS#1 DER.
    public let rsa: [UInt8]
    /// Unix milliseconds by the server's clock.
    public let issuedAt: UInt64

    /// Reads a proof without looking at its signature.
    public init(text: String) throws(SignedObjectError) {
        var payload = try SignedObject.Unverified(text, .signin).payload
        self.text = text
        origin = try payload.text("origin")
        account = try payload.integer("account")
        challenge = try payload.text("challenge")
        rsa = try payload.bytes("rsa")
        issuedAt = try payload.integer("issuedAt")
    }

    public func isSigned(by key: SigningPublicKey) -> Bool {
        (try? SignedObject.Unverified(text, .signin))?.isSigned(by: key) ?? false
    }

    /// Signs a proof for the account of an identity.
    ///
    /// - Throws: `malformed` for an origin or a challenge that cannot stand in a signed object, and for a longer one of either
    ///   than an object has room for; `signingFailed`.
    public static func make(
        _ challenge: String, origin: String, identity: SignedIdentity, issuedAt: UInt64, signingKey: SigningKeyPair
    ) throws(SignedObjectError) -> SignInProof {
        // No signed string can end its member and begin another one.
        guard !(origin + challenge).contains(where: { $0 == "\"" || $0 == "\\" }) else { throw .malformed }
        guard let rsa = identity.rsa.pkcs1 else { throw .unacceptableKey }
        var payload = PayloadText()
        payload.add("origin", origin)
        payload.add("account", identity.address.userID)
        payload.add("challenge", challenge)
        payload.add("rsa", rsa)
        payload.add("issuedAt", issuedAt)
        return try SignInProof(text: try SignedObject.sign(payload, .signin, with: signingKey))
    }
}

/// A device's signed proof that its person asks for a change of the account (wire-protocol 9.7): an access token alone, which is stolen
/// more easily than a key, changes nothing. A type of its own, as a sign-in's (2.4), and good for one purpose.
public struct AccountProof: Sendable, Hashable {
    public let text: String
    /// The server as the client knows it, `https://host[:port]`; never the server's own claim.
    public let origin: String
    public let account: UInt64
    public let challenge: String
    /// The change that it is for, as in `AccountChange.purpose`.
    public let purpose: String
    /// Unix milliseconds by the server's clock.
    public let issuedAt: UInt64

    /// Reads a proof without looking at its signature.
    public init(text: String) throws(SignedObjectError) {
        var payload = try SignedObject.Unverified(text, .change).payload
        self.text = text
        origin = try payload.text("origin")
        account = try payload.integer("account")
        challenge = try payload.text("challenge")
        purpose = try payload.text("purpose")
        issuedAt = try payload.integer("issuedAt")
    }

    public func isSigned(by key: SigningPublicKey) -> Bool {
        (try? SignedObject.Unverified(text, .change))?.isSigned(by: key) ?? false
    }

    /// Signs a proof for the account of an identity.
    ///
    /// - Throws: `malformed` for texts that cannot stand in a signed object; `signingFailed`.
    public static func make(
        _ challenge: String, purpose: String, origin: String, identity: SignedIdentity, issuedAt: UInt64,
        signingKey: SigningKeyPair
    ) throws(SignedObjectError) -> AccountProof {
        // No signed string can end its member and begin another one.
        guard !(origin + challenge + purpose).contains(where: { $0 == "\"" || $0 == "\\" }) else { throw .malformed }
        var payload = PayloadText()
        payload.add("origin", origin)
        payload.add("account", identity.address.userID)
        payload.add("challenge", challenge)
        payload.add("purpose", purpose)
        payload.add("issuedAt", issuedAt)
        return try AccountProof(text: try SignedObject.sign(payload, .change, with: signingKey))
    }
}

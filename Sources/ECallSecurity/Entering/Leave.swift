/// States that a join has ended for good; signed together with the join, since a closing page cannot wait (e2ee 3 and 6).
public struct Leave: Sendable, Hashable {
    public let text: String
    public let join: ObjectHash

    public init(verifying text: String, by key: SigningPublicKey) throws(SignedObjectError) {
        let object = try SignedObject.Unverified(text, .leave)
        var payload = object.payload
        self.text = text
        join = try payload.hash("join")
        try object.verify(by: key)
    }

    public static func make(join: ObjectHash, signingKey: SigningKeyPair) throws(SignedObjectError) -> Leave {
        var payload = PayloadText()
        payload.add("join", join.text)
        return try Leave(
            verifying: try SignedObject.sign(payload, .leave, with: signingKey), by: signingKey.publicKey)
    }
}

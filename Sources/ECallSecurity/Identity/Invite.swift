/// A device's statement of whom it has rung or invites in a call, for one entry of it (e2ee 2 and 3).
public struct Invite: Sendable, Hashable {
    public let text: String
    public let roomID: UInt64
    public let caller: DeviceAddress
    /// The join of the caller's entry: the invite counts with that alone.
    public let join: ObjectHash
    /// User ids.
    public let callees: [UInt64]
    public let isVideo: Bool
    /// Rises with each; each rings once. 0 if it rings no one.
    public let seq: UInt64
    /// Unix milliseconds.
    public let issuedAt: UInt64

    /// Reads an invite and checks that a device has signed it.
    public init(verifying text: String, by key: SigningPublicKey) throws(SignedObjectError) {
        let object = try SignedObject.Unverified(text, .invite)
        var payload = object.payload
        self.text = text
        roomID = try payload.integer("roomId")
        caller = try payload.address("caller")
        join = try payload.hash("join")
        callees = try payload.integers("callees")
        isVideo = try payload.flag("isVideo")
        seq = try payload.integer("seq")
        issuedAt = try payload.integer("issuedAt")
        try object.verify(by: key)
    }

    public static func make(
        roomID: UInt64, caller: DeviceAddress, join: ObjectHash, callees: [UInt64], isVideo: Bool, seq: UInt64,
        issuedAt: UInt64, signingKey: SigningKeyPair
    ) throws(SignedObjectError) -> Invite {
        var payload = PayloadText()
        payload.add("roomId", roomID)
        payload.add("caller", caller.description)
        payload.add("join", join.text)
        payload.add("callees", callees)
        payload.add("isVideo", isVideo)
        payload.add("seq", seq)
        payload.add("issuedAt", issuedAt)
        return try Invite(
            verifying: try SignedObject.sign(payload, .invite, with: signingKey), by: signingKey.publicKey)
    }
}

import ECallAPI

/// A device's signed statement when it enters a call (e2ee 3): `identity~join~m~vouch`, of which the last two may be empty; behind
/// a vouch up to three times `~identity~vouch`, of the device that made the vouch before.
public struct Join: Sendable, Hashable {
    /// All four parts, as they travel.
    public let text: String
    public let identity: SignedIdentity
    /// `H(join)`, of the second part alone.
    public let hash: ObjectHash
    public let roomID: UInt64
    public let address: DeviceAddress
    /// X25519 (RFC 7748), 32 bytes.
    public let x: [UInt8]
    /// ML-KEM-768 (FIPS 203), if the device has it.
    public let m: [UInt8]?
    public let seq: UInt64
    /// The vouch of another device of the same person; not verified.
    public let vouch: Vouch?
    /// The vouches for that device as the person's, and so on up to one that others have met; not verified.
    public let chain: [VouchLink]
    /// Whether it opens one channel for a single message and never enters a call (e2ee 2, reply): it is signed as another kind of
    /// object, so that no device takes it for a join.
    public let isForReply: Bool

    /// The longest text, in bytes.
    public static let limit = 8_192

    /// Reads a join and checks all that needs no state: signatures, hashes, addresses, keys.
    public init(verifying text: String) throws(SignedObjectError) { try self.init(verifying: text, .join) }

    /// Reads the join of a reply, which no other is.
    init(verifyingReply text: String) throws(SignedObjectError) { try self.init(verifying: text, .reply) }

    private init(verifying text: String, _ kind: SignedObject.Kind) throws(SignedObjectError) {
        let parts = text.parts(at: "~").map(String.init)
        let most = kind == .reply ? 4 : 4 + 2 * VouchLink.most
        guard text.utf8.count <= Self.limit, parts.count >= 4, parts.count <= most, parts.count.isMultiple(of: 2) else {
            throw .malformed
        }
        let identity = try SignedIdentity(verifying: parts[0])
        let object = try SignedObject.Unverified(parts[1], kind)
        var payload = object.payload
        roomID = try payload.integer("roomId")
        address = try payload.address("address")
        guard address == identity.address, try payload.hash("identity") == identity.hash else { throw .mismatch }
        x = try payload.bytes("x", count: 32)
        if payload.has("m"), kind == .join {
            guard try payload.hash("m") == ObjectHash(of: parts[2]), let m = Base64URL.bytes(parts[2]) else {
                throw .mismatch
            }
            guard JoinSecrets.isPublicKey(m) else { throw .unacceptableKey }
            self.m = m
        } else {
            guard parts[2].isEmpty else { throw .mismatch }
            m = nil
        }
        seq = try payload.integer("seq")
        vouch = parts[3].isEmpty ? nil : try Vouch(text: parts[3])
        chain = try VouchLink.read(parts.dropFirst(4), behind: vouch)
        (self.text, self.identity, isForReply) = (text, identity, kind == .reply)
        hash = ObjectHash(of: parts[1])
        try object.verify(by: identity.sign)
    }

    /// Signs a join.
    public static func make(
        roomID: UInt64, identity: SignedIdentity, signingKey: SigningKeyPair, secrets: JoinSecrets, seq: UInt64,
        vouch: Vouch? = nil, chain: [VouchLink] = []
    ) throws(SignedObjectError) -> Join {
        try make(.join, roomID: roomID, identity, signingKey, secrets, seq: seq, vouch, chain)
    }

    /// Signs the join of a reply.
    ///
    /// - Parameter secrets: without ML-KEM: no one opens a channel to it.
    package static func makeForReply(
        roomID: UInt64, identity: SignedIdentity, signingKey: SigningKeyPair, secrets: JoinSecrets, seq: UInt64,
        vouch: Vouch?
    ) throws(SignedObjectError) -> Join {
        try make(.reply, roomID: roomID, identity, signingKey, secrets, seq: seq, vouch, [])
    }

    private static func make(
        _ kind: SignedObject.Kind, roomID: UInt64, _ identity: SignedIdentity, _ signingKey: SigningKeyPair,
        _ secrets: JoinSecrets, seq: UInt64, _ vouch: Vouch?, _ chain: [VouchLink]
    ) throws(SignedObjectError) -> Join {
        let m = secrets.m.map { Base64URL.encode($0) } ?? ""
        var payload = PayloadText()
        payload.add("roomId", roomID)
        payload.add("address", identity.address.description)
        payload.add("identity", identity.hash.text)
        payload.add("x", secrets.x)
        if !m.isEmpty { payload.add("m", ObjectHash(of: m).text) }
        payload.add("seq", seq)
        let join = try SignedObject.sign(payload, kind, with: signingKey)
        var parts = [identity.text, join, m, vouch?.text ?? ""] + chain.flatMap { [$0.identity.text, $0.vouch.text] }
        // Large keys leave no room for all of it.
        while parts.count > 4, parts.reduce(parts.count - 1, { $0 + $1.utf8.count }) > Self.limit {
            parts.removeLast(2)
        }
        return try Join(verifying: parts.joined(separator: "~"), kind)
    }
}

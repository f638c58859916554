import FrameCrypto

/// A device's proof that it is present, and its list of the others' joins and keys (e2ee 6).
public struct Status: Sendable, Hashable {
    public let text: String
    public let join: ObjectHash
    /// From 1.
    public let seq: UInt16
    /// The newest that was sent.
    public let generation: UInt32
    /// Ascending, each join once.
    public let have: [StatusEntry]
    /// Whether its device records the call.
    public let isRecording: Bool
    /// Whether its device is sending nothing at the moment: no audio, no camera, no screen.
    public let isSilent: Bool

    public init(verifying text: String, by key: SigningPublicKey) throws(SignedObjectError) {
        let object = try SignedObject.Unverified(text, .status)
        var payload = object.payload
        self.text = text
        join = try payload.hash("join")
        guard let seq = UInt16(exactly: try payload.integer("seq")), seq > 0,
            let generation = UInt32(exactly: try payload.integer("generation")),
            let have = StatusEntry.read(try payload.bytes("have"))
        else { throw .malformed }
        // Elsewhere, or with another value, it would be read as none.
        isRecording = payload.has("recording")
        if isRecording, try !payload.flag("recording") { throw .malformed }
        isSilent = payload.has("silent")
        if isSilent, try !payload.flag("silent") { throw .malformed }
        (self.seq, self.generation, self.have) = (seq, generation, have)
        try object.verify(by: key)
    }

    public static func make(
        join: ObjectHash, seq: UInt16, generation: UInt32, have: [StatusEntry], isRecording: Bool = false,
        isSilent: Bool = false, signingKey: SigningKeyPair
    ) throws(SignedObjectError) -> Status {
        var payload = PayloadText()
        payload.add("join", join.text)
        payload.add("seq", UInt64(seq))
        payload.add("generation", UInt64(generation))
        payload.add("have", have.sorted().flatMap(\.bytes))
        if isRecording { payload.add("recording", true) }
        if isSilent { payload.add("silent", true) }
        let text = try SignedObject.sign(payload, .status, with: signingKey)
        return Status(
            text: text, join: join, seq: seq, generation: generation, have: have.sorted(), isRecording: isRecording,
            isSilent: isSilent)
    }

    private init(
        text: String, join: ObjectHash, seq: UInt16, generation: UInt32, have: [StatusEntry], isRecording: Bool,
        isSilent: Bool
    ) {
        (self.text, self.join, self.seq, self.generation) = (text, join, seq, generation)
        (self.have, self.isRecording, self.isSilent) = (have, isRecording, isSilent)
    }
}

/// The entry of a status for one other device: 12 bytes.
public struct StatusEntry: Sendable, Hashable, Comparable {
    static let length = 12

    /// The first eight bytes of `H(join)`.
    public let joinPrefix: UInt64
    /// The number of its last status, 0 for none.
    public let seq: UInt16
    /// The low 16 bits of its highest generation that is held, 0 for none.
    public let generation: UInt16

    public init(joinPrefix: UInt64, seq: UInt16, generation: UInt16) {
        (self.joinPrefix, self.seq, self.generation) = (joinPrefix, seq, generation)
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(joinPrefix)
        bytes.appendBigEndian(seq)
        bytes.appendBigEndian(generation)
        return bytes
    }

    /// Nil unless whole entries ascend, each join once.
    static func read(_ bytes: [UInt8]) -> [StatusEntry]? {
        guard bytes.count % length == 0 else { return nil }
        let entries = stride(from: 0, to: bytes.count, by: length).map { start in
            func number(_ from: Int, _ count: Int) -> UInt64 {
                bytes[(start + from)..<(start + from + count)].reduce(0) { $0 << 8 | UInt64($1) }
            }
            return StatusEntry(
                joinPrefix: number(0, 8), seq: UInt16(number(8, 2)), generation: UInt16(number(10, 2)))
        }
        guard zip(entries, entries.dropFirst()).allSatisfy({ $0.joinPrefix < $1.joinPrefix }) else { return nil }
        return entries
    }

    public static func < (left: Self, right: Self) -> Bool { left.joinPrefix < right.joinPrefix }
}

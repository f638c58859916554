import Crypto
import FrameCrypto
import TestSupport

@testable import ECallSecurity
@testable import KeyDistribution

/// Makes the primitives of fixed keys: the same each time, but for the results of RSA-OAEP and ML-KEM encapsulation, which are
/// recorded.
struct PrimitiveMaker: Sendable {
    static let call: UInt64 = 7_001
    private static let room: UInt64 = 42
    private static let time: UInt64 = 1_700_000_000_000

    private(set) var vectors = PrimitiveVectors()
    private(set) var devices: [String: OwnDevice] = [:]
    private(set) var entries: [OwnEntry] = []
    private var random = SeededGenerator(seed: 2)
    private let recorded: PrimitiveVectors?

    /// - Parameter recorded: what was recorded before; its RSA keys stay.
    /// - Parameter repeats: whether its results of RSA-OAEP and ML-KEM are taken as well.
    init(_ recorded: PrimitiveVectors?, repeats: Bool) throws {
        self.recorded = recorded
        for (name, address) in [("ana", "1_11"), ("bo", "2_21"), ("bo2", "2_22")] { try addDevice(name, address) }
        try addStatements()
        for name in ["ana", "bo"] { try addJoin("join-rx", name, hasKEM: false) }
        for name in ["ana", "bo"] { try addJoin("join-rxm", name, hasKEM: true) }
        try addJoin("join-vouched", "bo2", hasKEM: false, vouch: vectors.vouches[0].text)
        for count in [2, 17, 50] { try addStatus(count) }
        try addStatus(1, isRecording: true)
        try addStatus(1, isSilent: true)
        addSafetyNumber("ana", "bo")
        addSafetyNumber("bo2", "bo")
        for (name, from, to) in [
            ("channel-rx", 0, 1), ("channel-rx", 1, 0), ("channel-rxm", 2, 3), ("channel-rxm", 3, 2),
            ("channel-mixed", 2, 1), ("channel-mixed", 1, 2),
        ] { try addChannel(name, from: from, to: to, repeats: repeats) }
        addRatchet()
        for track in Track.allCases { addBaseKey(track) }
    }

    private mutating func secret(_ count: Int = 32) -> SecretBytes { SecretBytes.draw(count, using: &random) }

    private mutating func addDevice(_ name: String, _ text: String) throws {
        let keyPair = try recorded?.devices[name].map { try DeviceKeyPair(der: Base64URLText.secret($0.rsa)) }
        guard let signingKey = SigningKeyPair(seed: secret()), let address = DeviceAddress(text) else {
            throw VectorError.unreadable
        }
        let pair = try keyPair ?? .generate()
        let identity = try SignedIdentity.make(
            address: address, serial: 3, rsa: pair.publicKey, signingKey: signingKey, createdAt: Self.time)
        devices[name] = OwnDevice(identity: identity, signingKey: signingKey, keyPair: pair)
        vectors.devices[name] = .init(
            address: text, serial: 3, createdAt: Self.time, seed: Base64URLText.encode(signingKey.exportSeed()),
            rsa: Base64URLText.encode(pair.exportDER()), identity: identity.text, hash: identity.hash.text)
    }

    private func device(_ name: String) throws -> OwnDevice {
        guard let device = devices[name] else { throw VectorError.unreadable }
        return device
    }

    private mutating func addStatements() throws {
        let (ana, bo, bo2) = (try device("ana"), try device("bo"), try device("bo2"))
        let (by, issuedAt) = (bo.identity.address, Self.time + 1)
        let vouch = try Vouch.make(
            identity: bo2.identity.hash, by: by, issuedAt: issuedAt, signingKey: bo.signingKey)
        vectors.vouches = [
            .init(identity: vouch.identity.text, by: by.description, issuedAt: issuedAt, text: vouch.text)
        ]
        let revoke = try Revoke.make(
            sign: bo2.identity.sign, by: by, issuedAt: issuedAt, signingKey: bo.signingKey)
        vectors.revokes = [
            .init(sign: revoke.sign.text, by: by.description, issuedAt: issuedAt, text: revoke.text)
        ]
        for (callees, isVideo) in [([2], true), ([], false), ([2, 3, 9_007_199_254_740_991], false)] {
            let callees = callees.map { UInt64($0) }
            let invite = try Invite.make(
                roomID: Self.room, caller: ana.identity.address, join: vouch.identity, callees: callees,
                isVideo: isVideo, seq: 5, issuedAt: issuedAt, signingKey: ana.signingKey)
            vectors.invites.append(
                .init(
                    roomId: Self.room, caller: ana.identity.address.description, join: vouch.identity.text,
                    callees: callees, isVideo: isVideo, seq: 5, issuedAt: issuedAt, text: invite.text))
        }
    }

    private mutating func addJoin(_ name: String, _ owner: String, hasKEM: Bool, vouch: String? = nil) throws {
        let (x, m) = (secret(), hasKEM ? secret(64) : nil)
        guard let secrets = JoinSecrets(xSeed: x, mSeed: m) else { throw VectorError.unreadable }
        let seq = Self.time + UInt64(entries.count)
        let entry = try OwnEntry(
            device(owner), room: Self.room, seq: seq, secrets: secrets, vouch: try vouch.map { try Vouch(text: $0) })
        entries.append(entry)
        vectors.joins.append(
            .init(
                name: name, device: owner, roomId: Self.room, seq: seq, x: Base64URLText.encode(x),
                m: m.map { Base64URLText.encode($0) }, vouch: vouch ?? "", text: entry.join.text,
                hash: entry.join.hash.text, leave: entry.leave.text))
    }

    /// A status of a call with this many devices.
    private mutating func addStatus(_ count: Int, isRecording: Bool = false, isSilent: Bool = false) throws {
        let own = entries[0]
        let have = (1..<count).map { number in
            StatusEntry(
                joinPrefix: random.next(), seq: UInt16(number),
                generation: number % 7 == 0 ? 0 : UInt16(truncatingIfNeeded: random.next() | 1))
        }.sorted()
        let status = try Status.make(
            join: own.join.hash, seq: UInt16(count), generation: 70_000, have: have,
            isRecording: isRecording, isSilent: isSilent, signingKey: own.device.signingKey)
        vectors.statuses.append(
            .init(
                device: "ana", join: own.join.hash.text, seq: status.seq, generation: status.generation,
                have: have.map { entry in
                    let digits = String(entry.joinPrefix, radix: 16)
                    let prefix = String(repeating: "0", count: 16 - digits.count) + digits
                    return .init(prefix: prefix, seq: entry.seq, generation: entry.generation)
                }, isRecording: status.isRecording, isSilent: isSilent ? true : nil, text: status.text))
    }

    private mutating func addSafetyNumber(_ own: String, _ other: String) {
        guard let one = devices[own]?.identity, let two = devices[other]?.identity else { return }
        vectors.safetyNumbers.append(
            .init(
                own: own, other: other,
                digits: [
                    own: SafetyNumber.digits(of: one.sign, address: one.address),
                    other: SafetyNumber.digits(of: two.sign, address: two.address),
                ], number: SafetyNumber.digits(of: one, and: two), code: SafetyNumber.codeText(own: one, other: two)))
    }

    private mutating func drawKey(_ generation: UInt32, step: UInt8 = 0) -> SealingKey {
        SealingKey(generation: generation, step: step, key: .draw(using: &random))
    }

    private mutating func addChannel(_ name: String, from: Int, to: Int, repeats: Bool) throws {
        let (own, peer, secret) = (entries[from], entries[to], secret())
        let before = repeats ? recorded?.channels[vectors.channels.count] : nil
        let wrapping =
            try before.map { channel in
                RecordedWrapping(
                    try .init(wrapped: [channel.wrapped], encapsulated: [channel.encapsulated].compactMap { $0 }))
            } ?? RecordedWrapping()
        let channel = KeyChannel(call: Self.call, own: own.join, secrets: own.secrets, wrapping: wrapping)
        guard let opened = channel.open(to: peer.join, secret: secret) else { throw VectorError.unreadable }
        let first = drawKey(1)
        let open = OpenMessage(
            from: own.join.hash, to: peer.join.hash, wrapped: opened.wrapped, encapsulated: opened.encapsulated,
            sealed: KeyMessage.seal(first, n: 0, under: opened.key))
        let further: [(UInt64, SealingKey)] = [
            (1, drawKey(2)), (2, drawKey(70_001, step: 63)), (1 << 53 - 1, drawKey(.max)),
        ]
        vectors.channels.append(
            .init(
                name: name, call: Self.call, from: from, to: to, secret: Base64URLText.encode(secret),
                wrapped: Base64URLText.encode(opened.wrapped),
                encapsulated: wrapping.results.encapsulated.first.map { result in
                    [Base64URLText.encode(result.secret), Base64URLText.encode(result.ciphertext)]
                }, first: .init(first), open: open.text,
                keys: further.map { n, key in
                    let message = KeyMessage(n: n, sealed: KeyMessage.seal(key, n: n, under: opened.key))
                    return .init(n: n, key: .init(key), text: message.text)
                }))
    }

    private mutating func addRatchet() {
        var key = drawKey(1).key
        let first = Base64URLText.encode(key.bytes)
        var steps = ["0": first]
        for step in 1...63 {
            key = key.ratcheted()
            if step == 1 || step == 63 { steps[String(step)] = Base64URLText.encode(key.bytes) }
        }
        vectors.ratchet = .init(key: first, steps: steps)
    }

    private mutating func addBaseKey(_ track: Track) {
        let (key, sender) = (drawKey(1).key, DeviceAddress(userID: 1, deviceID: 11))
        let baseKey = key.baseKey(callID: Self.call, sender: sender, track: track)
        vectors.baseKeys.append(
            .init(
                call: Self.call, sender: sender.description, track: track.rawValue,
                key: Base64URLText.encode(key.bytes),
                baseKey: Base64URLText.encode(baseKey.withUnsafeBytes { Array($0) })))
    }
}

extension PrimitiveVectors.Key {
    init(_ key: SealingKey) {
        self.init(generation: key.generation, step: key.step, key: Base64URLText.encode(key.key.bytes))
    }
}

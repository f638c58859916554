import Crypto
import ECallAPI
import FrameCrypto
import TestSupport

@testable import ECallSecurity
@testable import KeyDistribution

/// A reply according to e2ee 2, composed here directly from HKDF and AES-GCM, with any possible defect.
struct ForgedReply {
    var device: OwnDevice
    /// The join of the inviter.
    var inviter: Join
    var call = Scene.call
    var room = Scene.room
    var seq: UInt64 = 1_700_000_900_000
    var plaintext = CallReply.cannotTalkNow(minutes: 10).bytes
    /// Whether the join is signed as one of an entry.
    var isEntry = false
    /// Without ML-KEM, whatever the inviter has.
    var isPlain = false
    /// Added to the label of a key.
    var use = " reply"
    var seed: UInt64 = 77

    static func bytes(version: UInt8 = 1, kind: UInt8 = 1, minutes: UInt8 = 10, count: Int = 64) -> [UInt8] {
        [version, kind, minutes] + [UInt8](repeating: 0, count: count - 3)
    }

    /// The message; nil if it cannot be made.
    func text(_ wrapping: any ChannelWrapping) -> String? {
        var random = SeededGenerator(seed: seed)
        let secrets = JoinSecrets.draw(postQuantum: false, using: &random)
        let s2 = SecretBytes.draw(32, using: &random)
        guard let join = try? join(secrets), let s1 = secrets.agree(with: inviter.x),
            let wrapped = wrapping.wrap(s2, for: inviter.identity.rsa)
        else { return nil }
        let s3 = isPlain ? nil : inviter.m.flatMap { wrapping.encapsulate(to: $0) }
        let encapsulated = s3?.ciphertext ?? []
        var info = Array("\(s3 == nil ? "RX" : "RXM")\(use)\0".utf8)
        info.appendBigEndian(call)
        for hash in [device.identity.hash, inviter.identity.hash, join.hash, inviter.hash] { info += hash.bytes }
        info += Array(SHA256.hash(data: wrapped + encapsulated))
        let input = [s3?.secret, s1, s2].compactMap { $0 }.flatMap { $0.withUnsafeBytes { Array($0) } }
        let key = HKDF<SHA512>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: input), salt: Array("ECall channel v2".utf8), info: info,
            outputByteCount: 32)
        guard let nonce = try? AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)),
            let box = try? AES.GCM.seal(plaintext, using: key, nonce: nonce)
        else { return nil }
        let open = OpenMessage(
            from: join.hash, to: inviter.hash, wrapped: wrapped, encapsulated: encapsulated,
            sealed: Array(box.ciphertext + box.tag))
        return "\(join.text)~\(open.text)"
    }

    private func join(_ secrets: JoinSecrets) throws -> Join {
        if isEntry { return try OwnEntry(device, room: room, seq: seq, secrets: secrets).join }
        return try Join.makeForReply(
            roomID: room, identity: device.identity, signingKey: device.signingKey, secrets: secrets, seq: seq,
            vouch: nil)
    }
}

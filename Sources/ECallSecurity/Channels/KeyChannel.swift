import Crypto
import CryptoExtras
import ECallAPI
import FrameCrypto

import struct Foundation.Data

/// The key from one join to one other, which only these two can compute (e2ee 4).
public struct ChannelKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// Seals keys.
    let secret: SymmetricKey
    /// Seals reports, which have numbers of their own.
    let reports: SymmetricKey

    /// Passes the bytes of the key that seals keys to a memory search, which must not keep them.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try secret.withUnsafeBytes(body)
    }

    /// Passes the bytes of the key that seals reports to a closure, which must not keep them.
    package func withUnsafeReportBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try reports.withUnsafeBytes(body)
    }

    public var description: String { "ChannelKey" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The parts of a channel that take a public key of another, or a long-term one; apart, since no library lets a test
/// choose their randomness.
public protocol ChannelWrapping: Sendable {
    /// RSA-OAEP-SHA256 of 32 bytes.
    func wrap(_ secret: SecretBytes, for recipient: DevicePublicKey) -> [UInt8]?
    /// The other direction; nil on every failure.
    func unwrap(_ wrapped: [UInt8], with keyPair: DeviceKeyPair) -> SecretBytes?
    /// ML-KEM-768 encapsulation.
    func encapsulate(to publicKey: [UInt8]) -> (secret: SecretBytes, ciphertext: [UInt8])?
}

/// The one that calls use.
public struct SystemChannelWrapping: ChannelWrapping {
    public init() {}

    public func wrap(_ secret: SecretBytes, for recipient: DevicePublicKey) -> [UInt8]? {
        guard let pkcs1 = recipient.pkcs1 else { return nil }
        defer { Overwrite.unusedStack() }
        return secret.withUnsafeBytes { bytes in
            (try? _RSA.Encryption.PublicKey(derRepresentation: pkcs1).encrypt(bytes, padding: .PKCS1_OAEP_SHA256))
                .map { [UInt8]($0) }
        }
    }

    public func unwrap(_ wrapped: [UInt8], with keyPair: DeviceKeyPair) -> SecretBytes? {
        keyPair.decrypt(Data(wrapped))
    }

    public func encapsulate(to publicKey: [UInt8]) -> (secret: SecretBytes, ciphertext: [UInt8])? {
        defer { Overwrite.unusedStack() }
        guard let key = try? MLKEM768.PublicKey(rawRepresentation: publicKey), let result = try? key.encapsulate()
        else {
            return nil
        }
        return (SecretBytes(result.sharedSecret), [UInt8](result.encapsulated))
    }
}

/// One side's view of a channel: its own entry, the other's, and the call (e2ee 4).
public struct KeyChannel: Sendable {
    private static let salt = Array("ECall channel v2".utf8)
    private static let wrappedLengths = 0...512
    private static let encapsulatedLength = 1_088

    private let call: UInt64
    private let own: Join
    private let secrets: JoinSecrets
    private let wrapping: any ChannelWrapping

    public init(call: UInt64, own: Join, secrets: JoinSecrets, wrapping: any ChannelWrapping) {
        (self.call, self.own, self.secrets, self.wrapping) = (call, own, secrets, wrapping)
    }

    /// Makes the channel to another; nil if its public keys cannot be used for agreement.
    ///
    /// - Parameter secret: 32 fresh random bytes.
    public func open(
        to peer: Join, secret: SecretBytes
    ) -> (key: ChannelKey, wrapped: [UInt8], encapsulated: [UInt8])? {
        guard !own.isForReply, !peer.isForReply, let made = agree(to: peer, secret: secret) else { return nil }
        return (made.agreement.channelKey, made.wrapped, made.encapsulated)
    }

    private func agree(
        to peer: Join, secret: SecretBytes
    ) -> (agreement: Agreement, wrapped: [UInt8], encapsulated: [UInt8])? {
        guard let agreed = secrets.agree(with: peer.x), let wrapped = wrapping.wrap(secret, for: peer.identity.rsa)
        else {
            return nil
        }
        var encapsulated: (secret: SecretBytes, ciphertext: [UInt8])?
        if Self.isHybrid(from: own, to: peer), let m = peer.m {
            encapsulated = wrapping.encapsulate(to: m)
            guard encapsulated != nil else { return nil }
        }
        let agreement = derive(
            from: own, to: peer, encapsulated?.secret, agreed, secret, wrapped + (encapsulated?.ciphertext ?? []))
        return (agreement, wrapped, encapsulated?.ciphertext ?? [])
    }

    /// Whether ML-KEM is required in a channel. No one opens a channel to the join of a reply, so it needs no ML-KEM key of its
    /// own.
    private static func isHybrid(from sender: Join, to receiver: Join) -> Bool {
        receiver.m != nil && (sender.m != nil || sender.isForReply)
    }

    /// Returns the channel that another device has opened to this one; nil on every failure. Only the messages opened with it show
    /// whether it is right.
    public func accept(_ message: OpenMessage, from peer: Join, keyPair: DeviceKeyPair) -> ChannelKey? {
        guard !own.isForReply, !peer.isForReply else { return nil }
        return agree(with: message, from: peer, keyPair: keyPair)?.channelKey
    }

    private func agree(with message: OpenMessage, from peer: Join, keyPair: DeviceKeyPair) -> Agreement? {
        let isHybrid = Self.isHybrid(from: peer, to: own)
        guard message.from == peer.hash, message.to == own.hash,
            message.encapsulated.count == (isHybrid ? Self.encapsulatedLength : 0),
            let agreed = secrets.agree(with: peer.x),
            let secret = wrapping.unwrap(message.wrapped, with: keyPair), secret.count == SenderKey.length
        else { return nil }
        var decapsulated: SecretBytes?
        if isHybrid {
            decapsulated = secrets.decapsulate(message.encapsulated)
            guard decapsulated != nil else { return nil }
        }
        return derive(from: peer, to: own, decapsulated, agreed, secret, message.wrapped + message.encapsulated)
    }

    // MARK: - A reply

    /// Seals a reply to the join of an invitation; nil if nothing can be sealed to its keys.
    ///
    /// - Parameter secret: 32 fresh random bytes. The entry is used for this alone: one nonce, one plaintext.
    public func seal(_ reply: CallReply, to inviter: Join, secret: SecretBytes) -> ReplyMessage? {
        guard own.isForReply, !inviter.isForReply, let made = agree(to: inviter, secret: secret) else { return nil }
        let sealed = MessageCipher.seal(reply.bytes, key: made.agreement.replyKey, nonce: KeyMessage.nonce(0))
        return ReplyMessage(
            join: own,
            open: OpenMessage(
                from: own.hash, to: inviter.hash, wrapped: made.wrapped, encapsulated: made.encapsulated, sealed: sealed
            ))
    }

    /// Opens a reply to the own join; nil on every failure, and for an unknown kind.
    public func open(_ message: ReplyMessage, keyPair: DeviceKeyPair) -> CallReply? {
        guard !own.isForReply, message.join.isForReply,
            let agreement = agree(with: message.open, from: message.join, keyPair: keyPair)
        else { return nil }
        return MessageCipher.open(message.open.sealed, key: agreement.replyKey, nonce: KeyMessage.nonce(0))
            .flatMap { CallReply(bytes: $0) }
    }

    // MARK: - Deriving

    /// The secret that two devices have agreed on; each use has a key of its own.
    private struct Agreement {
        let extracted: SymmetricKey
        let label: String
        let context: [UInt8]

        private func key(_ use: String) -> SymmetricKey {
            FrameCipher().expand(
                .sha512, pseudoRandomKey: extracted, info: Array((label + use).utf8) + context, length: 32)
        }

        var channelKey: ChannelKey { ChannelKey(secret: key(""), reports: key(" report")) }
        var replyKey: SymmetricKey { key(" reply") }
    }

    /// HKDF-SHA512 of s3 | s1 | s2.
    private func derive(
        from sender: Join, to receiver: Join, _ s3: SecretBytes?, _ s1: SecretBytes, _ s2: SecretBytes, _ sent: [UInt8]
    ) -> Agreement {
        defer { Overwrite.unusedStack() }
        let label = s3 == nil ? "RX" : "RXM"
        var context: [UInt8] = [0]
        context.appendBigEndian(call)
        for hash in [sender.identity.hash, receiver.identity.hash, sender.hash, receiver.hash] { context += hash.bytes }
        context += Array(SHA256.hash(data: sent))
        let inputs = [s3, s1, s2].compactMap { $0 }
        let input = withUnsafeTemporaryAllocation(
            byteCount: inputs.reduce(0) { $0 + $1.count }, alignment: 16
        ) { buffer in
            defer { Overwrite.zero(buffer) }
            var end = 0
            for part in inputs {
                part.withUnsafeBytes { buffer[end..<end + $0.count].copyBytes(from: $0) }
                end += part.count
            }
            return SymmetricKey(data: UnsafeRawBufferPointer(buffer))
        }
        let extracted = FrameCipher().extract(.sha512, salt: Self.salt, inputKey: input)
        return Agreement(extracted: extracted, label: label, context: context)
    }
}

import Crypto
import ECallAPI

import struct Foundation.Data

/// The wrap for devices with a P-256 key (wire-protocol 5.2), with a fresh key pair in its first part.
enum P256Envelope {
    private static let info = Array("ecall-e2ee-key".utf8)

    static func wrap(_ key: CallKey, for recipient: [UInt8]) throws(EnvelopeError) -> String {
        let ephemeral = P256.KeyAgreement.PrivateKey()
        defer { Overwrite.unusedStack() }
        guard let peer = try? P256.KeyAgreement.PublicKey(rawRepresentation: recipient),
            let wrappingKey = wrappingKey(ephemeral, peer),
            let box = key.secret.withUnsafeBytes({ try? AES.GCM.seal($0, using: wrappingKey) }),
            let combined = box.combined
        else { throw .wrapFailed }
        return ephemeral.publicKey.rawRepresentation.base64EncodedString() + ":" + combined.base64EncodedString()
    }

    /// The side of the device that has the P-256 key.
    static func unwrap(
        _ text: String, with privateKey: P256.KeyAgreement.PrivateKey
    ) throws(EnvelopeError) -> CallKey {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        defer { Overwrite.unusedStack() }
        guard parts.count == 2, let sender = Base64.decode(parts[0]),
            let combined = Base64.decode(parts[1]),
            let peer = try? P256.KeyAgreement.PublicKey(rawRepresentation: sender),
            let wrappingKey = wrappingKey(privateKey, peer),
            let box = try? AES.GCM.SealedBox(combined: combined),
            var plaintext = try? AES.GCM.open(box, using: wrappingKey)
        else { throw .unwrapFailed }
        defer { plaintext.withUnsafeMutableBytes { Overwrite.zero($0) } }
        guard let key = plaintext.withUnsafeBytes({ CallKey(copying: $0) }) else { throw .unwrapFailed }
        return key
    }

    private static func wrappingKey(
        _ privateKey: P256.KeyAgreement.PrivateKey, _ publicKey: P256.KeyAgreement.PublicKey
    ) -> SymmetricKey? {
        guard let shared = try? privateKey.sharedSecretFromKeyAgreement(with: publicKey) else { return nil }
        let input = shared.withUnsafeBytes { SymmetricKey(data: $0) }
        let pseudoRandomKey = KeyDerivation<SHA256>.extract(
            salt: UnsafeRawBufferPointer(start: nil, count: 0), inputKey: input)
        return KeyDerivation<SHA256>.expand(pseudoRandomKey: pseudoRandomKey, info: info, length: 32)
    }
}

package import Crypto
package import Foundation

/// Message encryption for Web Push: the content coding aes128gcm (RFC 8188) with keys whose other part only the device has
/// (RFC 8291). One record.
package enum MessageEncryption {
    package enum Failure: Error, Equatable {
        /// The text does not fit.
        case tooLarge
        /// The device's key is not a point of the curve.
        case badKey
    }

    /// The size of text and padding in bytes: constant, so that push services see messages of one size. A push service must
    /// accept at least 4096 bytes (RFC 8030 section 7.2), and some count them in base64.
    package static let plaintextSize = 2922
    /// The size of the whole body: header, text, delimiter, tag.
    package static let size = headerSize + plaintextSize + 1 + 16
    private static let headerSize = 16 + 4 + 1 + 65
    private static let recordSize: UInt32 = 4096

    /// Encrypts a message of `size` bytes.
    ///
    /// - Parameters:
    ///   - key: generated for this message only.
    ///   - salt: 16 random bytes, generated for this message only.
    package static func seal(
        _ text: Data, to subscription: WebPushSubscription, key: P256.KeyAgreement.PrivateKey, salt: Data
    ) throws -> Data {
        try seal(text, to: subscription, key: key, salt: salt, paddedTo: plaintextSize)
    }

    /// - Parameter length: the size of text and padding together.
    static func seal(
        _ text: Data, to subscription: WebPushSubscription, key: P256.KeyAgreement.PrivateKey, salt: Data,
        paddedTo length: Int
    ) throws -> Data {
        guard text.count <= length else { throw Failure.tooLarge }
        guard let receiver = try? P256.KeyAgreement.PublicKey(x963Representation: subscription.publicKey) else {
            throw Failure.badKey
        }
        let sender = key.publicKey.x963Representation
        let shared = try key.sharedSecretFromKeyAgreement(with: receiver)
        // RFC 8291 section 3.3: the secret of the subscription is the salt of the first step.
        let material = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.secret,
            sharedInfo: Data("WebPush: info\0".utf8) + subscription.publicKey + sender, outputByteCount: 32)
        // RFC 8188 sections 2.2 and 2.3; the only record has the number 0, which leaves the nonce unchanged.
        let contentKey = expand(material, salt: salt, "Content-Encoding: aes128gcm\0", 16)
        let nonce = expand(material, salt: salt, "Content-Encoding: nonce\0", 12)
        // 2 is the delimiter of the last record (RFC 8188 section 2).
        let record = text + [2] + Data(count: length - text.count)
        let box = try AES.GCM.seal(
            record, using: contentKey, nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Data($0) }))
        var header = salt
        withUnsafeBytes(of: recordSize.bigEndian) { header += $0 }
        return header + [UInt8(sender.count)] + sender + box.ciphertext + box.tag
    }

    private static func expand(_ material: SymmetricKey, salt: Data, _ info: String, _ count: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: salt, info: Data(info.utf8), outputByteCount: count)
    }
}

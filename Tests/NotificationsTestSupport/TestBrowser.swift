import Crypto
import ECallAPI
import Foundation
import Testing

@testable import Notifications

/// A browser that has subscribed, and decrypts its messages (RFC 8291 section 3.3, RFC 8188 section 2).
struct TestBrowser: Sendable {
    private let key: P256.KeyAgreement.PrivateKey
    private let secret: Data
    let endpoint: String

    init(endpoint: String, key: P256.KeyAgreement.PrivateKey = .init(), secret: Data = Self.random()) {
        (self.endpoint, self.key, self.secret) = (endpoint, key, secret)
    }

    static func random() -> Data { Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }) }

    var p256dh: String { Base64URL.encode(key.publicKey.x963Representation) }
    var auth: String { Base64URL.encode(secret) }

    var request: WebPushSubscriptionRequest {
        WebPushSubscriptionRequest(endpoint: endpoint, keys: .init(p256dh: p256dh, auth: auth))
    }

    func subscription() throws -> WebPushSubscription {
        try #require(WebPushSubscription(endpoint: endpoint, publicKey: p256dh, secret: auth))
    }

    /// The decrypted message. Fails if it is not for this browser.
    func open(_ body: [UInt8]) throws -> Data {
        try #require(body.count > 86 + 17 && body[20] == 65)
        let (salt, sender, sealed) = (Data(body[..<16]), Data(body[21..<86]), body[86...])
        let shared = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
        let info = Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender
        let material = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
        func derive(_ name: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material, salt: salt, info: Data("Content-Encoding: \(name)\0".utf8),
                outputByteCount: count)
        }
        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: derive("nonce", 12).withUnsafeBytes { Data($0) }),
            ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
        let record = try AES.GCM.open(box, using: derive("aes128gcm", 16))
        let end = try #require(record.lastIndex { $0 != 0 })
        try #require(record[end] == 2)
        return Data(record[..<end])
    }

    func members(_ body: [UInt8]) throws -> [String: JSONValue] {
        try JSONDecoder().decode([String: JSONValue].self, from: open(body))
    }
}

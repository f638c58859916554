package import Crypto
package import ECallAPI
import Foundation
import JWTKit
import ServerFoundation

/// The key that identifies this server to push services, and to which browsers bind subscriptions (RFC 8292).
package struct VAPIDKey: Sendable, Confidential {
    /// The lifetime of a token, in seconds; at most a day (RFC 8292 section 2).
    package static let lifetime = 12 * 3600

    private let key: P256.Signing.PrivateKey

    package init(_ key: P256.Signing.PrivateKey) { self.key = key }

    /// Derives the key from a secret: the same secret gives the same key. HKDF-SHA256 (RFC 5869) yields candidates until
    /// one is a scalar of the curve (FIPS 186-5, A.2.2); the first fails only once in 2^32.
    package init(derivedFrom secret: SymmetricKey) {
        for number in UInt8.min...UInt8.max {
            let candidate = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, info: Data("VAPID".utf8) + [number], outputByteCount: 32)
            if let key = try? P256.Signing.PrivateKey(rawRepresentation: candidate.withUnsafeBytes { Data($0) }) {
                self.key = key
                return
            }
        }
        preconditionFailure("256 numbers in a row that are no scalar")
    }

    /// The `applicationServerKey`: the uncompressed point in base64url.
    package var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

    /// The value of `Authorization` for a push service (RFC 8292 section 3).
    ///
    /// - Parameters:
    ///   - origin: the origin of the push service.
    ///   - contact: `mailto:` or `https:`, for its operator; nil omits it.
    package func authorization(for origin: String, contact: String?, at now: Timestamp) async throws -> String {
        let keys = await JWTKeyCollection().add(ecdsa: try ES256PrivateKey(backing: key))
        let token = try await keys.sign(
            Claims(aud: origin, exp: now.milliseconds / 1000 + Int64(Self.lifetime), sub: contact))
        return "vapid t=\(token), k=\(publicKey)"
    }

    private struct Claims: JWTPayload {
        let aud: String
        let exp: Int64
        let sub: String?

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }
}

package import Crypto
package import ECallAPI
import Foundation
import Synchronization

/// The token that authenticates this server to Apple's push service: a JWT signed with ES256 (RFC 7519, RFC 7518 section 3.4).
///
/// Apple accepts a token for an hour, and rejects changes more often than every 20 minutes.
package final class ProviderToken: Sendable {
    /// The age at which a token is renewed, and the youngest at which it can be, in seconds.
    package static let (renewal, youngest) = (2400, 1200)

    private struct Made {
        let text: String
        let at: Timestamp
    }

    private let key: P256.Signing.PrivateKey
    private let keyID: String
    private let teamID: String
    private let made = Mutex<Made?>(nil)

    package init(key: P256.Signing.PrivateKey, keyID: String, teamID: String) {
        (self.key, self.keyID, self.teamID) = (key, keyID, teamID)
    }

    /// - Parameter rejected: the token that Apple reports as expired.
    package func text(at now: Timestamp, insteadOf rejected: String? = nil) throws -> String {
        try made.withLock { made in
            if let made, now >= made.at {
                let isTooOld = now >= made.at.advanced(bySeconds: Self.renewal)
                let mayChange = now >= made.at.advanced(bySeconds: Self.youngest)
                if !isTooOld, !(made.text == rejected && mayChange) { return made.text }
            }
            let text = try Self.make(key: key, keyID: keyID, teamID: teamID, at: now)
            made = Made(text: text, at: now)
            return text
        }
    }

    private static func make(
        key: P256.Signing.PrivateKey, keyID: String, teamID: String, at now: Timestamp
    ) throws -> String {
        struct Header: Encodable {
            let alg = "ES256"
            let kid: String
            let typ = "JWT"
        }
        struct Claims: Encodable {
            let iss: String
            let iat: Int64
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let signed =
            Base64URL.encode(try encoder.encode(Header(kid: keyID))) + "."
            + Base64URL.encode(try encoder.encode(Claims(iss: teamID, iat: now.milliseconds / 1000)))
        return signed + "." + Base64URL.encode(try key.signature(for: Data(signed.utf8)).rawRepresentation)
    }
}

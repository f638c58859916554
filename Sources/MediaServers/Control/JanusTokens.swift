import Crypto
package import ECallAPI
import Foundation
package import Janus
import ServerFoundation

/// Signed tokens as Janus checks them (`token_auth_secret`): `<expiry>,<realm>,<descriptors>:<base64 HMAC-SHA1>`.
///
/// SHA-1 is fixed by Janus; its known weaknesses do not affect HMAC with a random secret.
package struct JanusTokens: Sendable, Confidential {
    /// In seconds. Tokens never leave the server; they only have to outlast a call.
    package static let lifetime = 24 * 3600

    private let secret: String

    package init(secret: String) { self.secret = secret }

    /// Makes the token of every request, which lets the session use the VideoRoom and nothing else.
    package func session(at now: Timestamp) -> JanusCredentials {
        JanusCredentials(token: sign("janus", JanusPlugin.videoRoom.rawValue, now))
    }

    /// Makes the token for joining one room.
    package func room(_ room: RoomID, at now: Timestamp) -> String {
        sign(JanusPlugin.videoRoom.rawValue, "room=\(room)", now)
    }

    private func sign(_ realm: String, _ descriptor: String, _ now: Timestamp) -> String {
        let statement = "\(now.milliseconds / 1000 + Int64(Self.lifetime)),\(realm),\(descriptor)"
        let code = HMAC<Insecure.SHA1>.authenticationCode(
            for: Data(statement.utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return statement + ":" + Data(code).base64EncodedString()
    }
}

import Crypto
package import ECallAPI
import Foundation
import ServerFoundation

/// Credentials by the TURN REST convention, which coturn checks by itself (`use-auth-secret`): a `TURNUserName`, and the
/// password base64(HMAC-SHA1(secret, user name)).
package struct TURNCredentials: Sendable, Confidential {
    /// The time in seconds within which an allocation can be created. coturn refreshes existing ones as long as the call
    /// lasts; clients request new credentials when these expire.
    package static let lifetime = 3600

    private let secret: String

    /// - Parameter secret: the text of coturn's `static-auth-secret`.
    package init(secret: String) { self.secret = secret }

    package func issue(to device: DeviceIdentity, at now: Timestamp) -> (username: String, password: String) {
        let username = TURNUserName(device, expiry: now.milliseconds / 1000 + Int64(Self.lifetime)).text
        let code = HMAC<Insecure.SHA1>.authenticationCode(
            for: Data(username.utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return (username, Data(code).base64EncodedString())
    }
}

package import Crypto
package import ECallAPI
import Foundation
import ServerFoundation

/// Passcodes of STOMP: signed statements that the bearer is a device, valid for an hour (wire-protocol 3.1).
///
/// `<user>.<device>.<expiry>.<HMAC-SHA256 of that, base64url>`; expiry in Unix seconds. They must survive a restart of the
/// server, because the stock client cannot recover from a refused CONNECT, so the key is persistent.
package struct SignalingTokens: Sendable, Confidential {
    package static let lifetime = 3600

    private let key: SymmetricKey

    package init(key: SymmetricKey) { self.key = key }

    package func issue(to identity: DeviceIdentity, at now: Timestamp) -> (passcode: String, expiresAt: Int64) {
        let expiry = now.milliseconds / 1000 + Int64(Self.lifetime)
        let statement = "\(identity.user).\(identity.device).\(expiry)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(statement.utf8), using: key)
        return (statement + "." + Base64URL.encode(Data(code)), expiry)
    }

    /// The device of a genuine, unexpired passcode.
    package func identity(in passcode: String, at now: Timestamp) -> DeviceIdentity? {
        guard passcode.utf8.count <= 256 else { return nil }
        let parts = passcode.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let code = Base64URL.decode(parts[3]), let user = UserID(parts[0]),
            let device = DeviceID(parts[1]), let expiry = Int64(parts[2])
        else { return nil }
        let statement = Data(parts[0...2].joined(separator: ".").utf8)
        // Compares in constant time.
        guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: statement, using: key),
            now.milliseconds / 1000 < expiry
        else { return nil }
        return DeviceIdentity(user: user, device: device)
    }
}

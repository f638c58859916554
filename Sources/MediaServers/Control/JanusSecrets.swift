import Crypto
package import ECallAPI
import Foundation
package import Janus
import ServerFoundation

/// The secrets shared by Janus and this server, generated for a data directory and kept in it (mode 0600).
///
/// Room pins and secrets are derived from `roomSecret`, so that a server that was started later can destroy or recreate a
/// room: the pin is base64url(HMAC-SHA256(roomSecret, "pin <room>")), the secret the same with "secret <room>".
package struct JanusSecrets: Codable, Sendable, Equatable, Confidential {
    /// `token_auth_secret`: signs session and room tokens.
    package let tokenSecret: String
    /// `admin_secret` of the admin interface.
    package let adminSecret: String
    /// `admin_key` of the VideoRoom plugin, required to create rooms.
    package let adminKey: String
    package let roomSecret: String

    package static func random() -> Self {
        Self(
            tokenSecret: RandomText.make(), adminSecret: RandomText.make(), adminKey: RandomText.make(),
            roomSecret: RandomText.make())
    }

    /// A private room that only this server can open and destroy.
    package func creation(of room: RoomID) -> VideoRoomCreation {
        VideoRoomCreation(
            room: room.rawValue, secret: derive("secret \(room)"), pin: derive("pin \(room)"), adminKey: adminKey,
            usesSignedTokens: true)
    }

    private func derive(_ text: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(text.utf8), using: SymmetricKey(data: Data(roomSecret.utf8)))
        return Base64URL.encode(Data(code))
    }

    package init(tokenSecret: String, adminSecret: String, adminKey: String, roomSecret: String) {
        self.tokenSecret = tokenSecret
        self.adminSecret = adminSecret
        self.adminKey = adminKey
        self.roomSecret = roomSecret
    }
}

/// Secrets as text: random bytes, URL-safe.
package enum RandomText {
    package static func make(bytes count: Int = 32) -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode(Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }
}

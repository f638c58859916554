import ECallAPI
import Foundation
import STOMP

/// The `authorization` header of SEND (wire-protocol 3.4): it need not be there and may be stale, but it must not name
/// anybody else.
///
/// CONNECT has proved who sends, so the token can only take away: neither its signature nor its time is asked for.
enum SendAuthorization {
    static func allows(_ headers: [STOMPHeader], _ identity: DeviceIdentity) -> Bool {
        for header in headers where header.name.lowercased() == "authorization" {
            let words = header.value.split(separator: " ")
            if words.isEmpty || words.map({ $0.lowercased() }) == ["bearer"] { continue }
            guard let token = BearerAuthenticator.token(in: header.value), token.utf8.count <= 4096,
                Self.identity(in: token) == identity
            else { return false }
        }
        return true
    }

    /// Whose token it says to be (RFC 7519 section 3).
    private static func identity(in token: String) -> DeviceIdentity? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])) else { return nil }
        return try? JSONDecoder().decode(TokenClaims.self, from: payload).identity
    }
}

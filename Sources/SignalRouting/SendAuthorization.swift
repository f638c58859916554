package import ECallAPI
package import STOMP
import ServerFoundation

/// The `authorization` header of SEND (wire-protocol 3.4): it need not be there and may be stale, but it must not name
/// anybody else.
///
/// CONNECT has proved who sends, so the token can only take away: neither its signature nor its time is asked for.
package enum SendAuthorization {
    /// - Parameter owner: whose access token a text says it is; nil for what is none.
    package static func allows(
        _ headers: [STOMPHeader], _ identity: DeviceIdentity, owner: (String) -> DeviceIdentity?
    ) -> Bool {
        for header in headers where header.name.lowercased() == "authorization" {
            let words = header.value.split(separator: " ")
            if words.isEmpty || words.map({ $0.lowercased() }) == ["bearer"] { continue }
            guard let token = BearerToken.token(in: header.value), token.utf8.count <= 4096,
                owner(token) == identity
            else { return false }
        }
        return true
    }
}

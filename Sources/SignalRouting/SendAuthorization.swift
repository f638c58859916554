package import ECallAPI
package import STOMP
import ServerFoundation

/// The `authorization` header of SEND (wire-protocol 3.4): it may be missing or stale, but it must not name another device.
///
/// CONNECT has authenticated the sender, so the token can only restrict: neither its signature nor its expiry is checked.
package enum SendAuthorization {
    /// - Parameter owner: the device that a string names as an access token; nil if it is not one.
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

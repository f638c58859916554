package import Foundation

package struct IssuerDocument: Sendable, Hashable {
    package let authorization: String
    package let token: String
    package let keys: String

    package init(authorization: String, token: String, keys: String) {
        (self.authorization, self.token, self.keys) = (authorization, token, keys)
    }

    /// Parses the discovery document; returns nil unless it is this issuer's own and all of its URLs are HTTPS (OpenID
    /// Connect Discovery 4.3).
    package init?(json: Data, issuer: String) {
        struct Document: Decodable {
            let issuer: String
            let authorization_endpoint: String
            let token_endpoint: String
            let jwks_uri: String
        }
        guard let document = try? JSONDecoder().decode(Document.self, from: json), document.issuer == issuer else {
            return nil
        }
        self.init(
            authorization: document.authorization_endpoint, token: document.token_endpoint, keys: document.jwks_uri)
        guard [authorization, token, keys].allSatisfy(Self.isHTTPS) else { return nil }
    }

    /// Apple's endpoints, which are fixed.
    package static func apple(_ base: String) -> Self {
        Self(authorization: base + "/auth/authorize", token: base + "/auth/token", keys: base + "/auth/keys")
    }

    package static func isHTTPS(_ text: String) -> Bool {
        guard let url = URL(string: text), url.scheme == "https", url.host()?.isEmpty == false, url.fragment == nil
        else { return false }
        return url.user == nil && url.password == nil
    }
}

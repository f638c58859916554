package import ECallAPI
import Foundation

/// A sign-in that a page began and that is at the issuer now (RFC 6749 section 4.1); or, for a signed-in person, one that
/// adds a login method to their account.
package struct PageFlow: Sendable, Hashable {
    /// Seconds within which a person must finish at the issuer.
    package static let lifetime = 600

    package let type: LoginMethodType
    package let clientID: String
    package let redirectURI: String
    package let nonce: String
    /// Proves at the token endpoint that the flow ends where it began (RFC 7636).
    package let verifier: String
    /// The digest of the cookie, which identifies the browser that began it.
    package let browser: String
    /// The challenge of a secret that only the page that began the flow has.
    package let binding: String
    /// The account that gets the identity, and the device; nil for a sign-in.
    package let adder: DeviceIdentity?
    /// The content of Apple's form, until the browser comes back with its cookie.
    package var arrived: Arrival?

    /// The parameters that came back from the issuer.
    package struct Arrival: Sendable, Hashable {
        package let code: String
        package let name: String?

        package init(code: String, name: String?) {
            self.code = code
            self.name = name
        }
    }

    /// The URL to which the browser is redirected (OpenID Connect Core 3.1.2.1).
    package func authorizationURL(_ endpoint: String, state: String) -> String {
        var fields = [
            FormField("response_type", "code"), FormField("client_id", clientID),
            FormField("redirect_uri", redirectURI), FormField("state", state), FormField("nonce", nonce),
            FormField("code_challenge", Secret.challenge(for: verifier)), FormField("code_challenge_method", "S256"),
        ]
        if type == .apple {
            // Apple sends name and address only with the response mode `form_post`.
            fields += [FormField("scope", "name email"), FormField("response_mode", "form_post")]
        } else {
            fields += [FormField("scope", "openid email profile"), FormField("prompt", "select_account")]
        }
        return endpoint + (endpoint.contains("?") ? "&" : "?") + FormCoding.encode(fields)
    }

    /// The name in Apple's `user` member: `{"name":{"firstName":…,"lastName":…}}`, sent at the first sign-in only, and not
    /// signed.
    package static func name(inUser json: String?) -> String? {
        struct User: Decodable {
            struct Name: Decodable {
                let firstName: String?
                let lastName: String?
            }
            let name: Name?
        }
        guard let json, let name = (try? JSONDecoder().decode(User.self, from: Data(json.utf8)))?.name else {
            return nil
        }
        let text = [name.firstName, name.lastName].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    package init(
        type: LoginMethodType, clientID: String, redirectURI: String, nonce: String, verifier: String, browser: String,
        binding: String, adder: DeviceIdentity? = nil, arrived: Arrival? = nil
    ) {
        self.type = type
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.nonce = nonce
        self.verifier = verifier
        self.browser = browser
        self.binding = binding
        self.adder = adder
        self.arrived = arrived
    }
}

/// This server's origin as browsers see it, and whether a cookie can be protected there.
package struct PageOrigin: Sendable, Hashable {
    /// `https://host[:port]`
    package let text: String

    package var isSecure: Bool { text.hasPrefix("https://") }

    /// Returns nil for plain HTTP to any machine but this one, and for text that is not an origin.
    package init?(_ text: String?) {
        guard let text, let url = URL(string: text), let host = url.host(), url.path.isEmpty, url.query == nil,
            url.user == nil
        else { return nil }
        let isHere = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        guard url.scheme == "https" || (url.scheme == "http" && isHere) else { return nil }
        self.text = text
    }
}

/// The cookie that identifies the browser that began a sign-in (RFC 6265; `__Host-` prevents other hosts from setting it).
package enum FlowCookie {
    package static func name(_ origin: PageOrigin) -> String {
        origin.isSecure ? "__Host-ecall-sign-in" : "ecall-sign-in"
    }

    package static func set(_ value: String, _ origin: PageOrigin) -> String {
        header(value, lifetime: PageFlow.lifetime, origin)
    }

    package static func clear(_ origin: PageOrigin) -> String { header("", lifetime: 0, origin) }

    /// The value in a request; nil if there are two, since it is ambiguous which one is ours.
    package static func read(_ header: String?, _ origin: PageOrigin) -> String? {
        let prefix = name(origin) + "="
        let values = (header ?? "").split(separator: ";")
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        return values.count == 1 ? values.first : nil
    }

    private static func header(_ value: String, lifetime: Int, _ origin: PageOrigin) -> String {
        "\(name(origin))=\(value); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
            + (origin.isSecure ? "; Secure" : "")
    }
}

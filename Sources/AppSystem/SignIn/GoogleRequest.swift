import Crypto
import ECallAPI
import ECallCore
import Foundation

/// One sign-in at Google by an authorization code with PKCE (RFC 7636, RFC 8252), as Google wants it of installed apps: without a
/// secret, and back to an address whose scheme is the client id, reversed. Pure.
struct GoogleRequest: Sendable {
    enum Return: Sendable, Equatable {
        case code(String)
        /// The person has refused.
        case cancelled
        /// Not the answer to this request, or a failure.
        case failed
    }

    private static let (suffix, path) = (".apps.googleusercontent.com", ":/oauth2redirect")

    let scheme: String
    private let clientID: String
    private let verifier: String
    private let state: String

    /// Nil for an id that isn't one of Google's.
    ///
    /// - Parameters:
    ///   - verifier: 43 characters that no one can guess (RFC 7636, 4.1).
    ///   - state: ties the answer to this request.
    init?(clientID: String, verifier: String = Self.random(), state: String = Self.random()) {
        let name = clientID.dropLast(Self.suffix.count)
        guard clientID.hasSuffix(Self.suffix), !name.isEmpty,
            name.utf8.allSatisfy({ ($0 | 0x20).isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        (self.clientID, self.verifier, self.state) = (clientID, verifier, state)
        scheme = "com.googleusercontent.apps.\(name)"
    }

    private var redirection: String { scheme + Self.path }

    /// The page on which the person signs in.
    var page: URL? {
        var page = URLComponents(string: "https://accounts.google.com/o/oauth2/v2/auth")
        page?.queryItems = [
            URLQueryItem(name: "client_id", value: clientID),
            URLQueryItem(name: "redirect_uri", value: redirection),
            URLQueryItem(name: "response_type", value: "code"),
            URLQueryItem(name: "scope", value: "openid email profile"),
            URLQueryItem(name: "state", value: state),
            URLQueryItem(name: "code_challenge", value: Self.challenge(of: verifier)),
            URLQueryItem(name: "code_challenge_method", value: "S256"),
        ]
        return page?.url
    }

    /// Reads the URL with which the person returned.
    func read(_ url: URL) -> Return {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            parts.scheme?.lowercased() == scheme.lowercased(), value("state", parts) == state
        else { return .failed }
        if let error = value("error", parts) { return error == "access_denied" ? .cancelled : .failed }
        guard let code = value("code", parts), !code.isEmpty else { return .failed }
        return .code(code)
    }

    /// Redeems the code for an ID token.
    func redemption(of code: String) -> HTTPRequest {
        let fields = [
            ("client_id", clientID), ("code", code), ("code_verifier", verifier), ("grant_type", "authorization_code"),
            ("redirect_uri", redirection),
        ]
        return HTTPRequest(
            method: .post, url: "https://oauth2.googleapis.com/token",
            headers: ["content-type": "application/x-www-form-urlencoded", "accept": "application/json"],
            body: Data(fields.map { "\($0)=\(Self.escaped($1))" }.joined(separator: "&").utf8))
    }

    static func idToken(in response: HTTPResponse) -> String? {
        struct Tokens: Decodable {
            let token: String

            enum CodingKeys: String, CodingKey { case token = "id_token" }
        }
        guard response.status == 200 else { return nil }
        return (try? JSONDecoder().decode(Tokens.self, from: response.body))?.token
    }

    /// RFC 7636, 4.2.
    static func challenge(of verifier: String) -> String { base64URL(SHA256.hash(data: Data(verifier.utf8))) }

    /// 256 bits.
    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    private static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// All but what RFC 3986 reserves nothing in.
    private static func escaped(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private func value(_ name: String, _ parts: URLComponents) -> String? {
        parts.queryItems?.first { $0.name == name }?.value
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

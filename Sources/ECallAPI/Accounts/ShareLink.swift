import Foundation

/// The two ways to name a person to add: by a token of theirs, or by their number (requirement 004; wire-protocol 7.3, 8.3).
///
/// Syntax only. The page has the same rule; `Tests/Vectors/share-links.json` holds both to it.
public enum ShareLink: Sendable, Hashable {
    /// A token; `host` is the server it comes from, nil when the text does not say.
    case token(String, host: String?)
    case user(UserID)

    /// The reason why a text names no one.
    public enum Problem: Error, Sendable, Equatable {
        case empty
        /// No link, no token, no number.
        case notALink
        /// A link of another kind.
        case notAContactLink
        /// A contact link whose last part is not a token.
        case malformedToken
        /// A link of another server.
        case otherServer(host: String)
    }

    /// The scheme of links that open an app.
    public static let scheme = "ecall"
    /// A token is that many characters of base62 (wire-protocol 8.3).
    public static let tokenLength = 43

    /// Reads `https://host/share/contact/TOKEN`, `ecall://contact/TOKEN`, a bare token, or a user's number.
    ///
    /// - Parameter server: the host of the own server, in lower case; links of others are refused, nil takes any.
    public init(_ text: String, server: String? = nil) throws(Problem) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { throw .empty }
        guard trimmed.contains("/") || trimmed.contains(":") else {
            self = try Self.bare(trimmed)
            return
        }
        guard let parts = Self.parts(trimmed) else { throw .notALink }
        switch parts.scheme {
        case Self.scheme:
            guard parts.host?.lowercased() == "contact", parts.path.count == 1 else { throw .notAContactLink }
            self = try Self.last(parts.path[0], host: nil)
        case "https", "http":
            guard let host = parts.host else { throw .notALink }
            guard parts.path.count >= 3, parts.path.suffix(3).prefix(2) == ["share", "contact"] else {
                throw .notAContactLink
            }
            let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
            if let server, server != name { throw .otherServer(host: name) }
            self = try Self.last(parts.path[parts.path.count - 1], host: name)
        default: throw .notAContactLink
        }
    }

    /// Scheme, host and segments of a URL in plain ASCII, as they are written (RFC 3986 section 3); nil for any other text, and for
    /// user names. No library's parser: no two of them accept the same texts, and the page accepts what this does.
    private static func parts(_ text: String) -> (scheme: String, host: String?, path: [String])? {
        let isPlain = text.utf8.allSatisfy { isAlphanumeric($0) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains($0) }
        guard text.utf8.count <= 2048, isPlain, let first = text.wholeMatch(of: #/([A-Za-z][A-Za-z0-9+.\-]*):(.*)/#)
        else { return nil }
        let form = #/\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~\-]+)(?::[0-9]{1,5})?((?:\/[^?#]*)?)(?:[?#].*)?/#
        let rest = first.2.wholeMatch(of: form)
        let segments = rest?.2.split(separator: "/").map(String.init) ?? []
        return (first.1.lowercased(), rest.map { String($0.1) }, segments)
    }

    /// The link that others open; `server` is its address without a trailing slash.
    public static func universal(token: String, server: String) -> String { server + path(token: token) }

    /// Returns the path of a link on a server.
    public static func path(token: String) -> String { "/share/contact/\(token)" }

    /// The link that opens an app.
    public static func deep(token: String) -> String { "\(scheme)://contact/\(token)" }

    /// Returns the path of the page that adds a contact. Behind the `#` the token stays in the browser.
    public static func page(token: String) -> String { "/#/add/\(token)" }

    /// Whether a text has the form of a token.
    public static func isToken(_ text: String) -> Bool {
        text.utf8.count == tokenLength && text.utf8.allSatisfy(isAlphanumeric)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func bare(_ text: String) throws(Problem) -> ShareLink {
        if isToken(text) { return .token(text, host: nil) }
        guard let user = UserID(text), !user.isNone else { throw .notALink }
        return .user(user)
    }

    private static func last(_ part: String, host: String?) throws(Problem) -> ShareLink {
        if isToken(part) { return .token(part, host: host) }
        guard let user = UserID(part), !user.isNone else { throw .malformedToken }
        return .user(user)
    }
}

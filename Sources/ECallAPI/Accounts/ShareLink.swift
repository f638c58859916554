import Foundation

/// How a person is named to be added: by a token of theirs, or by their number (requirement 004; wire-protocol 7.3, 8.3).
///
/// Syntax only. The page has the same rule; `Tests/Vectors/share-links.json` holds both to it.
public enum ShareLink: Sendable, Hashable {
    /// A token; `host` is where it comes from, nil when the text does not say.
    case token(String, host: String?)
    case user(UserID)

    /// Why a text names nobody.
    public enum Problem: Error, Sendable, Equatable {
        case empty
        /// No link, no token, no number.
        case notALink
        /// A link of another kind.
        case notAContactLink
        /// A contact link whose last part is no token.
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
        guard trimmed.utf8.count <= 2048, let parts = URLComponents(string: trimmed),
            let scheme = parts.scheme?.lowercased()
        else { throw .notALink }
        let path = parts.path.split(separator: "/").map(String.init)
        switch scheme {
        case Self.scheme:
            guard parts.host?.lowercased() == "contact", path.count == 1 else { throw .notAContactLink }
            self = try Self.last(path[0], host: nil)
        case "https", "http":
            guard path.count >= 3, Array(path.suffix(3).prefix(2)) == ["share", "contact"] else {
                throw .notAContactLink
            }
            let host = (parts.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
            guard !host.isEmpty else { throw .notALink }
            if let server, server != host { throw .otherServer(host: host) }
            self = try Self.last(path[path.count - 1], host: host)
        default: throw .notAContactLink
        }
    }

    /// The link that others open; `server` is its address without a trailing slash.
    public static func universal(token: String, server: String) -> String { server + path(token: token) }

    /// Where on a server a link leads.
    public static func path(token: String) -> String { "/share/contact/\(token)" }

    /// The link that opens an app.
    public static func deep(token: String) -> String { "\(scheme)://contact/\(token)" }

    /// Where on a server the page adds a contact. Behind the `#` the token stays in the browser.
    public static func page(token: String) -> String { "/#/add/\(token)" }

    /// Whether a text has the form of a token.
    public static func isToken(_ text: String) -> Bool {
        text.utf8.count == tokenLength
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            }
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

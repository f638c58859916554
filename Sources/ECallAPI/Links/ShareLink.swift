/// The two ways to name a person to add: by a token of theirs, or by their number (requirement 004; wire-protocol 7.3, 8.3).
///
/// Syntax only. The page has the same rule; `Tests/Vectors/share-links.json` holds both to it.
public enum ShareLink: Sendable, Hashable {
    /// A token; `host` is its server, nil if the text does not name one.
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
        /// Several links that lead to different places.
        case severalLinks
    }

    /// The scheme of links that open an app.
    public static let scheme = "ecall"
    /// A token is that many characters of base62 (wire-protocol 8.3).
    public static let tokenLength = 43

    /// Reads `https://host/share/contact/TOKEN`, `ecall://contact/TOKEN`, a bare token, or a user's number, from a text around
    /// it.
    ///
    /// - Parameter server: the host of the own server, in lower case; links of others are refused, nil takes any.
    public init(_ text: String, server: String? = nil) throws(Problem) {
        do throws(PastedLink.Problem) {
            switch try PastedLink(text, server: server) {
            case .contact(let link): self = link
            case .call: throw PastedLink.Problem.notAContactLink
            }
        } catch {
            throw Problem(error)
        }
    }

    /// The link that others open; `server` is its address without a trailing slash.
    public static func universal(token: String, server: String) -> String { server + path(token: token) }

    /// Returns the path of a link on a server.
    public static func path(token: String) -> String { "/share/contact/\(token)" }

    /// The link that opens an app.
    public static func deep(token: String) -> String { "\(scheme)://contact/\(token)" }

    /// Returns the path of the page that adds a contact. After the `#`, the token stays in the browser.
    public static func page(token: String) -> String { "/#/add/\(token)" }

    /// Whether a text has the form of a token.
    public static func isToken(_ text: String) -> Bool {
        text.utf8.count == tokenLength && text.utf8.allSatisfy(isAlphanumeric)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}

extension ShareLink.Problem {
    fileprivate init(_ problem: PastedLink.Problem) {
        self =
            switch problem {
            case .empty: .empty
            case .notALink: .notALink
            case .notAContactLink, .damagedCall: .notAContactLink
            case .malformedToken: .malformedToken
            case .otherServer(let host), .otherServersCall(let host): .otherServer(host: host)
            case .severalLinks: .severalLinks
            }
    }
}

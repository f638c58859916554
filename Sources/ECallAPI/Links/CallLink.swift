/// A link to a running call, for the contacts of its maker (decision 76): anyone who opens it asks the maker's client for an
/// invitation. Syntax only; the page has the same rule, and `Tests/Vectors/call-links.json` holds both to it.
public struct CallLink: Sendable, Hashable {
    public let call: CallID
    /// The maker of the link, who is asked.
    public let maker: UserID
    /// 43 characters of base62 that the maker's client alone knows. Never in logs or errors.
    public let secret: String

    /// The reason why a text is not a link to a call.
    public enum Problem: Error, Sendable, Equatable {
        case notALink
        /// A link to a call of which a part is missing or mistyped.
        case damaged
        case otherServer(host: String)
        /// Several links that lead to different places.
        case severalLinks
    }

    public init(call: CallID, maker: UserID, secret: String) {
        self.call = call
        self.maker = maker
        self.secret = secret
    }

    /// Reads `https://host/#/call/CALL/MAKER/SECRET`, out of a text around it.
    ///
    /// - Parameter server: the host of the own server, in lower case; links of others are refused.
    public init(_ text: String, server: String) throws(Problem) {
        do throws(PastedLink.Problem) {
            guard case .call(let link) = try PastedLink(text, server: server) else { throw PastedLink.Problem.notALink }
            self = link
        } catch {
            switch error {
            case .damagedCall: throw .damaged
            case .otherServersCall(let host): throw .otherServer(host: host)
            case .severalLinks: throw .severalLinks
            case .empty, .notALink, .notAContactLink, .malformedToken, .otherServer: throw .notALink
            }
        }
    }

    /// Reads the part after the `#` of such a link.
    init(fragment: String) throws(Problem) {
        let parts = fragment.drop { $0 == "/" }.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "call" else { throw .notALink }
        guard parts.count == 4, let call = CallID(String(parts[1])), let maker = UserID(String(parts[2])), !call.isNone,
            !maker.isNone, let secret = LinkWord.first(of: parts[3]), ShareLink.isToken(secret)
        else { throw .damaged }
        self.init(call: call, maker: maker, secret: secret)
    }

    /// Returns the link to share. The part after the `#` stays in the browser.
    ///
    /// - Parameter server: its address without a trailing slash.
    public func text(server: String) -> String { "\(server)/#/call/\(call)/\(maker)/\(secret)" }
}

import Foundation

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
    }

    public init(call: CallID, maker: UserID, secret: String) {
        self.call = call
        self.maker = maker
        self.secret = secret
    }

    /// Reads `https://host/#/call/CALL/MAKER/SECRET`.
    ///
    /// - Parameter server: the host of the own server, in lower case; links of others are refused.
    public init(_ text: String, server: String) throws(Problem) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let form =
            #/[Hh][Tt][Tt][Pp][Ss]?:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~\-]+)(?::[0-9]{1,5})?\/?#\/call\/([^\s]*)/#
        guard trimmed.utf8.count <= 2048, let match = trimmed.wholeMatch(of: form) else { throw .notALink }
        let host = match.1.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
        guard host == server else { throw .otherServer(host: host) }
        let parts = match.2.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let call = CallID(String(parts[0])), let maker = UserID(String(parts[1])),
            !call.isNone, !maker.isNone, ShareLink.isToken(String(parts[2]))
        else { throw .damaged }
        self.init(call: call, maker: maker, secret: String(parts[2]))
    }

    /// Returns the link to give to others. The part behind the `#` stays in the browser.
    ///
    /// - Parameter server: its address without a trailing slash.
    public func text(server: String) -> String { "\(server)/#/call/\(call)/\(maker)/\(secret)" }
}

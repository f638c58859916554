import ECallAPI
public import ECallCore
public import ECallLanguage
import Foundation

/// A server's address as people type or paste it: without a scheme, with blanks around it, or as a link to its page.
public enum TypedServer {
    /// The reason a text names no server that the app can use.
    public enum Problem: ExplainedError, Sendable, Equatable {
        case empty
        /// An `ecall://` link opens the app, and doesn't name a server.
        case appLink
        /// The text after the host and port isn't a link to the page. Carries the address without it.
        case path(ServerAddress)
        /// Without TLS anyone on the network path could read the sign-in.
        case insecure
        case address(ServerAddress.ParsingError)

        public var text: Text {
            switch self {
            case .empty: .errorsServerEmpty
            case .appLink: .errorsServerAppLink
            case .path(let address): .errorsServerPath(address: address.origin)
            case .insecure: .errorsServerInsecure
            case .address(let error): error.text
            }
        }
    }

    /// The most characters that are read: longer than any link of the app.
    static let longest = 2048

    /// Reads an address. `https` is added if there is no scheme; `http` is accepted for this machine alone.
    public static func read(_ typed: String) throws(Problem) -> ServerAddress {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= longest, !text.contains(where: \.isWhitespace) else { throw .address(.notAnAddress) }
        guard !text.lowercased().hasPrefix(ShareLink.scheme + ":") else { throw .appLink }
        let written = text.contains("://") ? text : "https://" + text
        let address: ServerAddress
        do throws(ServerAddress.ParsingError) { address = try ServerAddress(root(of: written)) } catch {
            throw .address(error)
        }
        guard address.prefix.isEmpty else {
            guard let bare = try? ServerAddress(address.origin) else { throw .address(.notAnAddress) }
            throw .path(bare)
        }
        guard address.isSecure || address.isLoopback else { throw .insecure }
        return address
    }

    /// The address in front of the path or fragment of links to the page and to contacts.
    private static func root(of text: String) -> String {
        let form = #/([A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\/?#]+)(?:\/?#\/.*|\/share\/contact\/[^\/?#]*\/?)/#
        return text.wholeMatch(of: form).map { String($0.1) } ?? text
    }
}

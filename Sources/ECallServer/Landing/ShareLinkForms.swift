import ECallAPI
import Foundation

/// A share link in all its forms.
struct ShareLinkForms: Sendable, Equatable {
    /// `https://host[:port]`.
    let origin: String
    let token: ShareToken

    var path: String { ShareLink.path(token: token.text) }
    var universal: String { ShareLink.universal(token: token.text, server: origin) }
    var deep: String { ShareLink.deep(token: token.text) }

    /// The URL at which the page adds a contact, with the owner's name, which the page shows before anyone has signed in. The
    /// part behind the `#` stays in the browser.
    func page(by name: String) -> String {
        let encoded = name.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
        return ShareLink.page(token: token.text) + (encoded.map { $0.isEmpty ? "" : "?by=\($0)" } ?? "")
    }

    /// RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

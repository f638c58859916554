import ECallAPI

/// A share link in all its forms.
struct ShareLinkForms: Sendable, Equatable {
    /// `https://host[:port]`.
    let origin: String
    let token: ShareToken

    var path: String { ShareLink.path(token: token.text) }
    var universal: String { ShareLink.universal(token: token.text, server: origin) }
    var deep: String { ShareLink.deep(token: token.text) }
    /// The URL at which the page adds a contact. The part behind the `#` stays in the browser.
    var page: String { ShareLink.page(token: token.text) }
}

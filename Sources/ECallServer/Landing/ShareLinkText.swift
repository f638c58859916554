/// A share link in its forms.
struct ShareLinkText: Sendable, Equatable {
    /// `https://host[:port]`.
    let origin: String
    let token: ShareToken

    var path: String { "/share/contact/\(token.text)" }
    var universal: String { origin + path }
    var deep: String { "ecall://contact/\(token.text)" }
    /// Where the page adds a contact. Behind the `#` it stays in the browser.
    var page: String { "/#/add/\(token.text)" }
}

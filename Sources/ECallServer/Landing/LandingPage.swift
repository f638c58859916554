import ECallLanguage
import Notifications
import QRCode

/// The page that a share link shows in a browser (wire-protocol 7.3; requirement 004). Pure.
///
/// It offers one action: opening the page that adds the contact, if this server has one. Where apps open the server's links,
/// touch devices get a link to the app; all others get a QR code for a phone. No script runs in it (decision 72).
struct LandingPage: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case valid(name: String, link: ShareLinkForms, isReusable: Bool = false)
        case expired, used
        /// Never made, revoked, or of a deleted account, which are indistinguishable.
        case unknown
        /// Not a token.
        case malformed
        case tooMany
        /// A path that does not exist.
        case noPage
    }

    let content: Content
    let language: MessageLanguage
    /// Whether this server has a page that adds contacts.
    let offersPage: Bool
    /// Whether apps open this server's links.
    let offersApp: Bool
    /// Whether the link's origin is configured rather than taken from the request: a preview is shown to others.
    let knowsOrigin: Bool

    var status: Int {
        switch content {
        case .valid: 200
        case .expired, .used: 410
        case .unknown, .malformed, .noPage: 404
        case .tooMany: 429
        }
    }

    private var texts: LandingTexts { language.landing }

    private var words: (title: String, text: String) {
        switch content {
        case .valid(let name, _, let isReusable):
            (named(texts.isOnECall, name), named(isReusable ? texts.addContact : texts.addContactOnce, name))
        case .expired: (texts.expired, texts.expiredText)
        case .used: (texts.used, texts.usedText)
        case .unknown: (texts.invalid, texts.invalidText)
        case .malformed: (texts.incomplete, texts.incompleteText)
        case .tooMany: (texts.tooMany, texts.tooManyText)
        case .noPage: (texts.noPage, texts.noPageText)
        }
    }

    private func named(_ pattern: String, _ name: String) -> String {
        pattern.replacing("{name}", with: language.isolated(name))
    }

    var html: String {
        let (title, text) = (HTMLEscaping.escaped(words.title), HTMLEscaping.escaped(words.text))
        return """
            <!doctype html>
            <html lang="\(language.rawValue)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
            <head>
            <meta charset="utf-8">
            <title>\(title)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <meta property="og:type" content="website">
            <meta property="og:site_name" content="ECall">
            <meta property="og:title" content="\(title)">
            <meta property="og:description" content="\(text)">
            \(preview)\(icon)<link rel="stylesheet" href="\(LandingStyle.address)">
            </head>
            <body>
            <p class="brand">\(Self.sign)ECall</p>
            <main>
            \(avatar)<h1>\(title)</h1>
            <p class="lead">\(text)</p>
            \(ways)</main>
            <footer>
            \(LanguageMenu.html(language))<p class="foot">\(HTMLEscaping.escaped(texts.promise))</p>
            </footer>
            </body>
            </html>

            """
    }

    private var icon: String {
        offersPage ? "<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n" : ""
    }

    /// The page's icon (Web/icon.svg), inlined so that no file is needed.
    private static let sign = """
        <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true"><rect width="32" height="32" rx="9"/>\
        <path transform="translate(4 4)" d="M6.6 3.6h2.1c.5 0 .9.3 1 .8l.8 3.2c.1.4 0 .8-.3 1.1L8.4 10.3a12.3 12.3 0 0 0 5.3 \
        5.3l1.6-1.8c.3-.3.7-.4 1.1-.3l3.2.8c.5.1.8.5.8 1v2.1c0 1.7-1.4 3.1-3.1 3C9.9 19.9 4.1 14.1 3.6 6.7A3 3 0 0 1 6.6 \
        3.6z"/></svg>
        """

    private var preview: String {
        guard case .valid(_, let link, _) = content else { return "" }
        let url = knowsOrigin ? "<meta property=\"og:url\" content=\"\(HTMLEscaping.escaped(link.universal))\">\n" : ""
        return url + """
            <meta name="twitter:card" content="summary">

            """
    }

    private var avatar: String {
        guard case .valid(let name, _, _) = content else { return "" }
        return "<p class=\"avatar\" aria-hidden=\"true\">\(HTMLEscaping.escaped(Initials.of(name)))</p>\n"
    }

    private func code(_ link: ShareLinkForms) -> String {
        guard let code = QRCode(link.universal) else { return "" }
        let box = "-4 -4 \(code.size + 8) \(code.size + 8)"
        return """
            <div class="code">
            <svg role="img" aria-label="\(HTMLEscaping.escaped(texts.code))" width="196" height="196" viewBox="\(box)"><path d="\(code.svgPath)"/></svg>
            <p class="small">\(HTMLEscaping.escaped(texts.scan))</p>
            </div>

            """
    }

    private var ways: String {
        guard case .valid(let name, let link, _) = content else {
            return offersPage ? "<a class=\"button main\" href=\"/\">\(HTMLEscaping.escaped(texts.open))</a>\n" : ""
        }
        let (page, app) = (HTMLEscaping.escaped(link.page(by: name)), HTMLEscaping.escaped(link.deep))
        let main = "<a class=\"button main\" href=\"\(page)\">\(HTMLEscaping.escaped(named(texts.add, name)))</a>\n"
        let kind = offersPage ? "quiet" : "main"
        let inApp = "<a class=\"button \(kind) touch\" href=\"\(app)\">\(HTMLEscaping.escaped(texts.openInApp))</a>\n"
        return (offersPage ? main : "") + (offersApp ? inApp : "") + code(link)
    }
}

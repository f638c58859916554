/// What a share link shows in a browser (wire-protocol 7.3; requirement 004). Pure.
struct LandingPage: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case valid(name: String, link: ShareLinkText, offersPage: Bool)
        case expired, used
        /// Never made, withdrawn, or of an account that is gone: all the same.
        case unknown
        /// No token at all.
        case malformed
        case tooMany
    }

    let content: Content

    var status: Int {
        switch content {
        case .valid: 200
        case .expired, .used: 410
        case .unknown, .malformed: 404
        case .tooMany: 429
        }
    }

    private var words: (title: String, text: String) {
        switch content {
        case .valid(let name, _, _): ("\(name) is on ECall", "Add \(name) to your contacts. This link works once.")
        case .expired: ("This link has expired", "Links are valid for 24 hours. Ask for a new one.")
        case .used: ("This link has been used", "Each link works for one person, once. Ask for a new one.")
        case .unknown:
            ("This link is not valid", "It is mistyped, or its owner has withdrawn it. Ask for a new one.")
        case .malformed: ("This link is damaged", "Its last part is not complete. Copy the whole link again.")
        case .tooMany: ("Too many links were opened from here", "Wait a while, then try again.")
        }
    }

    var html: String {
        let (title, text) = (HTMLText.escaped(words.title), HTMLText.escaped(words.text))
        return """
            <!doctype html>
            <html lang="en">
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
            \(preview)\(icon)<link rel="stylesheet" href="\(LandingStyle.path)">
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p>\(text)</p>
            \(ways)</main>
            </body>
            </html>

            """
    }

    private var icon: String {
        guard case .valid(_, _, offersPage: true) = content else { return "" }
        return "<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n"
    }

    private var preview: String {
        guard case .valid(_, let link, _) = content else { return "" }
        return """
            <meta property="og:url" content="\(HTMLText.escaped(link.universal))">
            <meta property="og:image" content="\(HTMLText.escaped(link.picture))">
            <meta property="og:image:type" content="image/png">
            <meta property="og:image:alt" content="QR code of this link">
            <meta name="twitter:card" content="summary">

            """
    }

    private var ways: String {
        guard case .valid(_, let link, let offersPage) = content else { return "" }
        let page = "<a class=\"button\" href=\"\(HTMLText.escaped(link.page))\">Open in the browser</a>\n"
        return """
            <p class="ways">
            <a class="button main" href="\(HTMLText.escaped(link.deep))">Open in the app</a>
            \(offersPage ? page : "")</p>
            <img src="\(HTMLText.escaped(link.picturePath))" alt="QR code of this link" width="196" height="196">
            <p class="small">Or scan this code with the camera of your phone.</p>

            """
    }
}

/// A share link in its forms.
struct ShareLinkText: Sendable, Equatable {
    /// `https://host[:port]`.
    let origin: String
    let token: ShareToken

    var path: String { "/share/contact/\(token.text)" }
    var universal: String { origin + path }
    var picturePath: String { path + "/qr.png" }
    var picture: String { origin + picturePath }
    var deep: String { "ecall://contact/\(token.text)" }
    /// Where the page adds a contact. Behind the `#` it stays in the browser.
    var page: String { "/#/add/\(token.text)" }
}

/// The one style of landing pages; none is written into them, so that their policy can forbid it.
enum LandingStyle {
    static let path = "/share/landing.css"
    static let text = """
        :root { color-scheme: light dark; --ink: #16181d; --paper: #fff; --faint: #5c6370; --accent: #1557d6; --on: #fff; }
        @media (prefers-color-scheme: dark) {
            :root { --ink: #eef0f4; --paper: #14161a; --faint: #a6adb9; --accent: #8fb4ff; --on: #10131a; }
        }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
        main { max-width: 28rem; margin: 0 auto; padding: 3rem 1.25rem; text-align: center; }
        h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
        p { overflow-wrap: anywhere; }
        .ways { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: center; margin: 2rem 0; }
        .button { padding: .75rem 1.25rem; border: 2px solid var(--accent); border-radius: .75rem; color: var(--accent);
            text-decoration: none; font-weight: 600; }
        .button.main { background: var(--accent); color: var(--on); }
        .button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
        img { background: #fff; border-radius: .5rem; image-rendering: pixelated; }
        .small { color: var(--faint); font-size: .9375rem; }

        """
}

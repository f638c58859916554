import Notifications

/// The menu by which a person chooses another language of a landing page. It works without scripts: each entry is a link to the
/// same page.
enum LanguageMenu {
    /// The member of the query that names the language; it takes precedence over `Accept-Language`.
    static let parameter = "lang"

    static func html(_ current: MessageLanguage) -> String {
        let texts = current.landing
        let entries = MessageLanguage.allCases.sorted { $0.rawValue < $1.rawValue }.map { language in
            let tag = language.rawValue
            let mark = language == current ? " aria-current=\"true\"" : ""
            return """
                <li><a href="?\(parameter)=\(tag)" lang="\(tag)" hreflang="\(tag)" rel="nofollow"\(mark)>\
                \(HTMLEscaping.escaped(language.landing.ownName))</a></li>

                """
        }
        return """
            <details class="languages">
            <summary>\(globe)<span class="hidden">\(HTMLEscaping.escaped(texts.language)): </span>\(texts.ownName)</summary>
            <ul>
            \(entries.joined())</ul>
            </details>

            """
    }

    private static let globe = """
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><circle cx="12" cy="12" r="9"/>\
        <path d="M3 12h18M12 3c3 2.5 4 5.5 4 9s-1 6.5-4 9c-3-2.5-4-5.5-4-9s1-6.5 4-9z"/></svg>
        """
}

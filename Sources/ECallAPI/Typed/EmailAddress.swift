import Foundation

/// E-mail addresses as they are copied from letters and address books. The page has the same rule
/// (`Web/session/email-address.js`); `Tests/Vectors/addresses.json` holds both to it.
public enum EmailAddress {
    /// The reason why a text is not an address that a code can be sent to.
    public enum Problem: Error, Sendable, Equatable {
        case notAnEmail
        /// Letters before the @ that only some mail servers take (RFC 6531).
        case emailLocalPart
    }

    /// Around an address in a sentence, a list or quotes.
    private static let opening = "\"'“”„‟«»‹›‘’‚「」『』《》<>()[]{},;:."
    private static let closing = opening + "!?…。、，"

    /// Returns the address in a text, with the domain as DNS knows it (RFC 5891).
    public static func read(_ typed: String) throws(Problem) -> LoginIdentifier {
        let visible = VisibleText.of(typed).precomposedStringWithCanonicalMapping
        let inBrackets = visible.wholeMatch(of: #/[^<>@]*<([^<>]*@[^<>]*)>[^<>@]*/#)?.1 ?? visible[...]
        var address = trimmed(inBrackets)
        if address.lowercased().hasPrefix("mailto:") {
            address = PercentEncoding.removedOnce(String(address.dropFirst("mailto:".count).prefix { $0 != "?" }))
        }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let domain = domainName(parts[1]), LoginIdentifier(email: "a@\(domain)") != nil else {
            throw .notAnEmail
        }
        let isForeign = parts[0].unicodeScalars.contains { !$0.isASCII }
        if isForeign, parts[0].wholeMatch(of: #/[^\s"<>()\[\]\\,;:]+/#) != nil { throw .emailLocalPart }
        guard let identifier = LoginIdentifier(email: "\(parts[0])@\(domain)") else { throw .notAnEmail }
        return identifier
    }

    private static func trimmed(_ text: Substring) -> String {
        let scalars = text.unicodeScalars
        let (opening, closing) = (opening.unicodeScalars, closing.unicodeScalars)
        let start = scalars.drop { $0.properties.isWhitespace || opening.contains($0) }
        let end = start.lastIndex { !$0.properties.isWhitespace && !closing.contains($0) }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// The domain in ASCII, from Foundation's URL parser, which maps it according to UTS 46; nil if it is not one.
    private static func domainName(_ domain: Substring) -> String? {
        let domain = domain.lowercased()
        guard domain.unicodeScalars.contains(where: { !$0.isASCII }) else { return domain }
        guard domain.utf16.count <= 253, domain.unicodeScalars.allSatisfy(isPartOfName) else { return nil }
        var components = URLComponents()
        (components.scheme, components.host) = ("http", domain)
        return components.encodedHost
    }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: LinkWord.isLetterOrNumber(scalar) || ".-。．｡\u{30fb}\u{b7}".unicodeScalars.contains(scalar)
        }
    }
}

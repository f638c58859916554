/// A link in a text, unwrapped. The twin of `Web/contacts/written-links.js` (`Tests/Vectors/pasted-links.json`). Libraries'
/// parsers are not used: no two of them accept the same texts.
struct WrittenLink: Hashable {
    /// In lower case; "" if there is none.
    let scheme: String
    /// In lower case, without brackets.
    let host: String
    /// As they are written; the path without empty segments.
    let path, query, fragment: String

    private static let longestLink = 2048
    /// Wrappers inside wrappers: a mail filter's around a chat's.
    private static let mostWrappers = 3

    /// Returns the links in one of `LinkText.readings`: with http, https or another scheme, or without one.
    static func all(in text: String, wrappers: Int = mostWrappers) -> [WrittenLink] {
        text.unicodeScalars.split { !isURLCharacter($0) }.flatMap { links(in: String($0)) }.flatMap { link in
            let texts = wrappers == 0 ? [] : LinkWrapper.innerTexts(of: link)
            let inner = texts.flatMap { all(in: VisibleText.of($0), wrappers: wrappers - 1) }
            return inner.isEmpty ? [link] : inner
        }
    }

    /// RFC 3986 section 2.
    private static func isURLCharacter(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            || "-_.~:/?#[]@!$&'()*+,;=%".unicodeScalars.contains(scalar)
    }

    /// - Parameter part: a text of such characters alone.
    private static func links(in part: String) -> [WrittenLink] {
        let schemes = part.matches(of: #/[A-Za-z][A-Za-z0-9+.\-]*:\/\//#)
        guard !schemes.isEmpty else { return withoutScheme(part) }
        var starts: [String.Index] = []
        for scheme in schemes {
            let before = part[(starts.last ?? part.startIndex)..<scheme.range.lowerBound]
            let isStart =
                starts.isEmpty
                // Not inside another link or a longer word.
                ? before.last.map { !"/%@=&?#".contains($0) } ?? true
                    // Two links without a space between them.
                : before.last.map { ",;()[]'!*:".contains($0) } ?? false && !before.contains { $0 == "?" || $0 == "#" }
            if isStart { starts.append(scheme.range.lowerBound) }
        }
        return zip(starts, starts.dropFirst() + [part.endIndex]).compactMap { start, end in
            guard let match = part[start..<end].wholeMatch(of: #/([A-Za-z][A-Za-z0-9+.\-]*):\/\/(.*)/#) else {
                return nil
            }
            return WrittenLink(scheme: match.1.lowercased(), rest: match.2)
        }
    }

    /// Links as people type them, by the paths of contacts and calls alone: any two words with a dot between them look like a host.
    private static func withoutScheme(_ part: String) -> [WrittenLink] {
        let form =
            #/[^A-Za-z0-9\/@]*((?:[A-Za-z0-9\-]+\.)+[A-Za-z0-9\-]+(?::[0-9]{1,5})?\/(?:.*\/)?(?:[Ss][Hh][Aa][Rr][Ee]\/[Cc][Oo][Nn][Tt][Aa][Cc][Tt]|\#\/[Cc][Aa][Ll][Ll]|\#\/[Aa][Dd][Dd])\/.*)/#
        return part.split(separator: #/[,;()\[\]'!*]|:(?![0-9])/#).compactMap { piece in
            piece.wholeMatch(of: form).flatMap { WrittenLink(scheme: "", rest: $0.1) }
        }
    }

    /// - Parameter rest: the part after `://`.
    private init?(scheme: String, rest: Substring) {
        let form = #/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~\-]+)(?::[0-9]{1,5})?(?![A-Za-z0-9._~:@\-])(.*)/#
        guard rest.utf8.count <= Self.longestLink, let match = rest.wholeMatch(of: form) else { return nil }
        let more = match.2.replacing(#/%23\/(?=[Cc][Aa][Ll][Ll]\/|[Aa][Dd][Dd]\/)/#, maxReplacements: 1) { _ in "#/" }
        let parts = more.prefixMatch(of: #/(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?/#)
        self.scheme = scheme
        host = match.1.filter { $0 != "[" && $0 != "]" }.lowercased()
        path = String((parts?.1 ?? nil) ?? "").replacing(#/\/{2,}/#, with: "/")
        query = String((parts?.2 ?? nil) ?? "")
        fragment = String((parts?.3 ?? nil) ?? "")
    }
}

/// The readings of a pasted text.
enum LinkText {
    private static let longest = 4096
    /// Lines that are tried as one.
    private static let mostLines = 16

    /// Returns the text as it is, and with a link that a line break or space cut in two joined again, each once; empty if it is too long.
    static func readings(of pasted: String) -> [String] {
        let text = VisibleText.of(pasted)
        guard text.utf16.count <= longest else { return [] }
        let lines = lines(of: text)
        let pairs = lines.count > mostLines ? 0 : lines.count - 1
        let joined = (0..<pairs).map { index in
            var lines = lines
            lines[index] += lines.remove(at: index + 1)
            return lines.joined(separator: "\n")
        }
        let whole = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
        var seen: Set<String> = []
        return ([text] + joined + [lines.joined(), whole]).filter { seen.insert($0).inserted }
    }

    /// Without spaces at their ends, and without the marks of a quotation.
    private static func lines(of text: String) -> [String] {
        let breaks = "\n\u{b}\u{c}\r\u{85}\u{2028}\u{2029}".unicodeScalars
        let scalars = text.replacing("\r\n", with: "\n").unicodeScalars
        return scalars.split(omittingEmptySubsequences: false) { breaks.contains($0) }.enumerated().map { index, line in
            let rest = index == 0 ? line : line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
            let end = rest.lastIndex { $0 != " " && $0 != "\t" }
            return end.map { String(rest[...$0]) } ?? ""
        }
    }
}

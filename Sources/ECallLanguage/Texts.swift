/// Formats texts in one language.
public struct Texts: Sendable {
    public let language: Language
    /// Writes numbers, dates and lists as the person's region does.
    public let format: LocaleFormat
    private let table: TextTable
    /// Changes each pattern before its arguments are filled in, keeping their places; nil but in tests of screens.
    private let change: (@Sendable (String) -> String)?

    /// Makes words that are no text of the catalogue harmless: a name, or a server's message.
    private let clean: (@Sendable (String) -> String)?

    /// - Parameters:
    ///   - locale: the person's locale (BCP 47), such as `de-AT`; that of another language counts for nothing.
    ///   - clean: changes words of others before they are shown.
    public init(
        _ language: Language = .english, locale: String? = nil, cleaning clean: (@Sendable (String) -> String)? = nil
    ) {
        self.init(language, locale: locale, cleaning: clean, change: nil)
    }

    init(
        _ language: Language, locale: String? = nil, cleaning clean: (@Sendable (String) -> String)? = nil,
        change: (@Sendable (String) -> String)?
    ) {
        self.language = language
        self.change = change
        self.clean = clean
        table = language.table
        format = LocaleFormat(language, locale: locale)
    }

    public func string(_ text: Text) -> String {
        switch text.content {
        case .verbatim(let words):
            guard let clean else { return words }
            // A message may have several lines.
            return words.split(separator: "\n", omittingEmptySubsequences: false).map { clean(String($0)) }
                .joined(separator: "\n")
        case .catalogued(let key, let arguments):
            let pattern = chosen(table.pattern(of: key), arguments)
            return filled(change?(pattern) ?? pattern, arguments)
        }
    }

    private func chosen(_ pattern: Pattern, _ arguments: [Text.Argument]) -> String {
        switch pattern {
        case .plain(let words): return words
        case .plural(let position, let words):
            guard case .number(let number) = arguments[position - 1] else { return words[.other] ?? "" }
            return words[language.category(of: PluralOperands(number))] ?? words[.other] ?? ""
        }
    }

    /// Returns the pattern with its arguments, without the marks of strong text: a line has no such thing.
    private func filled(_ pattern: String, _ arguments: [Text.Argument]) -> String {
        var said = ""
        var rest = pattern[...]
        while let start = rest.firstIndex(where: { $0 == "{" || $0 == "*" }) {
            said += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("**") {
                rest = rest.dropFirst(2)
            } else if rest.first == "{", let end = rest.firstIndex(of: "}"),
                let position = Int(rest[rest.index(after: start)..<end]), arguments.indices.contains(position - 1)
            {
                said += words(arguments[position - 1])
                rest = rest[rest.index(after: end)...]
            } else {
                said.append(rest.removeFirst())
            }
        }
        return said + rest
    }

    private func words(_ argument: Text.Argument) -> String {
        switch argument {
        case .number(let number): format.number(number)
        case .words(let text): isolated(text)
        }
    }
    /// Isolates the words of a person that may have the other direction: otherwise they would reorder the text around them.
    private func isolated(_ text: Text) -> String {
        guard case .verbatim(let words) = text.content else { return string(text) }
        let scalars = (clean?(words) ?? words).unicodeScalars.filter { !Self.turns($0) }
        let name = String(String.UnicodeScalarView(scalars))
        guard language.isRightToLeft || scalars.contains(where: Self.runsFromRightToLeft) else { return name }
        return "\u{2068}\(name)\u{2069}"
    }

    /// Whether it turns the direction of all that follows: a name may be made of it to have a sentence read as another.
    private static func turns(_ scalar: Unicode.Scalar) -> Bool {
        ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    }

    private static func runsFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        ("\u{0590}"..."\u{08FF}").contains(scalar) || ("\u{FB1D}"..."\u{FDFF}").contains(scalar)
            || ("\u{FE70}"..."\u{FEFC}").contains(scalar)
    }
}

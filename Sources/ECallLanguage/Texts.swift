/// Brings texts into one language.
public struct Texts: Sendable {
    public let language: Language
    /// Changes each pattern before its arguments are filled in, keeping their places; nil but in tests of screens.
    private let change: (@Sendable (String) -> String)?

    /// Uses English if the language has no table.
    public init(_ language: Language = .english) {
        self.init(language, change: nil)
    }

    init(_ language: Language, change: (@Sendable (String) -> String)?) {
        self.language = Language.catalogued.contains(language) ? language : .english
        self.change = change
    }

    public func string(_ text: Text) -> String {
        switch text.content {
        case .verbatim(let words): return words
        case .catalogued(let key, let arguments):
            let pattern = chosen(language.pattern(of: key), arguments)
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
        case .number(let number): String(number)
        case .words(let text): string(text)
        }
    }
}

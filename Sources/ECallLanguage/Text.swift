/// What a person is to read, in no language yet: what errors, notices and states carry. It becomes words by ``Texts``.
public struct Text: Sendable, Hashable, Codable {
    enum Content: Sendable, Hashable, Codable {
        case catalogued(TextKey, [Argument])
        case verbatim(String)
    }
    enum Argument: Sendable, Hashable, Codable {
        case number(Int)
        case words(Text)
    }

    let content: Content

    init(_ key: TextKey, _ arguments: [Argument] = []) { content = .catalogued(key, arguments) }

    private init(verbatim: String) { content = .verbatim(verbatim) }

    /// Words that are in a language already: the name of somebody, what the server says.
    public static func verbatim(_ words: String) -> Text { Text(verbatim: words) }
}

/// What may stand in the place of a text: words of somebody, or another text.
public protocol TextArgument {
    var text: Text { get }
}

extension String: TextArgument {
    public var text: Text { .verbatim(self) }
}

extension Text: TextArgument {
    public var text: Text { self }
}

/// A text for a person that is not in a language yet, as errors, notices and states carry it. ``Texts`` turns it into words.
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

    /// Makes a text of words that are in a language already: a person's name, or a server's message.
    public static func verbatim(_ words: String) -> Text { Text(verbatim: words) }
}

/// A value that can be inserted into a text: a person's words, or another text.
public protocol TextArgument {
    var text: Text { get }
}

extension String: TextArgument {
    public var text: Text { .verbatim(self) }
}

extension Text: TextArgument {
    public var text: Text { self }
}

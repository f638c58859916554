import ECallLanguage
import Testing

@testable import ECallCommandLine

/// The lines of a command in a language other than English.
enum ForeignLine {
    static let arabic = TerminalLanguage(option: .arabic, kept: nil, [:])
    static let vietnamese = TerminalLanguage(option: .vietnamese, kept: nil, [:])

    private static let arabicTexts = arabic.texts
    private static let vietnameseTexts = vietnamese.texts

    /// Names, addresses and terms that stay as they are in Arabic.
    private static let names: Set<String> = [
        "ecall", "systemd", "pulseaudio", "pipewire", "wayland", "turn", "stun", "ctrl", "enter", "socket", "named",
        "pipe",
        "commit", "https", "http", "calls", "example", "org",
    ]

    /// The words in Latin letters of a line in Arabic, without what is put in, which is isolated there; and whole sentences that are put in.
    static func latinWords(in line: String) -> [String] {
        let own = line.replacing(#/\u{2068}[^\u{2069}]*\u{2069}/#, with: " ")
        let sentences = line.matches(of: #/\u{2068}[A-Z][^\u{2069}]* [^\u{2069}]*[.!?]\u{2069}/#).map {
            String($0.output)
        }
        return own.matches(of: #/[A-Za-z]{3,}/#).map { String($0.output) }.filter { !names.contains($0.lowercased()) }
            + sentences
    }

    /// Whether there are letters in a line at all: safety numbers are the same in every language.
    static func hasLetters(_ line: String) -> Bool { line.contains { $0.isLetter } }

    /// Expects that nothing of a text is English in Arabic, and that it is another text in Vietnamese.
    static func check(_ text: Text, _ comment: Comment, at place: SourceLocation = #_sourceLocation) {
        let (words, other) = (latinWords(in: arabicTexts.string(text)), vietnameseTexts.string(text))
        #expect(words == [], comment, sourceLocation: place)
        #expect(other != scriptTexts.string(text) && !other.isEmpty, comment, sourceLocation: place)
    }
}

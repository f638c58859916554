import Foundation

/// The method by which a terminal shows pictures. Pure.
struct TerminalGraphics: Sendable, Equatable {
    enum Method: Sendable, Equatable {
        case characters(colours: Int, isASCII: Bool)
        case sixels
        case kitty
    }

    var method: Method

    /// - Parameters:
    ///   - environment: says how many colours there are, and whether UTF-8 is spoken.
    ///   - answer: the terminal's answer to `question`; empty without one.
    init(environment: [String: String], answer: [UInt8]) {
        let text = String(decoding: answer, as: UTF8.self)
        if text.contains("\u{1B}_Gi=31;OK") {
            method = .kitty
        } else if Self.attributes(in: text).contains(4) {
            method = .sixels
        } else {
            method = .characters(colours: Self.colours(environment), isASCII: !Self.speaksUTF8(environment))
        }
    }

    /// Asks for kitty's graphics, if that is harmless (tmux and screen take it for a title, Linux's console prints it), and for the device
    /// attributes, which every terminal answers.
    static func question(_ environment: [String: String]) -> String {
        let name = environment["TERM"] ?? ""
        let isPlain = ["screen", "tmux", "linux"].contains { name.hasPrefix($0) } || environment["TMUX"] != nil
        return (isPlain ? "" : "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\") + "\u{1B}[c"
    }

    /// Whether the last answer, that about the attributes, is there: `ESC [ ? … c`.
    static func isComplete(_ answer: [UInt8]) -> Bool {
        !attributes(in: String(decoding: answer, as: UTF8.self)).isEmpty
    }

    private static func attributes(in text: String) -> [Int] {
        guard let start = text.range(of: "\u{1B}[?"), let end = text[start.upperBound...].firstIndex(of: "c") else {
            return []
        }
        return text[start.upperBound..<end].split(separator: ";").compactMap { Int($0) }
    }

    private static func colours(_ environment: [String: String]) -> Int {
        let (name, colour) = (environment["TERM"] ?? "", environment["COLORTERM"] ?? "")
        if colour == "truecolor" || colour == "24bit" || name.hasSuffix("-direct") { return 1 << 24 }
        return name.contains("256color") ? 256 : 16
    }

    private static func speaksUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }
}

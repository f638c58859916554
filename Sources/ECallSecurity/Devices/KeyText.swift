import ECallAPI

import struct Foundation.Data

/// Key material as people paste it: PEM, or base64 in either alphabet, padded or not, with line breaks or without.
enum KeyText {
    /// Nil when it is neither. `labels` are the PEM labels that are taken.
    static func decode(_ text: String, labels: Set<String>) -> Data? {
        let text = text.trimmed
        guard text.hasPrefix("-----BEGIN ") else { return base64(text) }
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
        guard lines.count >= 3, let first = lines.first, let last = lines.last, first.hasSuffix("-----"),
            first.count > 16
        else { return nil }
        let label = String(first.dropFirst(11).dropLast(5))
        guard labels.contains(label), last == "-----END \(label)-----" else { return nil }
        return base64(lines.dropFirst().dropLast().joined())
    }

    /// Base64 or base64url with any line breaks; nil for anything else.
    static func base64(_ text: String) -> Data? {
        var characters = String(text.filter { !$0.isBlank })
        characters = String(characters.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        while characters.hasSuffix("=") { characters.removeLast() }
        guard !characters.isEmpty, characters.utf8.count % 4 != 1 else { return nil }
        characters += String(repeating: "=", count: (4 - characters.utf8.count % 4) % 4)
        return Base64.decode(characters)
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        String(drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
    }
}

extension Character {
    /// White space, or the byte order mark with which some editors begin a file.
    fileprivate var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
    }
}

import Foundation

/// Encodes text in lines of at most 76 ASCII characters (RFC 2045 section 6.7). Pure.
package enum QuotedPrintable {
    package static let longestLine = 76

    package static func encode(_ text: String) -> String {
        let unified = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let lines = unified.split(separator: "\n", omittingEmptySubsequences: false).map { encode(line: $0) }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private static func encode(line: Substring) -> String {
        let bytes = Array(line.utf8)
        var (done, current) = ("", "")
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let isBlank = byte == 0x20 || byte == 0x09
            let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
            let piece =
                isPlain || (isBlank && !isLast) ? String(UnicodeScalar(byte)) : "=" + hex(byte)
            // One column is reserved for the = of a soft break.
            if current.utf8.count + piece.utf8.count > longestLine - 1 {
                done += current + "=\r\n"
                current = ""
            }
            current += piece
        }
        return done + current
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

/// Encodes header text that is not ASCII (RFC 2047). Pure.
package enum EncodedWord {
    /// The base64 input of each word, which limits the word to 75 characters.
    private static let longestBytes = 45

    /// Returns ASCII text unchanged, other text as encoded words. Control characters become spaces.
    package static func header(_ text: String) -> String {
        let clean = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        if clean.utf8.allSatisfy({ $0 < 0x80 }), clean.utf8.count <= 900, !clean.contains("=?") { return clean }
        var (words, current) = ([String](), "")
        for character in clean.unicodeScalars {
            if current.utf8.count + String(character).utf8.count > longestBytes {
                words.append(current)
                current = ""
            }
            current.unicodeScalars.append(character)
        }
        words.append(current)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}

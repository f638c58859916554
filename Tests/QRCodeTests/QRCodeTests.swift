import Foundation
import Processes
import QRCode
import Testing

@Suite("QR codes", .timeLimit(.minutes(1)))
struct QRCodeTests {
    @Test(
        "a text takes the smallest version that holds it",
        arguments: [(1, 21), (14, 21), (15, 25), (26, 25), (27, 29), (412, 77), (413, 81), (2331, 177)])
    func versions(bytes: Int, size: Int) {
        #expect(QRCode(String(repeating: "a", count: bytes))?.size == size)
    }

    @Test("bytes are counted, not characters")
    func bytes() {
        #expect(QRCode(String(repeating: "é", count: 7))?.size == 21)
        #expect(QRCode(String(repeating: "é", count: 8))?.size == 25)
    }

    @Test("what no code holds has none", arguments: ["", String(repeating: "a", count: 2332), "a\u{0}b"])
    func none(text: String) {
        #expect(QRCode(text) == nil)
    }

    @Test("the finder patterns are in three corners, and around all is light")
    func pattern() throws {
        let code = try #require(QRCode("https://example.org/share/contact/a8KxR3"))
        for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            let rim = (0..<7).map { code.isDark(row: row, column: column + $0) }
            #expect(rim == Array(repeating: true, count: 7))
            #expect(!code.isDark(row: row + 1, column: column + 1) && code.isDark(row: row + 3, column: column + 3))
        }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.size))
    }

    @Test("a terminal's text has every module once, in lines of one length")
    func terminal() throws {
        let code = try #require(QRCode("https://example.org/share/contact/a8KxR3"))
        let lines = code.terminalText.split(separator: "\n").map {
            $0.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: "")
        }
        #expect(lines.count == (code.size + 5) / 2 && lines.allSatisfy { $0.count == code.size + 4 })
        let dark = lines.joined().reduce(0) { $0 + ($1 == "█" ? 2 : $1 == " " ? 0 : 1) }
        let expected = (0..<code.size * code.size).count {
            code.isDark(row: $0 / code.size, column: $0 % code.size)
        }
        #expect(dark == expected)
    }

    /// 004-26
    @Test("a reader of codes reads the text back")
    func readBack() async throws {
        let text = "https://calls.example.org/share/contact/" + String(repeating: "aB3-", count: 10)
        let code = try #require(QRCode(text))
        // A portable bitmap (netpbm's pbm), four pixels a module.
        let (zone, scale) = (4, 4)
        let side = (code.size + 2 * zone) * scale
        var bitmap = "P1\n\(side) \(side)\n"
        for row in 0..<side {
            for column in 0..<side {
                bitmap += code.isDark(row: row / scale - zone, column: column / scale - zone) ? "1 " : "0 "
            }
            bitmap += "\n"
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("code.pbm")
        try Data(bitmap.utf8).write(to: file)
        try #expect(await Self.read(file) == text)
    }

    /// The text that zbarimg finds in the picture.
    private static func read(_ file: URL) async throws -> String? {
        let reader = try PipedProcess("zbarimg", "/usr/bin/zbarimg", ["--raw", "--quiet", file.path])
        for await line in reader.lines { return line }
        return nil
    }
}

import Foundation
import Testing

@testable import QRCode

@Suite("QR codes", .timeLimit(.minutes(1)))
struct QRCodeTests {
    /// Made with libqrencode; the page is held to the same.
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let text: String
        let mask: Int
        let rows: [String]
        var testDescription: String { "\(text.utf8.count) bytes, mask \(mask)" }
    }

    static let vectors: [Vector] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../WebTests/vectors/qr.json")
        return (try? JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))) ?? []
    }()

    static func rows(_ code: QRCode) -> [String] {
        (0..<code.size).map { row in
            String((0..<code.size).map { code.isDark(row: row, column: $0) ? "#" : "." })
        }
    }

    @Test("codes are drawn as libqrencode draws them", arguments: vectors)
    func vector(_ vector: Vector) throws {
        #expect(Self.rows(try #require(QRCode(vector.text, mask: vector.mask))) == vector.rows)
    }

    @Test("there are vectors") func vectorsAreThere() { #expect(Self.vectors.count >= 5) }

    @Test("there is room for as many bytes as the standard says")
    func capacity() {
        #expect(
            QRVersion.all.map(\.capacity) == [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412])
        for version in QRVersion.all {
            #expect(QRCode(String(repeating: "a", count: version.capacity), mask: 0)?.size == version.size)
        }
        #expect(QRCode(String(repeating: "a", count: 413)) == nil)
        // Bytes count, not characters.
        #expect(QRCode(String(repeating: "é", count: 7))?.size == 21)
        #expect(QRCode(String(repeating: "é", count: 8))?.size == 25)
    }

    @Test("the mask that reads best is taken")
    func mask() throws {
        let text = "https://example.org/share/contact/a8KxR3"
        let all = try (0..<8).map { try #require(QRCode(text, mask: $0)).penalty }
        #expect(try #require(QRCode(text)).penalty == all.min() && Set(all).count > 1)
    }

    @Test("the PNG is what its parts say, and its points are the code's")
    func png() throws {
        let code = try #require(QRCode("https://example.org/share/contact/a8KxR3"))
        for scale in [1, 3, 8] {
            let image = try Self.read(code.png(scale: scale))
            #expect(image.width == (code.size + 8) * scale && image.points.count == image.width)
            for (y, row) in image.points.enumerated() {
                for (x, isDark) in row.enumerated() {
                    let (line, column) = (y / scale - 4, x / scale - 4)
                    let isInside = (0..<code.size).contains(line) && (0..<code.size).contains(column)
                    guard isDark == (isInside && code.isDark(row: line, column: column)) else {
                        Issue.record("point \(x), \(y) at scale \(scale)")
                        return
                    }
                }
            }
        }
        #expect(PNG.crc(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(PNG.adler(Array("Wikipedia".utf8)) == 0x11E6_0398)
    }

    struct Malformed: Error {}

    /// Reads what the writer writes, and no more.
    static func read(_ file: [UInt8]) throws -> (width: Int, points: [[Bool]]) {
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Malformed() }
        var chunks: [String: [UInt8]] = [:]
        var at = 8
        while at < file.count {
            let length = number(file[at..<(at + 4)])
            let body = Array(file[(at + 4)..<(at + 8 + length)])
            guard number(file[(at + 8 + length)..<(at + 12 + length)]) == Int(PNG.crc(body)) else { throw Malformed() }
            chunks[String(decoding: body.prefix(4), as: UTF8.self)] = Array(body.dropFirst(4))
            at += 12 + length
        }
        guard let header = chunks["IHDR"], var data = chunks["IDAT"]?[...], chunks["IEND"] == [] else {
            throw Malformed()
        }
        let width = number(header[0..<4])
        guard header[8...] == [1, 0, 0, 0, 0], number(data.prefix(2)) % 31 == 0 else { throw Malformed() }
        data = data.dropFirst(2)
        var bytes: [UInt8] = []
        var isLast = false
        while !isLast {
            let head = Array(data.prefix(5))
            let length = Int(head[1]) | Int(head[2]) << 8
            let complement = Int(head[3]) | Int(head[4]) << 8
            guard length ^ complement == 0xFFFF else { throw Malformed() }
            isLast = head[0] == 1
            bytes += data.dropFirst(5).prefix(length)
            data = data.dropFirst(5 + length)
        }
        let stride = 1 + (width + 7) / 8
        guard number(data) == Int(PNG.adler(bytes)), bytes.count == stride * number(header[4..<8]) else {
            throw Malformed()
        }
        var points: [[Bool]] = []
        for start in Swift.stride(from: 1, to: bytes.count, by: stride) {
            points.append((0..<width).map { x in bytes[start + x / 8] & (0x80 >> UInt8(x % 8)) == 0 })
        }
        return (width, points)
    }
}

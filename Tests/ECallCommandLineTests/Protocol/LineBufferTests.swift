import Testing

@testable import ECallCommandLine

@Suite("Lines between commands and agent", .timeLimit(.minutes(1)))
struct LineBufferTests {
    private static let texts = ["{\"id\":1}", "", "second, with ümläuts", String(repeating: "x", count: 5_000)]

    private func lines(_ pieces: [[UInt8]]) throws -> [String] {
        var buffer = LineBuffer()
        var lines: [String] = []
        for piece in pieces {
            buffer.append(piece)
            while let line = try buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        return lines
    }

    private static var bytes: [UInt8] { Array(texts.map { $0 + "\n" }.joined().utf8) }

    @Test("the lines are the same for any size of the chunks", arguments: [1, 2, 7, 100, 100_000])
    func pieces(length: Int) throws {
        let bytes = Self.bytes
        let pieces = stride(from: 0, to: bytes.count, by: length).map {
            Array(bytes[$0..<min($0 + length, bytes.count)])
        }
        #expect(try lines(pieces) == Self.texts)
    }

    @Test("an unfinished line is not returned")
    func unfinished() throws {
        #expect(try lines([Array("one\ntw".utf8)]) == ["one"])
    }

    @Test("the longest line passes, and one byte more does not, ended or not", arguments: [true, false])
    func limit(ends: Bool) throws {
        let longest = [UInt8](repeating: UInt8(ascii: "a"), count: LineBuffer.longest)
        #expect(try lines([longest + [UInt8(ascii: "\n")]]).first?.utf8.count == LineBuffer.longest)
        #expect(throws: LineBuffer.Failure.tooLong) {
            try lines([longest + [UInt8(ascii: "a")] + (ends ? [UInt8(ascii: "\n")] : [])])
        }
    }
}

import NIOCore
import Testing

@testable import ServerFoundation

@Suite("RFC 6455 section 5.2: minimal lengths", .timeLimit(.minutes(1)))
struct FrameLengthTests {
    private static func frame(_ length: [UInt8], payload: Int, masked: Bool = true) -> [UInt8] {
        [0x82] + [length[0] | (masked ? 0x80 : 0)] + length.dropFirst() + (masked ? [1, 2, 3, 4] : [])
            + [UInt8](repeating: 0x7F, count: payload)
    }

    /// The number of bytes accepted, in pieces of the given size.
    private static func passed(_ bytes: [UInt8], pieces: Int) -> Int {
        var checker = FrameLengthChecker()
        var count = 0
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            let piece = ByteBuffer(bytes: bytes[start..<min(start + pieces, bytes.count)])
            let good = checker.check(piece.readableBytesView)
            count += good
            if good < piece.readableBytes { return count }
        }
        return count
    }

    @Test(
        "minimal lengths pass, others end the input, in pieces of any size",
        arguments: [1, 2, 3, 7, 64, 1 << 20])
    func lengths(pieces: Int) {
        let good =
            Self.frame([0], payload: 0) + Self.frame([125], payload: 125) + Self.frame([126, 0, 126], payload: 126)
            + Self.frame([126, 0xFF, 0xFF], payload: 65_535)
            + Self.frame([127, 0, 0, 0, 0, 0, 1, 0, 0], payload: 65_536)
            + Self.frame([0], payload: 0, masked: false) + Self.frame([3], payload: 3, masked: false)
        #expect(Self.passed(good, pieces: pieces) == good.count)
        for length in [
            [126, 0, 125], [126, 0, 0], [127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [127, 0, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]] {
            let bad = Self.frame(length, payload: 4)
            #expect(Self.passed(bad, pieces: pieces) < bad.count)
            #expect(Self.passed(good + bad, pieces: pieces) < good.count + length.count + 1)
        }
        let endless = Self.frame([127] + [UInt8](repeating: 0xFF, count: 8), payload: 100)
        #expect(Self.passed(endless, pieces: pieces) == endless.count)
    }
}

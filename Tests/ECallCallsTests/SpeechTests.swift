import ECallMedia
import Foundation
import Testing

@Suite("Speech detection")
struct SpeechTests {
    private struct Vectors: Decodable {
        struct Sequence: Decodable {
            let name: String
            /// Milliseconds, the level, and whether the person speaks then.
            let looks: [Look]
        }
        struct Look: Decodable {
            let (at, level, isSpeaking): (UInt64, Double, Bool)

            init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                at = try values.decode(UInt64.self)
                level = try values.decode(Double.self)
                isSpeaking = try values.decode(Bool.self)
            }
        }
        let sequences: [Sequence]
    }

    /// Shared with the page (Tests/WebTests/calls/speaking.test.mjs).
    @Test("speech is detected by loudness, as in the vectors")
    func levels() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/speech.json")
        let sequences = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url)).sequences
        #expect(sequences.count == 7)
        for sequence in sequences {
            var detector = SpeechDetector()
            for look in sequence.looks {
                _ = detector.take(look.level, at: look.at)
                #expect(detector.isSpeaking == look.isSpeaking, "\(sequence.name) at \(look.at) ms")
            }
        }
    }

    @Test("sound is measured every 20 ms, however it is cut into buffers", arguments: [2, 960, 1920, 5000])
    func sound(size: Int) {
        // 60 ms of a tone as loud as speech, 700 ms of silence.
        let tone = (0..<2880).map { Int16(3000 * sin(Double($0) / 20)) }
        let bytes = (tone + [Int16](repeating: 0, count: 33_600)).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF)] }
        var detector = SpeechInSound()
        var changes: [Bool] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let changed = bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { detector.take($0) }
            if let changed { changes.append(changed) }
        }
        #expect(changes == [true, false])
    }
}

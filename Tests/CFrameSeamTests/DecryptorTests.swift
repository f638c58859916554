import CFrameSeam
import CFrameSeamTestSupport
import Testing

@Suite("Decryptor of the frame seam", .timeLimit(.minutes(1)))
struct DecryptorTests {
    struct Outcome: Equatable {
        let status: Int32
        let written: Int
        let frame: [UInt8]
    }

    static let sealed: [UInt8] = [9, 8, 7, 6, 5, 4]
    static let empty = [UInt8](repeating: 0, count: 6)

    /// Audio is opened into another buffer, video in place.
    enum Buffer: CaseIterable {
        case apart, inPlace
    }

    func decrypt(
        _ double: SeamDouble, _ way: Way = .slot, _ buffer: Buffer = .apart, media: Int32 = 1, additional: [UInt8] = [],
        sealedCount: Int = 6, hasSealed: Bool = true, hasFrame: Bool = true
    ) throws -> Outcome {
        let decryptor = try #require(double.makeDecryptor())
        defer { cframeseam_release(decryptor) }
        var sealed = Self.sealed
        var frame = [UInt8](repeating: 0xAA, count: 6)
        let result = additional.withUnsafeBufferPointer { additional in
            sealed.withUnsafeMutableBufferPointer { sealed in
                frame.withUnsafeMutableBufferPointer { frame in
                    let output = buffer == .inPlace ? sealed : frame
                    return caller_decrypt(
                        way.rawValue, decryptor, media,
                        caller_bytes(start: additional.isEmpty ? nil : additional.baseAddress, count: additional.count),
                        caller_bytes(start: hasSealed ? sealed.baseAddress : nil, count: sealedCount),
                        caller_buffer(start: hasFrame ? output.baseAddress : nil, count: output.count))
                }
            }
        }
        return Outcome(status: result.status, written: result.written, frame: buffer == .inPlace ? sealed : frame)
    }

    @Test("an opened frame is handed over", arguments: Way.allCases, Buffer.allCases)
    func opens(way: Way, buffer: Buffer) throws {
        for media in [0, 1] as [Int32] {
            let double = SeamDouble(output: [1, 2, 3, 4])
            let outcome = try decrypt(double, way, buffer, media: media, additional: [0x51])
            #expect(outcome.status == Int32(CFRAMESEAM_OPENED) && outcome.written == 4)
            #expect(outcome.frame.prefix(4) == [1, 2, 3, 4])
            #expect(
                double.calls == [.init(media: media, ssrc: nil, additional: [0x51], input: Self.sealed, capacity: 6)])
        }
    }

    @Test(
        "the opener's status decides what libwebrtc is told",
        arguments: [
            (1, CFRAMESEAM_DROPPED), (2, CFRAMESEAM_NOT_OPENED), (3, CFRAMESEAM_NOT_OPENED),
            (-1, CFRAMESEAM_NOT_OPENED),
        ],
        Way.allCases)
    func mapsStatus(status: (Int, Int), way: Way) throws {
        let outcome = try decrypt(SeamDouble(output: [1, 2, 3, 4], status: Int32(status.0)), way)
        #expect(outcome == Outcome(status: Int32(status.1), written: 0, frame: Self.empty))
    }

    @Test("a frame that did not open in place stays as it was received", arguments: [1, 2] as [Int32], Way.allCases)
    func keepsUnopenedFrames(status: Int32, way: Way) throws {
        let outcome = try decrypt(SeamDouble(output: [1, 2, 3, 4], status: status), way, .inPlace)
        #expect(outcome == Outcome(status: status, written: 0, frame: Self.sealed))
    }

    @Test(
        "an opener that reports success for no output, too much output or the frame itself is refused",
        arguments: [([1], 0), ([1], 7), ([1], .max), (Self.sealed, 6)] as [([UInt8], Int)], Way.allCases)
    func refusesBrokenOpeners(output: ([UInt8], Int), way: Way) throws {
        let double = SeamDouble(output: output.0, reported: output.1)
        let failed = Int32(CFRAMESEAM_NOT_OPENED)
        #expect(try decrypt(double, way) == Outcome(status: failed, written: 0, frame: Self.empty))
        #expect(try decrypt(double, way, .inPlace) == Outcome(status: failed, written: 0, frame: Self.sealed))
        #expect(double.calls.count == 2)
    }

    @Test("frames of another medium, missing and oversized ones never reach the opener", arguments: Way.allCases)
    func refusesUnusableFrames(way: Way) throws {
        let double = SeamDouble(output: [1])
        let largest = cframeseam_sealed_capacity(CFRAMESEAM_LARGEST_FRAME)
        var outcomes = [
            try decrypt(double, way, hasSealed: false), try decrypt(double, way, sealedCount: 0),
            try decrypt(double, way, hasFrame: false), try decrypt(double, way, sealedCount: largest + 1),
            try decrypt(double, way, sealedCount: .max),
        ]
        for media in [-1, 2, 3, 4] as [Int32] { outcomes.append(try decrypt(double, way, media: media)) }
        for outcome in outcomes {
            #expect(outcome.status == Int32(CFRAMESEAM_NOT_OPENED) && outcome.written == 0)
        }
        #expect(double.calls.isEmpty)
    }

    @Test("the buffer is never larger than the received frame, or libwebrtc ends the process", arguments: Way.allCases)
    func promisesPlaintext(way: Way) throws {
        let decryptor = try #require(SeamDouble().makeDecryptor())
        defer { cframeseam_release(decryptor) }
        let largest = cframeseam_sealed_capacity(CFRAMESEAM_LARGEST_FRAME)
        for (count, expected) in [(0, 0), (1, 1), (1200, 1200), (largest, largest), (largest + 1, 0), (.max, 0)] {
            #expect(caller_largest_plaintext(way.rawValue, decryptor, 1, count) == expected)
        }
    }
}

import CFrameSeam
import CFrameSeamTestSupport
import Testing

@Suite("Encryptor of the frame seam", .timeLimit(.minutes(1)))
struct EncryptorTests {
    struct Outcome: Equatable {
        let status: Int32
        let written: Int
        let sealed: [UInt8]
    }

    static let frame: [UInt8] = [1, 2, 3, 4]
    static let capacity = 4 + 2 + 256

    /// Encrypts like libwebrtc: into a buffer of the announced size that still contains old bytes.
    func encrypt(
        _ double: SeamDouble, _ way: Way = .slot, media: Int32 = 1, ssrc: UInt32 = 7, additional: [UInt8] = [],
        frame: [UInt8]? = Self.frame, frameCount: Int? = nil, capacity: Int = Self.capacity, hasBuffer: Bool = true
    ) throws -> Outcome {
        let encryptor = try #require(double.makeEncryptor())
        defer { cframeseam_release(encryptor) }
        var sealed = [UInt8](repeating: 0xAA, count: capacity)
        var written = 99
        let status = additional.withUnsafeBufferPointer { additional in
            (frame ?? []).withUnsafeBufferPointer { bytes in
                sealed.withUnsafeMutableBufferPointer { buffer in
                    caller_encrypt(
                        way.rawValue, encryptor, media, ssrc,
                        caller_bytes(start: additional.isEmpty ? nil : additional.baseAddress, count: additional.count),
                        caller_bytes(start: frame == nil ? nil : bytes.baseAddress, count: frameCount ?? bytes.count),
                        caller_buffer(start: hasBuffer ? buffer.baseAddress : nil, count: buffer.count), &written)
                }
            }
        }
        return Outcome(status: status, written: written, sealed: sealed)
    }

    @Test(
        "a sealed frame is handed over, and the sealer got all its metadata", arguments: Way.allCases,
        [0, 1] as [Int32])
    func seals(way: Way, media: Int32) throws {
        let double = SeamDouble(output: [9, 8, 7, 6, 5, 4])
        let outcome = try encrypt(double, way, media: media, ssrc: 0xFEDC_BA98, additional: [0x51, 0x52])
        #expect(outcome.status == 0 && outcome.written == 6)
        #expect(outcome.sealed.prefix(6) == [9, 8, 7, 6, 5, 4])
        #expect(
            double.calls == [
                .init(
                    media: media, ssrc: 0xFEDC_BA98, additional: [0x51, 0x52], input: Self.frame,
                    capacity: Self.capacity)
            ])
    }

    @Test(
        "the buffer has one and a half times the frame and 256 bytes",
        arguments: [
            (0, 256), (1, 257), (2, 259), (3, 260), (1200, 2056), (1 << 24, (1 << 24) + (1 << 23) + 256),
            ((1 << 24) + 1, 0), (.max, 0),
        ], Way.allCases)
    func promisesCapacity(sizes: (Int, Int), way: Way) throws {
        let encryptor = try #require(SeamDouble().makeEncryptor())
        defer { cframeseam_release(encryptor) }
        #expect(caller_largest_ciphertext(way.rawValue, encryptor, 1, sizes.0) == sizes.1)
        #expect(cframeseam_sealed_capacity(sizes.0) == sizes.1)
    }

    @Test("a frame of another medium never reaches the sealer", arguments: [-1, 2, 3, 4] as [Int32], Way.allCases)
    func refusesOtherMedia(media: Int32, way: Way) throws {
        let double = SeamDouble(output: [9])
        let outcome = try encrypt(double, way, media: media)
        #expect(outcome.status == Int32(CFRAMESEAM_UNKNOWN_MEDIA) && outcome.written == 0)
        #expect(double.calls.isEmpty)
    }

    @Test("a missing frame or buffer is an error", arguments: Way.allCases)
    func refusesMissing(way: Way) throws {
        let double = SeamDouble(output: [9])
        let missing = Int32(CFRAMESEAM_MISSING)
        for outcome in [
            try encrypt(double, way, frame: nil, frameCount: 4), try encrypt(double, way, frame: []),
            try encrypt(double, way, hasBuffer: false),
        ] {
            #expect(outcome.status == missing && outcome.written == 0)
        }
        #expect(double.calls.isEmpty)
    }

    @Test("a call without a place for the count is an error", arguments: Way.allCases)
    func refusesMissingCount(way: Way) throws {
        let double = SeamDouble(output: [9])
        let encryptor = try #require(double.makeEncryptor())
        defer { cframeseam_release(encryptor) }
        var sealed = [UInt8](repeating: 0, count: Self.capacity)
        let status = sealed.withUnsafeMutableBufferPointer { buffer in
            Self.frame.withUnsafeBufferPointer { frame in
                caller_encrypt(
                    way.rawValue, encryptor, 1, 7, caller_bytes(), caller_bytes(start: frame.baseAddress, count: 4),
                    caller_buffer(start: buffer.baseAddress, count: buffer.count), nil)
            }
        }
        #expect(status == Int32(CFRAMESEAM_MISSING))
        #expect(double.calls.isEmpty)
    }

    @Test("a frame over the limit is an error", arguments: [(1 << 24) + 1, .max], Way.allCases)
    func refusesOversizedFrames(count: Int, way: Way) throws {
        let double = SeamDouble(output: [9])
        let outcome = try encrypt(double, way, frameCount: count)
        #expect(outcome.status == Int32(CFRAMESEAM_TOO_LARGE) && outcome.written == 0)
        #expect(double.calls.isEmpty)
    }

    @Test("a buffer smaller than promised is an error", arguments: [0, Self.capacity - 1], Way.allCases)
    func refusesSmallBuffers(capacity: Int, way: Way) throws {
        let double = SeamDouble(output: [9])
        let outcome = try encrypt(double, way, capacity: capacity)
        #expect(outcome.status == Int32(CFRAMESEAM_NO_ROOM) && outcome.written == 0)
        #expect(double.calls.isEmpty)
    }

    @Test("nothing of a refused frame stays in the buffer", arguments: Way.allCases)
    func wipesRefusedFrames(way: Way) throws {
        let outcome = try encrypt(SeamDouble(output: Self.frame + [0], status: 1), way)
        let empty = [UInt8](repeating: 0, count: Self.capacity)
        #expect(outcome == Outcome(status: Int32(CFRAMESEAM_REFUSED), written: 0, sealed: empty))
    }

    @Test(
        "a sealer that reports success for no output, too much output or the frame itself is refused",
        arguments: [([9], 0), ([9], Self.capacity + 1), ([9], .max), (Self.frame, 4)] as [([UInt8], Int)], Way.allCases)
    func refusesBrokenSealers(output: ([UInt8], Int), way: Way) throws {
        let double = SeamDouble(output: output.0, reported: output.1)
        let outcome = try encrypt(double, way)
        let empty = [UInt8](repeating: 0, count: Self.capacity)
        #expect(outcome == Outcome(status: Int32(CFRAMESEAM_BROKEN_SEALER), written: 0, sealed: empty))
        #expect(double.calls.count == 1)
    }
}

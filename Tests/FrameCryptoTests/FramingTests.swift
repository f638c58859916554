import Foundation
import Testing

@testable import FrameCrypto

@Suite("Framing", .timeLimit(.minutes(1)))
struct FramingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let frame: [UInt8]
        let units: [[UInt8]]
        var testDescription: String { name }
    }

    private static let cases: [Case] = [
        Case(name: "one slice", frame: Frames.delta, units: [Frames.slice]),
        Case(name: "key frame", frame: Frames.idr, units: [Frames.sps, Frames.pps, Frames.idrSlice]),
        Case(
            name: "delimiter and SEI are dropped",
            frame: Frames.accessUnit([Frames.delimiter, Frames.sps, Frames.pps, Frames.sei, Frames.idrSlice]),
            units: [Frames.sps, Frames.pps, Frames.idrSlice]),
        Case(
            name: "many slices", frame: Frames.accessUnit([Frames.slice, Frames.laterSlice, Frames.laterSlice]),
            units: [Frames.slice, Frames.laterSlice, Frames.laterSlice]),
        Case(
            name: "three-byte start codes", frame: [0, 0, 1] + Frames.slice + [0, 0, 1] + Frames.laterSlice,
            units: [Frames.slice, Frames.laterSlice]),
        Case(
            name: "zeros before, between and behind",
            frame: [0, 0, 0, 0, 0, 1] + Frames.slice + [0, 0, 0, 0, 0, 0, 1] + Frames.laterSlice + [0, 0, 0],
            units: [Frames.slice, Frames.laterSlice]),
        Case(
            name: "an empty unit", frame: [0, 0, 0, 1, 0, 0, 0, 1] + Frames.slice, units: [Frames.slice]),
    ]

    /// 002-22
    @Test("an access unit opens as its slices and parameter sets, nothing else", arguments: cases)
    func h264(test: Case) throws {
        var sealer = SenderTrackSealer.fixed(.h264, waits: false)
        var opener = FixedOpener(.h264)
        let sealed = sealer.sealed(test.frame)
        guard case .opened(let opened, _) = opener.open(sealed, now: 0) else {
            Issue.record("not opened")
            return
        }
        #expect(opened == Frames.accessUnit(test.units))
    }

    @Test(
        "002-7: on the wire: hints, then one slice unit with two clear bytes and no start code inside", arguments: cases
    )
    func wire(test: Case) throws {
        var sealer = SenderTrackSealer.fixed(.h264, waits: false)
        let wire = sealer.sealed(test.frame)
        let units = try #require(AnnexB.units(wire)).map { Array(wire[$0]) }
        let parameterSets = test.units.filter { [7, 8].contains($0[0] & 0x1F) }
        #expect(Array(units.dropLast()) == parameterSets)
        let slice = try #require(units.last)
        let plain = try #require(test.units.first { [1, 5].contains($0[0] & 0x1F) })
        #expect(slice.prefix(2) == plain.prefix(2))
        #expect(slice[2] >= 0xF0, "the SFrame header reads as PPS id 0")
        #expect(slice.last == 0x80)
        #expect(wire.starts(with: [0, 0, 0, 1]))
    }

    @Test(
        "a frame that cannot be protected is refused and asks for a key frame",
        arguments: [
            ("no start code", Frames.slice),
            ("bytes before the start code", [9] + Frames.delta),
            ("no slice", Frames.accessUnit([Frames.sps, Frames.pps])),
            ("only zeros", [0, 0, 0, 0]),
            ("first_mb is not 0", Frames.accessUnit([Frames.laterSlice])),
            // slice_type 0 in '1', PPS id 1 in '010'.
            ("PPS id is not 0", Frames.accessUnit([[0x41, 0b1101_0000, 0x11]])),
            ("PPS id is not 0, second byte", Frames.accessUnit([[0x65, 0x88, 0b0101_0000, 0x11]])),
            ("slice_type 10", Frames.accessUnit([[0x41, 0b1000_1011, 0xFF, 0x11]])),
            ("forbidden bit", Frames.accessUnit([[0xC1] + Frames.slice.dropFirst()])),
            ("forbidden bit in a parameter set", Frames.accessUnit([[0xE7] + Frames.sps.dropFirst(), Frames.slice])),
            ("a slice of one byte", Frames.accessUnit([[0x41]])),
            ("IDR without SPS", Frames.accessUnit([Frames.pps, Frames.idrSlice])),
            ("IDR without PPS", Frames.accessUnit([Frames.sps, Frames.idrSlice])),
        ] as [(String, [UInt8])])
    func refused(name: String, frame: [UInt8]) {
        var sealer = SenderTrackSealer.fixed(.h264, waits: false)
        #expect(sealer.seal(frame) == .dropped(.unsupportedFrame, needsKeyFrame: true))
        #expect(sealer.seal(Frames.delta) == .dropped(.waitingForKeyFrame, needsKeyFrame: true))
        #expect(!sealer.sealed(Frames.idr).isEmpty)
        #expect(!sealer.sealed(Frames.delta).isEmpty)
    }

    @Test(
        "received bytes that are not a sealed H.264 frame are malformed",
        arguments: [
            ("nothing", []), ("no start code", [1, 2, 3]), ("no slice", Frames.accessUnit([Frames.sps])),
            ("two slices", Frames.accessUnit([Frames.slice, Frames.slice])),
            ("not sealed", Frames.delta), ("two bytes", Frames.accessUnit([[0x41, 0x9A]])),
            ("forbidden bit", Frames.accessUnit([[0xC1, 0x9A, 0xF0, 0x80]])),
            ("a start code inside", Frames.accessUnit([[0x41, 0x9A, 0xF0, 0, 0, 2, 0x80]])),
            ("an escape nobody needed", Frames.accessUnit([[0x41, 0x9A, 0xF0, 0, 0, 3, 4, 0x80]])),
            ("an escape at the end", Frames.accessUnit([[0x41, 0x9A, 0xF0, 0, 0, 3]])),
        ] as [(String, [UInt8])])
    func malformed(name: String, payload: [UInt8]) {
        var opener = FixedOpener(.h264)
        guard case .dropped(.malformed, _) = opener.open(payload, now: 0) else {
            Issue.record("accepted")
            return
        }
    }

    @Test("changed clear bytes do not open; hints may change")
    func clearBytes() throws {
        var sealer = SenderTrackSealer.fixed(.h264)
        let wire = sealer.sealed(Frames.idr)
        let slice = try #require(AnnexB.units(wire)?.last)
        for offset in 0..<2 {
            var changed = wire
            changed[slice.lowerBound + offset] ^= offset == 0 ? 0x20 : 0x01
            var opener = FixedOpener(.h264)
            #expect(opener.open(changed, now: 0) == .dropped(.badTag, needsKeyFrame: true))
        }
        var opener = FixedOpener(.h264)
        let other = Frames.accessUnit([Frames.delimiter, [0x67, 1, 2], Array(wire[slice])])
        #expect(opener.open(other, now: 0) == .opened(Frames.idr, needsKeyFrame: false))
    }

    @Test(
        "VP8 keeps 10 or 3 bytes clear",
        arguments: [([0x10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 10), ([0x11, 2, 3, 4], 3)] as [([UInt8], Int)])
    func vp8(frame: [UInt8], clear: Int) {
        var sealer = SenderTrackSealer.fixed(.vp8, waits: false)
        let wire = sealer.sealed(frame)
        #expect(wire.prefix(clear) == frame.prefix(clear))
        #expect(wire[clear] >= 0xF0)
        var opener = FixedOpener(.vp8)
        guard case .opened(frame, _) = opener.open(wire, now: 0) else {
            Issue.record("not opened")
            return
        }
        for index in 1..<clear {
            var changed = wire
            changed[index] ^= 1
            guard case .dropped(.badTag, _) = opener.open(changed, now: 0) else {
                // The counter was used already: a fresh opener decides.
                var fresh = FixedOpener(.vp8)
                #expect(fresh.open(changed, now: 0) == .dropped(.badTag, needsKeyFrame: true))
                continue
            }
        }
    }

    @Test(
        "frames that are too short are not sealed",
        arguments: [
            (FrameCodec.opus, []), (.vp8, []), (.h264, []), (.vp8, [0x10, 2, 3, 4, 5, 6, 7, 8, 9]), (.vp8, [0x11, 2]),
        ] as [(FrameCodec, [UInt8])])
    func short(codec: FrameCodec, frame: [UInt8]) {
        var sealer = SenderTrackSealer.fixed(codec)
        #expect(sealer.seal(frame) == .dropped(.emptyFrame, needsKeyFrame: codec != .opus))
    }

    @Test("Opus: all is sealed, and a dropped packet delays nothing")
    func opus() {
        var sealer = SenderTrackSealer.fixed(.opus)
        var opener = FixedOpener(.opus)
        #expect(sealer.seal([]) == .dropped(.emptyFrame, needsKeyFrame: false))
        let packet: [UInt8] = [0xFC, 1, 2, 3]
        let wire = sealer.sealed(packet)
        #expect(wire.count == 9 + packet.count + 16)
        #expect(opener.open(wire, now: 0) == .opened(packet, needsKeyFrame: false))
    }

    @Test("escaping hides every start code and unescaping gives the bytes back")
    func escaping() {
        let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
        print("SEED=\(seed)")
        var generator = SplitMix64(seed: seed)
        for round in 0..<3000 {
            let bytes = Frames.random(.random(in: 0...60, using: &generator), using: &generator) + [0x80]
            let zeros = round % 3
            var escaped = [UInt8](repeating: 0, count: zeros)
            EmulationPrevention.escape(bytes, zeros: zeros, into: &escaped)
            for index in escaped.indices.dropFirst(2) where escaped[index - 1] == 0 && escaped[index - 2] == 0 {
                #expect(escaped[index] >= 3, "seed \(seed), round \(round)")
            }
            #expect(
                EmulationPrevention.unescape(escaped[zeros...], zeros: zeros) == bytes, "seed \(seed), round \(round)")
        }
    }

    @Test(
        "escaping starts with the zeros of the clear bytes",
        arguments: [
            (0, [0, 0, 0, 1], [0, 0, 3, 0, 1]), (1, [0, 1, 9], [0, 3, 1, 9]), (2, [2, 9], [3, 2, 9]),
            (2, [0, 0, 0], [3, 0, 0, 3, 0]), (1, [1, 0, 0, 3], [1, 0, 0, 3, 3]), (0, [0, 0, 4], [0, 0, 4]),
        ] as [(Int, [UInt8], [UInt8])])
    func escapingExamples(zeros: Int, bytes: [UInt8], escaped: [UInt8]) {
        var output: [UInt8] = []
        EmulationPrevention.escape(bytes, zeros: zeros, into: &output)
        #expect(output == escaped)
        #expect(EmulationPrevention.unescape(escaped[...], zeros: zeros) == bytes)
    }
}

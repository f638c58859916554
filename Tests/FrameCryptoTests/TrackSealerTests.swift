import Testing

@testable import FrameCrypto

@Suite("Track sealer", .timeLimit(.minutes(1)))
struct TrackSealerTests {
    @Test("counters start at 0 and go up by one; the KID has its top bit, tag and session")
    func counters() throws {
        var sealer = TrackSealer.fixed(.opus, session: 0xABCD_1234_5678, tag: 0x7FFF)
        for counter in 0..<300 as Range<UInt64> {
            let wire = sealer.sealed([1, 2, 3])
            let header = try #require(SFrameHeader.decode(wire[...])?.header)
            #expect(header == SFrameHeader(keyID: 0xFFFF_ABCD_1234_5678, counter: counter))
        }
    }

    @Test("video starts with a key frame", arguments: [(FrameCodec.h264, Frames.delta), (.vp8, [0x11, 2, 3, 4])])
    func start(codec: FrameCodec, delta: [UInt8]) {
        var sealer = TrackSealer.fixed(codec)
        let waits = sealer.waitsForKeyFrame
        #expect(waits)
        #expect(sealer.seal(delta) == .dropped(.waitingForKeyFrame, needsKeyFrame: true))
        var running = TrackSealer.fixed(codec, waits: false)
        #expect(!running.sealed(delta).isEmpty)
    }

    @Test("the last counter is used, then nothing is sealed any more")
    func exhausted() {
        var sealer = TrackSealer.fixed(.opus, firstCounter: (1 << 48) - 2)
        #expect(!sealer.sealed([1]).isEmpty)
        #expect(!sealer.sealed([1]).isEmpty)
        for _ in 0..<3 { #expect(sealer.seal([1]) == .dropped(.counterExhausted, needsKeyFrame: false)) }
    }

    @Test("a dropped frame takes no counter")
    func droppedFrame() throws {
        var sealer = TrackSealer.fixed(.h264)
        _ = sealer.seal(Frames.delta)
        _ = sealer.seal([])
        let wire = sealer.sealed(Frames.idr)
        var opener = TrackOpener.fixed(.h264)
        #expect(opener.open(wire, now: 0) == .opened(Frames.idr, needsKeyFrame: false))
        #expect(opener.open(sealer.sealed(Frames.delta), now: 0) == .opened(Frames.delta, needsKeyFrame: false))
    }

    @Test("sessions and tags are cut to their bits, and a KID without the top bit is none")
    func keyID() {
        let keyID = FrameKeyID(tag: 0xFFFF, session: .max)
        #expect(keyID.rawValue == .max)
        #expect(FrameKeyID(keyID.rawValue) == keyID)
        #expect(FrameKeyID(.max >> 1) == nil)
        #expect(FrameKeyID.tag(ofName: [0xAB, 0xCD, 9]) == 0x55E6)
    }
}

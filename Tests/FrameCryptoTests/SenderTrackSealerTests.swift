import Testing

@testable import FrameCrypto

@Suite("Sealer of one layer", .timeLimit(.minutes(1)))
struct SenderTrackSealerTests {
    @Test("counters start at 0 and go up by one, under the KID that was given")
    func counters() throws {
        var sealer = SenderTrackSealer.fixed(.opus, run: 0xABCD)
        for counter in 0..<300 as Range<UInt64> {
            let header = try #require(SFrameHeader.decode(sealer.sealed([1, 2, 3])[...])?.header)
            #expect(header == SFrameHeader(keyID: sealer.keyID.rawValue, counter: counter))
        }
        let keyID = sealer.keyID
        #expect(keyID.run == 0xABCD && keyID.generation == 7)
    }

    @Test("video starts with a key frame", arguments: [(FrameCodec.h264, Frames.delta), (.vp8, [0x11, 2, 3, 4])])
    func start(codec: FrameCodec, delta: [UInt8]) {
        var sealer = SenderTrackSealer.fixed(codec)
        let waits = sealer.waitsForKeyFrame
        #expect(waits)
        #expect(sealer.seal(delta) == .dropped(.waitingForKeyFrame, needsKeyFrame: true))
        var running = SenderTrackSealer.fixed(codec, waits: false)
        #expect(!running.sealed(delta).isEmpty)
    }

    @Test("the last counter is used, then nothing is sealed any more")
    func exhausted() {
        var sealer = SenderTrackSealer.fixed(.opus, firstCounter: (1 << 48) - 2)
        #expect(!sealer.sealed([1]).isEmpty)
        #expect(!sealer.sealed([1]).isEmpty)
        for _ in 0..<3 { #expect(sealer.seal([1]) == .dropped(.counterExhausted, needsKeyFrame: false)) }
    }

    @Test("a dropped frame takes no counter")
    func droppedFrame() throws {
        var sealer = SenderTrackSealer.fixed(.h264)
        _ = sealer.seal(Frames.delta)
        _ = sealer.seal([])
        let idr = sealer.sealed(Frames.idr)
        let layout = try #require(FrameLayout.split(idr, codec: .h264))
        #expect(SFrameHeader.decode(layout.sealed)?.header.counter == 0)
    }
}

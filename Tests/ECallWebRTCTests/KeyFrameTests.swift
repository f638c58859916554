import ECallMedia
import ECallWebRTC
import EngineTestSupport
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

@Suite("Key frames", .timeLimit(.minutes(1)))
struct KeyFrameTests {
    @Test("an H.264 frame that fails to open requests a key frame at once")
    func asksAtOnce() async throws {
        try await Phone.with { phone in
            let decryptor = ScriptedDecryptor(TestDecryptor(.h264), [.open, .open, .drop(.badTag, asks: true)])
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.h264), decryptor)
            for _ in 0..<3 { phone.network.see([1]) }
            #expect(phone.network.keyFrameRequests == 1)
            for _ in 0..<2 { phone.network.see([1]) }
            #expect(phone.network.sent.map(\.isKey) == [true, false, false, true, false])
            #expect(phone.network.keyFrameRequests == 1)
            let statistics = await subscriber.statistics()
            #expect(statistics.decoded == 4 && statistics.openDropsAfterFirst == [.badTag: 1])
            await loop.close()
        }
    }

    @Test("a replayed frame leaves pictures as they are")
    func ignoresReplays() async throws {
        try await Phone.with { phone in
            let decryptor = ScriptedDecryptor(TestDecryptor(.h264), [.open, .drop(.replay, asks: false)])
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.h264), decryptor)
            for _ in 0..<4 { phone.network.see([1]) }
            #expect(phone.network.keyFrameRequests == 0)
            #expect(await subscriber.statistics().decoded == 3)
            await loop.close()
        }
    }

    /// The decoder of VP8 cannot be wrapped: libwebrtc asks by itself, later.
    @Test("after a VP8 frame that fails to open libwebrtc requests a key frame in its own time")
    func asksLater() async throws {
        try await Phone.with { phone in
            let decryptor = ScriptedDecryptor(TestDecryptor(.vp8), [.open, .drop(.badTag, asks: true)])
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.vp8), decryptor, codec: .vp8)
            for _ in 0..<4 { phone.network.see([1]) }
            #expect(phone.network.keyFrameRequests == 0)
            #expect(await subscriber.statistics().decoded == 1)
            phone.network.pass()
            for _ in 0..<2 { phone.network.see([1]) }
            #expect(phone.network.keyFrameRequests == 1)
            #expect(await subscriber.statistics().decoded == 3)
            await loop.close()
        }
    }

    @Test("frames received before the key are opened once it arrives, and none is lost")
    func triesAgain() async throws {
        try await Phone.with { phone in
            let decryptor = TestDecryptor(.h264, key: nil, patienceMilliseconds: 60_000)
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.h264), decryptor)
            for _ in 0..<3 { phone.network.see([1]) }
            #expect(await subscriber.statistics().decoded == 0)
            decryptor.setKey(0x5A)
            phone.network.see([1])
            let statistics = await subscriber.statistics()
            #expect(statistics.decoded == 4 && statistics.openDrops.isEmpty && phone.network.keyFrameRequests == 0)
            await loop.close()
        }
    }

    @Test("no key frame is requested while a later key is missing, and one at once when it arrives")
    func waitsForKey() async throws {
        try await Phone.with { phone in
            let decryptor = ScriptedDecryptor(TestDecryptor(.h264), [.open, .held, .held, .drop(.noKey, asks: true)])
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.h264), decryptor)
            for _ in 0..<4 { phone.network.see([1]) }
            #expect(phone.network.keyFrameRequests == 0)
            phone.network.see([1])
            #expect(phone.network.keyFrameRequests == 1)
            phone.network.see([1])
            let statistics = await subscriber.statistics()
            #expect(statistics.decoded == 2 && statistics.openDrops == [.noKey: 3])
            await loop.close()
        }
    }

    @Test("a requested key frame is made", arguments: [FrameCodec.h264, .vp8])
    func makes(codec: FrameCodec) async throws {
        try await Phone.with { phone in
            let (loop, _) = try await Loop.video(phone, TestEncryptor(codec), TestDecryptor(codec), codec: codec)
            for _ in 0..<2 { phone.network.see([1]) }
            await loop.publisher.requestKeyFrame()
            for _ in 0..<2 { phone.network.see([1]) }
            #expect(phone.network.sent.map(\.isKey) == [true, false, true, false])
            await loop.close()
        }
    }

    /// 000-38
    @Test("video stops with the camera, and returns with a key frame, without negotiation")
    func pauses() async throws {
        try await Phone.with { phone in
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.h264), TestDecryptor(.h264))
            for _ in 0..<2 { phone.network.see([1]) }
            await loop.publisher.setVideoEnabled(false)
            #expect(phone.network.camerasInUse.isEmpty)
            phone.network.see([1])
            #expect(phone.network.sent.count == 2)
            await loop.publisher.setVideoEnabled(true)
            #expect(phone.network.camerasInUse.count == 1)
            for _ in 0..<2 { phone.network.see([1]) }
            #expect(phone.network.sent.map(\.isKey) == [true, false, true, false])
            #expect(await subscriber.statistics().decoded == 4)
            await loop.close()
        }
    }

    @Test("a slot that moves to another sender shows nothing of the former one", arguments: [FrameCodec.h264, .vp8])
    func switches(codec: FrameCodec) async throws {
        try await Phone.with { phone in
            let (ana, ben) = (VideoSurface(person: 1, kind: .camera), VideoSurface(person: 2, kind: .camera))
            let views = await (phone.engine.surfaces.makeView(for: ana), phone.engine.surfaces.makeView(for: ben))
            let (loop, subscriber) = try await Loop.video(
                phone, TestEncryptor(codec), TestDecryptor(codec), codec: codec, surface: ana)
            phone.network.see([1])
            try await subscriber.show(nil)
            phone.network.see([2])
            #expect(views.0.shown == [[1]])
            // Nothing of the previous one opens with the next one's key.
            try await subscriber.show(Phone.receiving(TestDecryptor(codec, key: 0x11), codec, surface: ben))
            phone.network.see([3])
            #expect(views.0.shown == [[1]] && views.1.shown.isEmpty)
            let statistics = await subscriber.statistics()
            #expect(statistics.opened == 0 && statistics.decoded == 0 && subscriber.arrivals == 1)
            try await subscriber.show(Phone.receiving(TestDecryptor(codec), codec, surface: ben))
            phone.network.see([4])
            #expect(await subscriber.statistics().decoded == 0, "no decoder can do anything with it")
            phone.network.pass()
            phone.network.see([5])
            if codec == .vp8 {
                #expect(views.1.shown.isEmpty, "pictures of VP8 may be the former sender's")
            } else {
                #expect(views.1.shown == [[5]])
                #expect(await subscriber.statistics().decoded == 1)
            }
            await loop.close()
        }
    }

    @Test("a picture decoded for the former sender is not shown")
    func latePicture() async throws {
        try await Phone.with { phone in
            let ben = VideoSurface(person: 2, kind: .camera)
            let view = await phone.engine.surfaces.makeView(for: ben)
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.h264), TestDecryptor(.h264))
            phone.network.see([1], timeStamp: 90)
            phone.network.holdsPictures = true
            phone.network.see([2], timeStamp: 180)
            try await subscriber.show(Phone.receiving(TestDecryptor(.h264), .h264, surface: ben))
            await loop.publisher.requestKeyFrame()
            phone.network.see([3], timeStamp: 270)
            phone.network.showHeldPictures()
            #expect(view.shown == [[3]])
            #expect(await subscriber.statistics().decoded == 1)
            await loop.close()
        }
    }
}

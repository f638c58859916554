import ECallMedia
import ECallWebRTC
import EngineTestSupport
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

@Suite("Nothing unsealed leaves", .timeLimit(.minutes(1)))
struct FailClosedTests {
    static let picture = Array("a face".utf8)

    @Test("a libwebrtc whose senders take no encryptor is not an engine")
    func noSelectors() async throws {
        await #expect(throws: MediaError.pipeline(element: "WebRTC", message: "frames cannot be sealed")) {
            try await Phone.with(seam: nil) { _ in }
        }
    }

    @Test("a publisher whose sender takes no encryptor is not made, and leaves no connection")
    func refusesUnsealedPublisher() async throws {
        try await Phone.with { phone in
            phone.network.seam = nil
            await #expect(throws: MediaError.pipeline(element: "WebRTC", message: "frames cannot be sealed")) {
                _ = try await phone.publisher(video: TestEncryptor(.h264))
            }
            #expect(phone.network.openConnections == 0 && phone.network.camerasInUse.isEmpty)
        }
    }

    @Test("a publisher whose sender of video takes no encryptor is not made, and the next one sends")
    func refusesUnsealedVideo() async throws {
        try await Phone.with { phone in
            phone.network.refusesVideoEncryptors = true
            await #expect(throws: MediaError.pipeline(element: "WebRTC", message: "frames cannot be sealed")) {
                _ = try await phone.publisher(video: TestEncryptor(.h264))
            }
            #expect(phone.network.openConnections == 0 && phone.network.camerasInUse.isEmpty)
            // A sender without an encryptor that stayed would keep the gate shut.
            phone.network.refusesVideoEncryptors = false
            let (loop, _) = try await Loop.video(phone, TestEncryptor(.h264), TestDecryptor(.h264))
            phone.network.see(Self.picture)
            #expect(phone.network.sent.count == 1)
            await loop.close()
        }
    }

    @Test("a subscriber whose receiver takes no decryptor answers nothing")
    func refusesUnopenedSubscriber() async throws {
        try await Phone.with { phone in
            let publisher = try await phone.publisher(video: TestEncryptor(.h264))
            let offer = try await publisher.createOffer()
            let subscriber = try await phone.subscriber(TestDecryptor(.h264))
            let sound = try await phone.engine.makeSoundConnection(ICEConfiguration())
            phone.network.seam = nil
            let refusal = MediaError.pipeline(element: "WebRTC", message: "frames cannot be sealed")
            await #expect(throws: refusal) { _ = try await subscriber.answer(offer: offer) }
            let audio = try await phone.engine.audioOffer()
            await #expect(throws: refusal) { _ = try await sound.answer(offer: audio) }
        }
    }

    /// 003-8
    @Test("every frame on the line is sealed, and opens at the other end", arguments: [FrameCodec.h264, .vp8])
    func sealsVideo(codec: FrameCodec) async throws {
        try await Phone.with { phone in
            let surface = VideoSurface(person: 7, kind: .camera)
            let view = await phone.engine.surfaces.makeView(for: surface)
            let (loop, subscriber) = try await Loop.video(
                phone, TestEncryptor(codec), TestDecryptor(codec), codec: codec, surface: surface)
            for count in 0..<3 { phone.network.see(Self.picture + [UInt8(count)], timeStamp: Int32(count) * 3_000) }
            let sent = phone.network.sent
            #expect(sent.count == 3 && sent.map(\.isKey) == [true, false, false] && phone.network.unsealed == 0)
            for frame in sent {
                #expect(frame.codec == (codec == .h264 ? "H264" : "VP8"))
                #expect(TestFrame.open(frame.bytes, key: 0x5A, codec: codec) != nil)
            }
            #expect(view.shown == (0..<3).map { Self.picture + [UInt8($0)] })
            let statistics = await subscriber.statistics()
            #expect(statistics.opened == 3 && statistics.decoded == 3 && statistics.openDrops.isEmpty)
            #expect(await loop.publisher.statistics().videoSealed == 3)
            let first = await loop.received.first { if case .firstDecodedFrame = $0 { true } else { false } }
            #expect(first == .firstDecodedFrame(at: statistics.firstDecodedAt, opened: statistics.firstOpenedAt))
            await loop.close()
        }
    }

    /// libwebrtc's own behaviour, which the engine guards against.
    @Test("a sender of video without an encryptor sends, and one of sound does not")
    func sendsUnsealed() async throws {
        try await Phone.with { phone in
            let gate = try await phone.bareSender()
            phone.network.see(Self.picture)
            phone.network.hear([1, 2, 3])
            #expect(phone.network.unsealed == 1 && phone.network.sent.map(\.isVideo) == [true])
            withExtendedLifetime(gate) {}
        }
    }

    @Test("what a sealer refuses is not sent, and a key frame follows at once")
    func dropsRefused() async throws {
        try await Phone.with { phone in
            let sealer = TestEncryptor(.h264, refusing: 2)
            let (loop, subscriber) = try await Loop.video(phone, sealer, TestDecryptor(.h264))
            phone.network.see(Self.picture)
            phone.network.see(Self.picture)
            #expect(phone.network.sent.isEmpty)
            for _ in 0..<200 where phone.network.sent.isEmpty {
                // Polls: the request passes through a task.
                try await Task.sleep(for: .milliseconds(5))
                phone.network.see(Self.picture)
            }
            #expect(phone.network.sent.first?.isKey == true && phone.network.unsealed == 0)
            #expect(await loop.publisher.statistics().sealDrops[.noKey] == 2)
            #expect(await subscriber.statistics().decoded >= 1)
            await loop.close()
        }
    }

    @Test("nothing that did not open is decoded or played", arguments: [FrameCodec.h264, .vp8, .opus])
    func dropsUnopened(codec: FrameCodec) async throws {
        try await Phone.with { phone in
            let decryptor = TestDecryptor(codec, key: 0x33)
            if codec == .opus {
                let (loop, _, track) = try await Loop.sound(phone, TestEncryptor(.opus), decryptor)
                for _ in 0..<5 { phone.network.hear([1, 2, 3]) }
                #expect(phone.network.sent.count == 5 && phone.network.heard.isEmpty)
                let statistics = await track.statistics()
                #expect(statistics.openDrops == [.badTag: 5] && statistics.decoded == 0 && track.arrivals == 5)
                await loop.close()
            } else {
                let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(codec), decryptor, codec: codec)
                for _ in 0..<5 { phone.network.see(Self.picture) }
                let statistics = await subscriber.statistics()
                #expect(statistics.openDrops[.badTag] == 5 && statistics.opened == 0 && phone.network.decoded == 0)
                await loop.close()
            }
        }
    }

    @Test("frames that came without the seam are decoded by nobody", arguments: [FrameCodec.h264, .vp8])
    func refusesUnsealedFrames(codec: FrameCodec) async throws {
        try await Phone.with { phone in
            let (loop, subscriber) = try await Loop.video(
                phone, TestEncryptor(codec), TestDecryptor(codec), codec: codec)
            // As a media server could try: a whole frame that any decoder reads.
            phone.network.onWire = { frame in
                var forged = frame
                forged.bytes = TestFrame.open(frame.bytes, key: 0x5A, codec: codec) ?? []
                return forged
            }
            for _ in 0..<3 { phone.network.see(Self.picture) }
            let statistics = await subscriber.statistics()
            #expect(subscriber.arrivals == 3 && statistics.opened == 0 && phone.network.decoded == 0)
            await loop.close()
        }
    }
}

extension WebRTCEngine {
    fileprivate func audioOffer() async throws -> String {
        let network = Network.current
        let seam = network.seam
        network.seam = .libwebrtc
        defer { network.seam = seam }
        return try await makePublisher(
            PublisherConfiguration(
                source: .devices(Phone.devices), ice: ICEConfiguration(), audio: TestEncryptor(.opus), video: nil)
        ).createOffer()
    }
}

import ECallMedia
import ECallWebRTC
import EngineTestSupport
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

@testable import ECallSecurity

@Suite("Frames through libwebrtc under real keys", .timeLimit(.minutes(1)))
struct SealingTests {
    private static let alice = DeviceAddress(userID: 1, deviceID: 2)
    private static let bob = DeviceAddress(userID: 3, deviceID: 4)
    private let sealing = LockedValue<SealingKey?>(nil)
    private let sending: SenderKeyring
    private let receiving: SenderKeyring

    init() throws {
        let sealing = sealing
        sending = SenderKeyring(callID: 7, ownAddress: Self.alice) { sealing.withLock { $0 } }
        receiving = SenderKeyring(callID: 7, ownAddress: Self.bob) { nil }
        let key = try #require(
            [UInt8](repeating: 9, count: SenderKey.length).withUnsafeBytes { SenderKey(copying: $0) })
        let first = SealingKey(generation: 1, step: 0, key: key)
        sealing.withLock { $0 = first }
        receiving.receive(from: Self.alice, first)
    }

    /// 000-34, 000-36, 003-7
    @Test(
        "frames from the engine open in our own receiver, bit for bit",
        arguments: [FrameCodec.h264, .vp8])
    func seals(codec: FrameCodec) async throws {
        try await Phone.with { phone in
            let encryptor = sending.makeEncryptor(track: .video, codec: codec)
            let (loop, _) = try await Loop.video(phone, encryptor, TestDecryptor(codec), codec: codec)
            for count in 0..<3 { phone.network.see([UInt8(count)]) }
            await loop.close()
            let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .video, codec: codec)
            for (count, frame) in phone.network.sent.enumerated() {
                guard case .opened(let opened, _) = decryptor.open(frame.bytes) else {
                    Issue.record("frame \(count) does not open")
                    continue
                }
                #expect(opened == EncodedPictures.encoded([UInt8(count)], codec, isKey: count == 0))
            }
            #expect(phone.network.sent.count == 3)
        }
    }

    @Test("frames from our own sealer are shown by the engine", arguments: [FrameCodec.h264, .vp8])
    func opens(codec: FrameCodec) async throws {
        try await Phone.with { phone in
            let surface = VideoSurface(person: 1, kind: .camera)
            let view = await phone.engine.surfaces.makeView(for: surface)
            let decryptor = receiving.makeDecryptor(sender: Self.alice, track: .video, codec: codec)
            let (loop, subscriber) = try await Loop.video(
                phone, TestEncryptor(codec), decryptor, codec: codec, surface: surface)
            let encryptor = sending.makeEncryptor(track: .video, codec: codec)
            // As if another engine sent: its frames replace ours.
            phone.network.onWire = { frame in
                var other = frame
                let plain = TestFrame.open(frame.bytes, key: 0x5A, codec: codec) ?? []
                guard case .sealed(let sealed) = encryptor.seal(plain) else { return nil }
                other.bytes = sealed
                return other
            }
            for count in 0..<3 { phone.network.see([UInt8(count)], timeStamp: Int32(count)) }
            #expect(view.shown == [[0], [1], [2]])
            #expect(await subscriber.statistics().openDrops.isEmpty)
            await loop.close()
        }
    }

    @Test("audio is sealed and heard; without a key it is lost, not held")
    func sound() async throws {
        try await Phone.with { phone in
            let late = SenderKeyring(callID: 7, ownAddress: Self.bob) { nil }
            let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
            let decryptor = late.makeDecryptor(sender: Self.alice, track: .audio, codec: .opus)
            let (loop, _, track) = try await Loop.sound(phone, encryptor, decryptor)
            phone.network.hear([1, 2, 3])
            #expect(phone.network.heard.isEmpty)
            late.receive(from: Self.alice, try #require(sealing.withLock { $0 }))
            phone.network.hear([4, 5, 6])
            #expect(phone.network.heard == [[4, 5, 6]])
            let statistics = await track.statistics()
            #expect(statistics.openDrops == [.noKey: 1] && statistics.opened == 1)
            await loop.close()
        }
    }
}

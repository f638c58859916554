import ECallMedia
import Foundation
import FrameCrypto
import Synchronization
import Testing
@_spi(StandIn) import WebRTC

@testable import ECallWebRTC

/// Each of the guards alone: the others would hold if one is missing.
@Suite("Guards before the seam", .timeLimit(.minutes(1)))
struct GateTests {
    @Test("the gate is open while at least one sender exists and each has its encryptor")
    func opens() {
        let gate = SealGate()
        #expect(!gate.isOpen)
        let first = gate.add()
        #expect(!gate.isOpen)
        gate.seal(first)
        #expect(gate.isOpen)
        let second = gate.add()
        #expect(!gate.isOpen, "another one has none yet")
        gate.remove(second)
        #expect(gate.isOpen)
        gate.remove(first)
        #expect(!gate.isOpen)
    }

    @Test("no track is enabled before its sender has an encryptor")
    func disabledTracks() async throws {
        try await Phone.with { phone in
            let publisher = try await phone.publisher(video: Refusal())
            #expect(phone.network.enabledTooEarly == 0)
            await publisher.close()
        }
    }

    @Test("an encoder makes nothing while the gate is shut, and then starts with a key frame")
    func encoder() throws {
        let gate = SealGate()
        let encoders = SealedEncoders(gate)
        #expect(encoders.supportedCodecs().map(\.name) == ["H264", "VP8"])
        let info = try #require(encoders.supportedCodecs().first)
        let encoder = try #require(encoders.createEncoder(info))
        let made = Mutex<[RTCFrameType]>([])
        encoder.setCallback { image, _ in
            made.withLock { $0.append(image.frameType) }
            return true
        }
        let sender = gate.add()
        func encode() {
            _ = encoder.encode(
                RTCVideoFrame([1]), codecSpecificInfo: nil,
                frameTypes: [NSNumber(value: RTCFrameType.videoFrameDelta.rawValue)])
        }
        encode()
        #expect(made.withLock { $0 }.isEmpty)
        gate.seal(sender)
        encode()
        encode()
        #expect(made.withLock { $0 } == [.videoFrameKey, .videoFrameDelta])
        let other = gate.add()
        encode()
        gate.remove(other)
        encode()
        #expect(made.withLock { $0 }.suffix(1) == [.videoFrameKey], "frames between were left out")
        gate.requestKeyFrame()
        encode()
        encode()
        #expect(made.withLock { $0 }.suffix(2) == [.videoFrameKey, .videoFrameDelta])
    }

    @Test("an encoder that delivers a frame late finds the gate shut")
    func lateFrame() throws {
        let gate = SealGate()
        let sender = gate.add()
        gate.seal(sender)
        let late = LateEncoder()
        let encoders = SealedEncoders(gate) { _ in late }
        let info = try #require(encoders.supportedCodecs().first)
        let encoder = try #require(encoders.createEncoder(info))
        let count = Mutex(0)
        encoder.setCallback { _, _ in
            count.withLock { $0 += 1 }
            return true
        }
        #expect(late.deliver() && count.withLock { $0 } == 1)
        gate.remove(sender)
        #expect(!late.deliver() && count.withLock { $0 } == 1)
    }

    @Test("no VP8 encoder is created while the gate is shut")
    func nativeEncoder() throws {
        let gate = SealGate()
        let encoders = SealedEncoders(gate)
        let info = try #require(encoders.supportedCodecs().last)
        #expect(encoders.createEncoder(info) == nil)
        gate.seal(gate.add())
        #expect(encoders.createEncoder(info) != nil)
    }

    @Test("a decoder accepts only what our decryptor has opened")
    func decoder() throws {
        let decoders = OpenedDecoders(OpenedTracks())
        let info = try #require(decoders.supportedCodecs().first)
        let decoder = try #require(decoders.createDecoder(info))
        let shown = Mutex(0)
        decoder.setCallback { _ in shown.withLock { $0 += 1 } }
        let (encoders, gate) = sealed()
        let encoder = try #require(encoders.createEncoder(info))
        let results = Mutex<[Int]>([])
        encoder.setCallback { image, _ in
            let frame = image.buffer
            for data in [frame, Data(FrameTag().bytes) + frame] {
                image.buffer = data
                let result = decoder.decode(image, missingFrames: false, codecSpecificInfo: nil, renderTimeMs: 0)
                results.withLock { $0.append(result) }
            }
            return true
        }
        _ = encoder.encode(RTCVideoFrame([1]), codecSpecificInfo: nil, frameTypes: [])
        #expect(results.withLock { $0 } == [-1, -1] && shown.withLock { $0 } == 0)
        withExtendedLifetime(gate) {}
    }

    private func sealed() -> (SealedEncoders, SealGate) {
        let gate = SealGate()
        gate.seal(gate.add())
        return (SealedEncoders(gate), gate)
    }

    @Test("a tag is parsed whatever its number, and no other bytes count as one")
    func tags() throws {
        for number in [0, 1, 0x7F, 0x80, UInt64.max, 0x0123_4567_89AB_CDEF] {
            let tag = FrameTag(random: number)
            #expect(tag.bytes.count == FrameTag.size && FrameTag.size < 16)
            #expect(!tag.bytes.dropFirst(4).contains(0), "no start code in it")
            let (found, rest) = try #require(FrameTag.split(Data(tag.bytes + [1, 2])))
            #expect(found == tag && Array(rest) == [1, 2])
            let sliced = Data([9] + tag.bytes)[1...]
            #expect(FrameTag.split(sliced)?.0 == tag)
        }
        #expect(FrameTag() != FrameTag())
        for bytes in [[], [0, 0, 0, 1, 0x0C], [0, 0, 0, 1, 0x65] + Array(repeating: 0x80, count: 9)] as [[UInt8]] {
            #expect(FrameTag.split(Data(bytes)) == nil)
        }
        #expect(FrameTag.split(Data([0, 0, 0, 1, 0x0C] + Array(repeating: 1, count: 9))) == nil)
    }

    @Test("a line without a sender opens nothing")
    func nobodysLine() {
        #expect(AudioLine().open([1, 2, 3]) == .notOpened)
        #expect(VideoLine().open([1, 2, 3]) == .dropped)
    }

    enum Step { case key, delta(asked: Bool), held, drop(OpenDrop, asked: Bool) }

    @Test(
        "a receiver requests a key frame until one has opened, and not while its key is missing",
        arguments: [
            ([], true), ([.key], false), ([.delta(asked: false)], true), ([.key, .delta(asked: false)], false),
            ([.key, .delta(asked: true)], true), ([.key, .delta(asked: true), .key], false),
            ([.key, .drop(.badTag, asked: true)], true), ([.key, .drop(.replay, asked: false)], false),
            ([.key, .held], false), ([.key, .held, .delta(asked: false)], true), ([.key, .held, .key], false),
            ([.key, .drop(.noKey, asked: true)], false),
            ([.key, .drop(.noKey, asked: true), .drop(.badTag, asked: false)], true),
        ] as [([Step], Bool)])
    func needs(steps: [Step], asks: Bool) {
        var need = KeyFrameNeed()
        for step in steps {
            switch step {
            case .key: need.opened(isKeyFrame: true, asked: false)
            case .delta(let asked): need.opened(isKeyFrame: false, asked: asked)
            case .held: need.held()
            case .drop(let reason, let asked): need.dropped(reason, asked: asked)
            }
        }
        #expect(need.asks == asks)
    }
}

/// Passes a frame on when told to.
private final class LateEncoder: NSObject, RTCVideoEncoder {
    private var callback: RTCVideoEncoderCallback?
    private let encoder = RTCDefaultVideoEncoderFactory()

    func deliver() -> Bool {
        guard let callback, let inner = encoder.createEncoder(encoder.supportedCodecs()[1]) else { return false }
        let result = Mutex(false)
        inner.setCallback { image, info in
            let taken = callback(image, info)
            result.withLock { $0 = taken }
            return taken
        }
        _ = inner.encode(RTCVideoFrame([1]), codecSpecificInfo: nil, frameTypes: [])
        return result.withLock { $0 }
    }

    func setCallback(_ callback: RTCVideoEncoderCallback?) { self.callback = callback }
    func startEncode(with settings: RTCVideoEncoderSettings, numberOfCores: Int32) -> Int { 0 }
    func release() -> Int { 0 }
    func encode(_ frame: RTCVideoFrame, codecSpecificInfo info: (any RTCCodecSpecificInfo)?, frameTypes: [NSNumber])
        -> Int
    { 0 }
    func setBitrate(_ bitrateKbit: UInt32, framerate: UInt32) -> Int32 { 0 }
    func implementationName() -> String { "late" }
    func scalingSettings() -> RTCVideoEncoderQpThresholds? { nil }
    var resolutionAlignment: Int { 1 }
    var applyAlignmentToAllSimulcastLayers: Bool { false }
    var supportsNativeHandle: Bool { false }
}

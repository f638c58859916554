import Foundation
import WebRTC

/// The encoders of libwebrtc: H.264 first, then VP8. Nothing leaves one before all senders of video have their encryptors.
///
/// The VP8 encoder is written in C++ and cannot be wrapped, so it isn't even made before.
final class SealedEncoders: NSObject, RTCVideoEncoderFactory {
    private let gate: SealGate
    private let encoders = RTCDefaultVideoEncoderFactory()
    private let make: ((RTCVideoCodecInfo) -> (any RTCVideoEncoder)?)?

    /// - Parameter make: for tests, what makes encoders; else libwebrtc does.
    init(_ gate: SealGate, make: ((RTCVideoCodecInfo) -> (any RTCVideoEncoder)?)? = nil) {
        (self.gate, self.make) = (gate, make)
    }

    func createEncoder(_ info: RTCVideoCodecInfo) -> (any RTCVideoEncoder)? {
        guard info.name == Codec.h264 else { return gate.isOpen ? encoders.createEncoder(info) : nil }
        let encoder = make.map { $0(info) } ?? encoders.createEncoder(info)
        return encoder.map { SealedEncoder($0, gate) }
    }

    func supportedCodecs() -> [RTCVideoCodecInfo] { Codec.chosen(encoders.supportedCodecs()) }
}

/// Names of codecs, as session descriptions have them.
enum Codec {
    static let h264 = "H264"
    static let vp8 = "VP8"

    static func chosen(_ codecs: [RTCVideoCodecInfo]) -> [RTCVideoCodecInfo] {
        [h264, vp8].flatMap { name in codecs.filter { $0.name == name } }
    }
}

/// An encoder that makes nothing while frames could leave unsealed, and a key frame when the sealer needs one: libwebrtc has no call for
/// that. Called on one thread at a time.
private final class SealedEncoder: NSObject, RTCVideoEncoder {
    private let encoder: any RTCVideoEncoder
    private let gate: SealGate
    private var keyFrames: Int
    /// Whether frames were left out on which later ones depend.
    private var isBehind = false

    init(_ encoder: any RTCVideoEncoder, _ gate: SealGate) {
        (self.encoder, self.gate) = (encoder, gate)
        keyFrames = gate.keyFrames
    }

    func setCallback(_ callback: RTCVideoEncoderCallback?) {
        guard let callback else { return encoder.setCallback(nil) }
        encoder.setCallback { [gate] image, info in gate.isOpen && callback(image, info) }
    }

    func encode(
        _ frame: RTCVideoFrame, codecSpecificInfo info: (any RTCCodecSpecificInfo)?, frameTypes: [NSNumber]
    ) -> Int {
        guard gate.isOpen else {
            isBehind = true
            return 0
        }
        let wanted = gate.keyFrames
        let needsKeyFrame = isBehind || wanted != keyFrames
        (isBehind, keyFrames) = (false, wanted)
        let key = NSNumber(value: RTCFrameType.videoFrameKey.rawValue)
        return encoder.encode(
            frame, codecSpecificInfo: info, frameTypes: needsKeyFrame ? frameTypes.map { _ in key } : frameTypes)
    }

    func startEncode(with settings: RTCVideoEncoderSettings, numberOfCores: Int32) -> Int {
        encoder.startEncode(with: settings, numberOfCores: numberOfCores)
    }

    func release() -> Int { encoder.release() }

    func setBitrate(_ bitrateKbit: UInt32, framerate: UInt32) -> Int32 {
        encoder.setBitrate(bitrateKbit, framerate: framerate)
    }

    func implementationName() -> String { encoder.implementationName() }
    func scalingSettings() -> RTCVideoEncoderQpThresholds? { encoder.scalingSettings() }
    var resolutionAlignment: Int { encoder.resolutionAlignment }
    var applyAlignmentToAllSimulcastLayers: Bool { encoder.applyAlignmentToAllSimulcastLayers }
    var supportsNativeHandle: Bool { encoder.supportsNativeHandle }
}

public import Foundation

public enum RTCFrameType: UInt, Sendable { case videoFrameKey = 3, videoFrameDelta = 4 }

public final class RTCVideoCodecInfo: NSObject {
    public let name: String
    let parameters: [String: String]

    init(_ name: String, _ parameters: [String: String] = [:]) { (self.name, self.parameters) = (name, parameters) }
}

public final class RTCEncodedImage: NSObject {
    public var buffer = Data()
    public var timeStamp: UInt32 = 0
    public var frameType = RTCFrameType.videoFrameDelta

    override init() {}
}

public protocol RTCCodecSpecificInfo: NSObjectProtocol {}

final class CodecSpecificInfo: NSObject, RTCCodecSpecificInfo {}

public final class RTCVideoEncoderSettings: NSObject {}
public final class RTCVideoEncoderQpThresholds: NSObject {}

public typealias RTCVideoEncoderCallback = (RTCEncodedImage, any RTCCodecSpecificInfo) -> Bool
public typealias RTCVideoDecoderCallback = (RTCVideoFrame) -> Void

public protocol RTCVideoEncoder: NSObjectProtocol {
    func setCallback(_ callback: RTCVideoEncoderCallback?)
    func startEncode(with settings: RTCVideoEncoderSettings, numberOfCores: Int32) -> Int
    func release() -> Int
    func encode(_ frame: RTCVideoFrame, codecSpecificInfo info: (any RTCCodecSpecificInfo)?, frameTypes: [NSNumber])
        -> Int
    func setBitrate(_ bitrateKbit: UInt32, framerate: UInt32) -> Int32
    func implementationName() -> String
    func scalingSettings() -> RTCVideoEncoderQpThresholds?
    var resolutionAlignment: Int { get }
    var applyAlignmentToAllSimulcastLayers: Bool { get }
    var supportsNativeHandle: Bool { get }
}

public protocol RTCVideoDecoder: NSObjectProtocol {
    func setCallback(_ callback: @escaping RTCVideoDecoderCallback)
    func startDecode(withNumberOfCores numberOfCores: Int32) -> Int
    func release() -> Int
    func decode(
        _ encodedImage: RTCEncodedImage, missingFrames: Bool, codecSpecificInfo info: (any RTCCodecSpecificInfo)?,
        renderTimeMs: Int64
    ) -> Int
    func implementationName() -> String
}

public protocol RTCVideoEncoderFactory: NSObjectProtocol {
    func createEncoder(_ info: RTCVideoCodecInfo) -> (any RTCVideoEncoder)?
    func supportedCodecs() -> [RTCVideoCodecInfo]
}

public protocol RTCVideoDecoderFactory: NSObjectProtocol {
    func createDecoder(_ info: RTCVideoCodecInfo) -> (any RTCVideoDecoder)?
    func supportedCodecs() -> [RTCVideoCodecInfo]
}

var builtInCodecs: [RTCVideoCodecInfo] {
    [
        RTCVideoCodecInfo("VP8"),
        RTCVideoCodecInfo(
            "H264", ["level-asymmetry-allowed": "1", "packetization-mode": "1", "profile-level-id": "42e01f"]),
        RTCVideoCodecInfo("VP9", ["profile-id": "0"]),
    ]
}

public final class RTCDefaultVideoEncoderFactory: NSObject, RTCVideoEncoderFactory {
    public override init() {}

    public func createEncoder(_ info: RTCVideoCodecInfo) -> (any RTCVideoEncoder)? {
        info.name == "H264" ? StandInEncoder(info.name) : NativeEncoder(info.name)
    }

    public func supportedCodecs() -> [RTCVideoCodecInfo] { builtInCodecs }
}

public final class RTCDefaultVideoDecoderFactory: NSObject, RTCVideoDecoderFactory {
    public override init() {}

    public func createDecoder(_ info: RTCVideoCodecInfo) -> (any RTCVideoDecoder)? {
        info.name == "H264" ? StandInDecoder(info.name) : NativeDecoder(info.name)
    }

    public func supportedCodecs() -> [RTCVideoCodecInfo] { builtInCodecs }
}

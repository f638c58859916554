import Foundation

/// The layout of encoded pictures: as far as depacketizers read real ones, then what the picture shows, as text without
/// start codes.
enum EncodedPicture {
    static func encode(_ pixels: Pixels, _ codec: String, isKey: Bool) -> Data {
        let size = [pixels.width >> 8, pixels.width & 255, pixels.height >> 8, pixels.height & 255].map(UInt8.init)
        let body = (size + pixels.content).flatMap { [0x40 | $0 >> 4, 0x40 | $0 & 15] }
        // RFC 6386 section 9.1: the lowest bit is 0 in a key frame.
        if codec == "VP8" {
            return Data((isKey ? [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 2, 0xE0, 1] : [0x11, 0, 0]) + body)
        }
        let sets: [UInt8] = [0, 0, 0, 1, 0x67, 0x42, 0xE0, 0x1F, 0, 0, 0, 1, 0x68, 0xCE, 0x38, 0x80]
        return Data((isKey ? sets + [0, 0, 0, 1, 0x65, 0x88, 0x84] : [0, 0, 0, 1, 0x41, 0x9A, 0x22]) + body)
    }

    static func isKey(_ data: Data, _ codec: String) -> Bool? {
        guard let first = data.first else { return nil }
        if codec == "VP8" { return first & 1 == 0 }
        return slice(data).map { data[$0] & 0x1F == 5 }
    }

    /// Nil for data that no decoder can read.
    static func decode(_ data: Data, _ codec: String) -> Pixels? {
        guard let isKey = isKey(data, codec) else { return nil }
        let start: Int
        if codec == "VP8" {
            start = data.startIndex + (isKey ? 10 : 3)
        } else {
            guard let slice = slice(data) else { return nil }
            start = slice + 3
        }
        guard start <= data.endIndex else { return nil }
        let text = Array(data[start...])
        guard text.count >= 8, text.count % 2 == 0, text.allSatisfy({ $0 & 0xF0 == 0x40 }) else { return nil }
        let bytes = stride(from: 0, to: text.count, by: 2).map { (text[$0] & 15) << 4 | text[$0 + 1] & 15 }
        return Pixels(
            Array(bytes[4...]), width: Int32(bytes[0]) << 8 | Int32(bytes[1]),
            height: Int32(bytes[2]) << 8 | Int32(bytes[3]))
    }

    /// The position of the slice's header.
    private static func slice(_ data: Data) -> Int? {
        var zeros = 0
        for index in data.indices {
            if data[index] == 1, zeros >= 2, index + 1 < data.endIndex, [1, 5].contains(data[index + 1] & 0x1F) {
                return index + 1
            }
            zeros = data[index] == 0 ? zeros + 1 : 0
        }
        return nil
    }
}

/// An encoder in Objective-C: called through its protocol, so that it can be wrapped.
final class StandInEncoder: NSObject, RTCVideoEncoder {
    let codec: String
    private var callback: RTCVideoEncoderCallback?
    private var hasBegun = false

    init(_ codec: String) { self.codec = codec }

    func setCallback(_ callback: RTCVideoEncoderCallback?) { self.callback = callback }
    func startEncode(with settings: RTCVideoEncoderSettings, numberOfCores: Int32) -> Int { 0 }
    func release() -> Int { 0 }
    func setBitrate(_ bitrateKbit: UInt32, framerate: UInt32) -> Int32 { 0 }
    func implementationName() -> String { codec }
    func scalingSettings() -> RTCVideoEncoderQpThresholds? { nil }
    var resolutionAlignment: Int { 1 }
    var applyAlignmentToAllSimulcastLayers: Bool { false }
    var supportsNativeHandle: Bool { true }

    func encode(
        _ frame: RTCVideoFrame, codecSpecificInfo info: (any RTCCodecSpecificInfo)?, frameTypes: [NSNumber]
    ) -> Int {
        let isKey = !hasBegun || frameTypes.contains { $0.uintValue == RTCFrameType.videoFrameKey.rawValue }
        hasBegun = true
        let image = RTCEncodedImage()
        image.buffer = EncodedPicture.encode(frame.pixels, codec, isKey: isKey)
        image.frameType = isKey ? .videoFrameKey : .videoFrameDelta
        image.timeStamp = UInt32(bitPattern: frame.timeStamp)
        _ = callback?(image, CodecSpecificInfo())
        return 0
    }
}

final class StandInDecoder: NSObject, RTCVideoDecoder {
    let codec: String
    private var callback: RTCVideoDecoderCallback?

    init(_ codec: String) { self.codec = codec }

    func setCallback(_ callback: @escaping RTCVideoDecoderCallback) { self.callback = callback }
    func startDecode(withNumberOfCores numberOfCores: Int32) -> Int { 0 }
    func release() -> Int { 0 }
    func implementationName() -> String { codec }

    func decode(
        _ encodedImage: RTCEncodedImage, missingFrames: Bool, codecSpecificInfo info: (any RTCCodecSpecificInfo)?,
        renderTimeMs: Int64
    ) -> Int {
        guard let pixels = EncodedPicture.decode(encodedImage.buffer, codec) else { return -1 }
        let frame = RTCVideoFrame(pixels)
        frame.timeStamp = Int32(bitPattern: encodedImage.timeStamp)
        callback?(frame)
        return 0
    }
}

/// A codec in C++: libwebrtc asks the object for it and never calls it. If it is wrapped, calls of it do nothing.
final class NativeEncoder: NSObject, RTCVideoEncoder {
    let built: StandInEncoder

    init(_ codec: String) { built = StandInEncoder(codec) }

    func setCallback(_ callback: RTCVideoEncoderCallback?) {}
    func startEncode(with settings: RTCVideoEncoderSettings, numberOfCores: Int32) -> Int { 0 }
    func release() -> Int { 0 }
    func setBitrate(_ bitrateKbit: UInt32, framerate: UInt32) -> Int32 { 0 }
    func implementationName() -> String { "" }
    func scalingSettings() -> RTCVideoEncoderQpThresholds? { nil }
    var resolutionAlignment: Int { 1 }
    var applyAlignmentToAllSimulcastLayers: Bool { false }
    var supportsNativeHandle: Bool { false }
    func encode(
        _ frame: RTCVideoFrame, codecSpecificInfo info: (any RTCCodecSpecificInfo)?, frameTypes: [NSNumber]
    ) -> Int { 0 }
}

final class NativeDecoder: NSObject, RTCVideoDecoder {
    let built: StandInDecoder

    init(_ codec: String) { built = StandInDecoder(codec) }

    func setCallback(_ callback: @escaping RTCVideoDecoderCallback) {}
    func startDecode(withNumberOfCores numberOfCores: Int32) -> Int { 0 }
    func release() -> Int { 0 }
    func implementationName() -> String { "" }
    func decode(
        _ encodedImage: RTCEncodedImage, missingFrames: Bool, codecSpecificInfo info: (any RTCCodecSpecificInfo)?,
        renderTimeMs: Int64
    ) -> Int { 0 }
}

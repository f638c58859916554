import Foundation
import Synchronization
import WebRTC

/// The decoders of libwebrtc. That of H.264 is wrapped and decodes only frames that our decryptor has opened; that of VP8 is written in C++
/// and gets the frames that libwebrtc lets through, none of them from a receiver without decryptor (`PeerConnection.configuration`).
final class OpenedDecoders: NSObject, RTCVideoDecoderFactory {
    private let tracks: OpenedTracks
    private let decoders = RTCDefaultVideoDecoderFactory()

    init(_ tracks: OpenedTracks) { self.tracks = tracks }

    func createDecoder(_ info: RTCVideoCodecInfo) -> (any RTCVideoDecoder)? {
        let decoder = decoders.createDecoder(info)
        return info.name == Codec.h264 ? decoder.map { OpenedDecoder($0, tracks) } : decoder
    }

    func supportedCodecs() -> [RTCVideoCodecInfo] { Codec.chosen(decoders.supportedCodecs()) }
}

/// The tracks that the tags of frames belong to.
final class OpenedTracks: Sendable {
    private struct Entry {
        weak var receiver: VideoReceiver?
    }

    private let receivers = Mutex<[FrameTag: Entry]>([:])

    func add(_ receiver: VideoReceiver) { receivers.withLock { $0[receiver.tag] = Entry(receiver: receiver) } }
    func remove(_ tag: FrameTag) { receivers.withLock { $0[tag] = nil } }
    func receiver(of tag: FrameTag) -> VideoReceiver? { receivers.withLock { $0[tag]?.receiver } }
}

/// A decoder that removes the tags, and returns an error if a key frame is needed: libwebrtc then requests one, at once and
/// repeatedly.
private final class OpenedDecoder: NSObject, RTCVideoDecoder {
    private static let ok = 0
    /// WEBRTC_VIDEO_CODEC_ERROR.
    private static let failed = -1

    private let decoder: any RTCVideoDecoder
    private let tracks: OpenedTracks

    init(_ decoder: any RTCVideoDecoder, _ tracks: OpenedTracks) { (self.decoder, self.tracks) = (decoder, tracks) }

    func decode(
        _ encodedImage: RTCEncodedImage, missingFrames: Bool, codecSpecificInfo info: (any RTCCodecSpecificInfo)?,
        renderTimeMs: Int64
    ) -> Int {
        guard let (tag, frame) = FrameTag.split(encodedImage.buffer), let receiver = tracks.receiver(of: tag) else {
            return Self.failed
        }
        let isKeyFrame = encodedImage.frameType == .videoFrameKey && !frame.isEmpty
        if receiver.asksForKeyFrame, !isKeyFrame { return Self.failed }
        // One that did not open, and is not needed.
        if frame.isEmpty { return Self.ok }
        receiver.decodes(encodedImage.timeStamp)
        encodedImage.buffer = frame
        return decoder.decode(
            encodedImage, missingFrames: missingFrames, codecSpecificInfo: info, renderTimeMs: renderTimeMs)
    }

    func setCallback(_ callback: @escaping RTCVideoDecoderCallback) { decoder.setCallback(callback) }
    func startDecode(withNumberOfCores numberOfCores: Int32) -> Int {
        decoder.startDecode(withNumberOfCores: numberOfCores)
    }
    func release() -> Int { decoder.release() }
    func implementationName() -> String { decoder.implementationName() }
}

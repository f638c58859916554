import ECallMedia
import FrameCrypto

/// The container of a recording.
struct Container: Equatable {
    let description: String
    let elements: [String]

    init(path: String, codec: FrameCodec) throws(MediaError) {
        let source = "appsrc name=frames format=time max-bytes=8000000 leaky-type=downstream caps="
        switch codec {
        case .h264 where path.hasSuffix(".mp4"):
            elements = ["h264parse", "mp4mux"]
            // Fragments: the file can be played even when its end was never written.
            description =
                source + "video/x-h264,stream-format=byte-stream,alignment=au "
                + "! h264parse ! mp4mux fragment-duration=1000 ! filesink name=file"
        case .opus where path.hasSuffix(".ogg"):
            elements = ["opusparse", "oggmux"]
            description =
                source + "audio/x-opus,channel-mapping-family=0,channels=1,rate=48000 "
                + "! opusparse ! oggmux ! filesink name=file"
        case .vp8 where path.hasSuffix(".webm"):
            elements = ["webmmux"]
            // The size is known with the first frame: `sizedFormat`.
            description = source + "video/x-vp8 ! webmmux ! filesink name=file"
        default:
            throw .pipeline(element: "file", message: "recordings are .mp4 for H.264, .webm for VP8 and .ogg for Opus")
        }
    }

    /// The format of a VP8 recording that starts with this key frame (RFC 6386 section 9.1); nil for other frames, and for
    /// containers that read the size themselves.
    static func sizedFormat(_ frame: [UInt8], _ codec: FrameCodec) -> String? {
        guard codec == .vp8, frame.count >= 10, frame[0] & 1 == 0 else { return nil }
        let width = (Int(frame[7]) << 8 | Int(frame[6])) & 0x3FFF
        let height = (Int(frame[9]) << 8 | Int(frame[8])) & 0x3FFF
        return "video/x-vp8,width=\(width),height=\(height),framerate=0/1"
    }
}

import ECallMedia
import FrameCrypto

/// What a recording is packed into.
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
        default:
            throw .inputUnavailable("recordings are .mp4 for H.264 and .ogg for Opus")
        }
    }
}

import ECallMedia
import FrameCrypto

/// The text of the sending pipeline.
enum PublisherPipeline {
    private static let videoPayloadType: UInt8 = 96
    private static let screenPayloadType: UInt8 = 100
    private static let audioPayloadType: UInt8 = 111
    /// The payload types of first transmissions, as opposed to retransmissions.
    static let payloadTypes: Set = [videoPayloadType, screenPayloadType, audioPayloadType]
    /// The prefix of the names of a screen's elements.
    static let screen = "screen"
    private static let h264Encoders = ["x264enc", "openh264enc"]

    /// Checks that all elements are installed; returns the encoder to use, nil in an audio call.
    static func encoderElement(_ codec: FrameCodec?) throws(MediaError) -> String? {
        try Library.require(
            PeerConnection.requiredElements + [
                "audiotestsrc", "audioconvert", "audioresample", "volume", "opusenc", "rtpopuspay", "appsrc",
            ])
        guard let codec else { return nil }
        try Library.require(["videotestsrc", "videoconvert", "videoscale", "videorate"])
        guard codec == .h264 else {
            try Library.require(["vp8enc", "ecallvp8pay"])
            return "vp8enc"
        }
        try Library.require(["rtph264pay"])
        if let encoder = h264Encoders.first(where: Library.has) { return encoder }
        throw .missingElement(h264Encoders[0], package: DebianPackage.name(of: h264Encoders[0]))
    }

    static func description(
        source: PublisherSource, packetTime: AudioPacketTime, picture: PictureFormat?, encoder: String?
    ) -> String {
        var parts = [PeerConnection.element, audio(source.audioDescription(packetTime), packetTime)]
        if let picture, let encoder {
            parts.append(video(source.videoDescription(picture), picture, encoder: encoder))
        }
        return parts.joined(separator: "  ")
    }

    /// Constant bitrate without DTX: packet sizes reveal nothing about the speech.
    private static func audio(_ source: String, _ packetTime: AudioPacketTime) -> String {
        """
        \(source) ! audioconvert ! audioresample ! \(CapturePipeline.audioCaps) ! volume name=mute \
        ! queue max-size-buffers=10 max-size-bytes=0 max-size-time=0 leaky=downstream \
        ! opusenc name=audioencoder bitrate=32000 bitrate-type=cbr frame-size=\(packetTime.rawValue) inband-fec=true \
        packet-loss-percentage=5 dtx=false \
        ! rtpopuspay name=audiopay pt=\(audioPayloadType) \
        ! application/x-rtp,media=audio,encoding-name=OPUS,payload=\(audioPayloadType),clock-rate=48000 ! webrtc.
        """
    }

    /// No parser between encoder and packetizer: sealed frames must reach the packetizer unchanged.
    private static func video(
        _ source: String, _ picture: PictureFormat, encoder: String
    ) -> String {
        """
        \(source) ! \(encoding(picture, encoder, secondsPerKeyFrame: 2, videoPayloadType)) ! webrtc.
        """
    }

    /// Returns the description of a screen's sender, with one free pad. Key frames are large, and each newcomer requests one.
    static func screenDescription(_ picture: PictureFormat, encoder: String) -> String {
        """
        appsrc name=\(screen)source is-live=true format=time do-timestamp=true max-buffers=2 leaky-type=downstream \
        caps=\(picture.caps) ! \(encoding(picture, encoder, secondsPerKeyFrame: 10, screenPayloadType, names: screen))
        """
    }

    /// The RTP format of a media line without a camera.
    static func lineCaps(_ codec: FrameCodec) -> String { rtpCaps(codec == .vp8 ? "VP8" : "H264", videoPayloadType) }

    private static func encoding(
        _ picture: PictureFormat, _ encoder: String, secondsPerKeyFrame: Int, _ payloadType: UInt8, names: String = ""
    ) -> String {
        """
        videoconvert ! videoscale ! videorate ! capsfilter name=\(names)picture caps=\(picture.caps) \
        ! queue max-size-buffers=2 max-size-bytes=0 max-size-time=0 leaky=downstream \
        ! \(encoderDescription(encoder, picture, secondsPerKeyFrame, names)) \
        ! \(packetizerDescription(encoder, payloadType, names)) \
        ! queue max-size-buffers=0 max-size-bytes=0 max-size-time=0 ! identity name=\(names)pace silent=true
        """
    }

    private static func rtpCaps(_ encoding: String, _ payloadType: UInt8) -> String {
        "application/x-rtp,media=video,encoding-name=\(encoding),payload=\(payloadType),clock-rate=90000"
    }

    private static func packetizerDescription(_ encoder: String, _ payloadType: UInt8, _ names: String) -> String {
        if encoder == "vp8enc" {
            return "ecallvp8pay name=\(names)videopay pt=\(payloadType) mtu=1200 ! \(rtpCaps("VP8", payloadType))"
        }
        return """
            video/x-h264,profile=constrained-baseline,stream-format=byte-stream,alignment=au \
            ! rtph264pay name=\(names)videopay config-interval=0 aggregate-mode=zero-latency pt=\(payloadType) mtu=1200 \
            ! \(rtpCaps("H264", payloadType))
            """
    }

    /// The property of an encoder that its bit rate is set by while it runs, and the value in its unit.
    static func bitrateProperty(of encoder: String, _ bitrate: Int) -> (name: String, value: String) {
        switch encoder {
        case "vp8enc": ("target-bitrate", "\(bitrate)")
        case "openh264enc": ("bitrate", "\(bitrate)")
        default: ("bitrate", "\(max(1, bitrate / 1_000))")
        }
    }

    private static func encoderDescription(
        _ encoder: String, _ picture: PictureFormat, _ secondsPerKeyFrame: Int, _ names: String
    ) -> String {
        let keyFrameDistance = secondsPerKeyFrame * picture.framesPerSecond
        let (property, bitrate) = bitrateProperty(of: encoder, UplinkRate(highest: picture.bitrate).rate)
        let first = "\(property)=\(bitrate)"
        return switch encoder {
        case "vp8enc":
            """
            vp8enc name=\(names)videoencoder deadline=1 cpu-used=8 threads=1 lag-in-frames=0 end-usage=cbr \
            \(first) min-quantizer=4 max-quantizer=56 keyframe-max-dist=\(keyFrameDistance) \
            buffer-initial-size=500 buffer-optimal-size=600 buffer-size=1000
            """
        case "openh264enc":
            """
            openh264enc name=\(names)videoencoder \(first) complexity=low gop-size=\(keyFrameDistance) \
            usage-type=camera rate-control=bitrate multi-thread=1
            """
        default:
            """
            x264enc name=\(names)videoencoder tune=zerolatency speed-preset=ultrafast \(first) \
            vbv-buf-capacity=250 key-int-max=\(keyFrameDistance) bframes=0 threads=1 sliced-threads=false aud=false
            """
        }
    }
}

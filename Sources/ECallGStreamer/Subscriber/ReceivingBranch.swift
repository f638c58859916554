import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// From the received packets of one track to decoded video or audio.
final class ReceivingBranch: Sendable {
    private let codec: FrameCodec
    private let description: String
    private let reader: (any ContentReader)?
    private let clock: any Clock<Duration>
    private let keyFrames = Mutex<KeyFrameRequests?>(nil)
    private let attached = Mutex(false)
    /// Where decoded frames come out.
    private let output = Mutex<Pad?>(nil)

    /// Of the last picture; nil before the first, and for audio.
    var pictureSize: PictureBox? {
        guard codec != .opus, let pad = output.withLock({ $0 }), let width = pad.formatNumber("width"),
            let height = pad.formatNumber("height")
        else { return nil }
        return PictureBox(width: width, height: height)
    }

    /// Checks that all elements are there.
    static func resolve(
        _ configuration: SubscriberConfiguration, _ environment: EngineEnvironment
    ) throws(MediaError) -> ReceivingBranch {
        let reader = try configuration.checkContent ? reader(of: environment.testContent) : nil
        try Library.require(PeerConnection.requiredElements + ["fakesink", "identity"])
        switch configuration.codec {
        case .opus:
            try Library.require(["rtpopusdepay", "opusdec", "audioconvert", "audioresample"])
            return ReceivingBranch(.opus, audio, reader, environment.clock)
        case .h264:
            try Library.require(["rtph264depay", "h264parse", "videoconvert"])
            let decoder = try h264Decoder()
            return ReceivingBranch(.h264, h264(decoder: decoder), reader, environment.clock)
        case .vp8:
            try Library.require(["rtpvp8depay", "vp8dec", "videoconvert"])
            return ReceivingBranch(.vp8, vp8, reader, environment.clock)
        }
    }

    private init(
        _ codec: FrameCodec, _ description: String, _ reader: (any ContentReader)?, _ clock: any Clock<Duration>
    ) {
        self.codec = codec
        self.description = description
        self.reader = reader
        self.clock = clock
    }

    private static func reader(of content: (any TestContent)?) throws(MediaError) -> any ContentReader {
        guard let content else { throw .unusable(PublisherSource.noTestContent) }
        return content.makeReader()
    }

    private static func h264Decoder() throws(MediaError) -> String {
        // One thread: with more, libav delays video by one frame a thread.
        if Library.has("avdec_h264") { return "avdec_h264 max-threads=1" }
        try Library.require(["openh264dec"])
        return "openh264dec"
    }

    private static let discard = "fakesink sync=false async=false enable-last-sample=false"

    /// Packets wait in it for their time (`ReceptionMonitor`).
    private static let playoutQueue =
        "queue name=playout max-size-buffers=0 max-size-bytes=0 max-size-time=2000000000 leaky=downstream"

    /// No parser between depacketizer and probe.
    private static func h264(decoder: String) -> String {
        """
        \(playoutQueue) ! rtph264depay name=depay request-keyframe=false wait-for-keyframe=false \
        ! video/x-h264,stream-format=byte-stream,alignment=au ! identity name=open silent=true \
        ! h264parse ! \(decoder) ! \(pictures)
        """
    }

    /// The depacketizer reads no more of a frame than the bytes that are clear.
    private static let vp8 = """
        \(playoutQueue) ! rtpvp8depay name=depay request-keyframe=false wait-for-keyframe=false ! video/x-vp8 \
        ! identity name=open silent=true ! vp8dec ! \(pictures)
        """

    private static let pictures =
        "videoconvert ! video/x-raw,format=I420 ! identity name=decoded silent=true ! \(discard)"

    private static let audio = """
        \(playoutQueue) ! rtpopusdepay name=depay ! identity name=open silent=true ! opusdec plc=true use-inband-fec=true ! audioconvert ! audioresample \
        ! audio/x-raw,format=S16LE,rate=48000,channels=1 ! identity name=decoded silent=true ! \(discard)
        """

    /// Builds the branch behind a new pad of `webrtcbin`. Runs on GStreamer's thread.
    func attach(
        to pad: Pad, of connection: PeerConnection, decryptor: any FrameDecryptor, counters: Statistics,
        monitor: ReceptionMonitor, recorder: TrackRecorder?, player: Player?
    ) throws(MediaError) {
        let wanted = codec == .opus ? "audio" : "video"
        let first = attached.withLock { attached in
            guard !attached, pad.formatField("media") == wanted else { return false }
            attached = true
            return true
        }
        let bin = try Bin(first ? description : Self.discard)
        if first {
            try observe(bin, connection, decryptor, counters, recorder, player)
            monitor.watch(pad)
            if let playout = try bin.child("playout").staticPad("src") { monitor.hold(playout) }
        }
        try bin.add(to: connection.pipeline, behind: pad)
    }

    private func observe(
        _ bin: Bin, _ connection: PeerConnection, _ decryptor: any FrameDecryptor, _ counters: Statistics,
        _ recorder: TrackRecorder?, _ player: Player?
    ) throws(MediaError) {
        guard let received = try bin.child("open").staticPad("sink"),
            let depacketizerInput = try bin.child("depay").staticPad("sink"),
            let decoded = try bin.child("decoded").staticPad("src")
        else { throw .pipeline(element: "open", message: "no pads") }
        let requests = codec == .opus ? nil : KeyFrameRequests(pad: depacketizerInput, clock: clock)
        keyFrames.withLock { $0 = requests }
        requests?.start()
        let probe = DecryptingProbe(
            decryptor, codec: codec, counters: counters, keyFrames: requests, recorder: recorder)
        received.addProbe(GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_BUFFER_LIST) { _, info in probe.open(info) }
        let frames = DecodedFrames(
            codec: codec, reader: reader, counters: counters, events: connection.events)
        output.withLock { $0 = decoded }
        decoded.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { pad, info in
            requests?.decoded()
            if let player, counters.current.opened > 0, let buffer = info.buffer { player.take(buffer, of: pad) }
            return frames.take(info, on: pad)
        }
    }

    func stop() async {
        let requests = keyFrames.withLock { requests in
            defer { requests = nil }
            return requests
        }
        output.withLock { $0 = nil }
        await requests?.stop()
    }
}

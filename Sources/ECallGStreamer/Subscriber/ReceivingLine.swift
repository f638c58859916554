import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// One media line of a connection, from received packets to decoded video or audio. Its track may change while it runs: frames are
/// opened for one receiver, and their output goes to no other.
final class ReceivingLine: Sendable {
    private struct State {
        /// The receiver of the line; while it is nil, nothing is opened.
        var receiver: TrackReceiver?
        /// The receiver whose frame the decoder was given last.
        var decoding: TrackReceiver?
        var keyFrames: KeyFrameRequests?
        /// The output pad of decoded frames.
        var output: Pad?
        var isAttached = false
        var ssrc: UInt32?
    }

    private let codec: FrameCodec
    private let description: String
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    var receiver: TrackReceiver? { state.withLock { $0.receiver } }

    /// The SSRC of its packets, by which statistics name it; nil before the first.
    var ssrc: UInt32? { state.withLock { $0.ssrc } }

    /// The size of the last picture; nil before the first, and for audio.
    var pictureSize: PictureBox? {
        guard codec != .opus, let pad = state.withLock({ $0.output }), let width = pad.formatNumber("width"),
            let height = pad.formatNumber("height")
        else { return nil }
        return PictureBox(width: width, height: height)
    }

    /// Checks that all elements are installed.
    static func resolve(_ codec: FrameCodec, _ environment: EngineEnvironment) throws(MediaError) -> ReceivingLine {
        try Library.require(PeerConnection.requiredElements + ["fakesink", "identity"])
        switch codec {
        case .opus:
            try Library.require(["rtpopusdepay", "opusdec", "audioconvert", "audioresample"])
            return ReceivingLine(.opus, audio, environment.clock)
        case .h264:
            try Library.require(["rtph264depay", "h264parse", "videoconvert"])
            let decoder = try h264Decoder()
            return ReceivingLine(.h264, h264(decoder: decoder), environment.clock)
        case .vp8:
            try Library.require(["rtpvp8depay", "vp8dec", "videoconvert"])
            return ReceivingLine(.vp8, vp8, environment.clock)
        }
    }

    private init(_ codec: FrameCodec, _ description: String, _ clock: any Clock<Duration>) {
        self.codec = codec
        self.description = description
        self.clock = clock
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

    /// The depacketizer reads no more of a frame than its clear bytes.
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

    // MARK: - Whose it is

    /// Assigns the line to this receiver from now on, which begins with a key frame; nil lets nothing through.
    ///
    /// - Returns: whose it was.
    @discardableResult
    func give(to receiver: TrackReceiver?) -> TrackReceiver? {
        let (former, keyFrames) = state.withLock { state in
            defer { state.receiver = receiver }
            return (state.receiver, state.keyFrames)
        }
        if receiver != nil { keyFrames?.startOver() }
        return former
    }

    /// Gives it up, if it is still this receiver's.
    func leave(_ receiver: TrackReceiver) {
        state.withLock { if $0.receiver === receiver { $0.receiver = nil } }
    }

    // MARK: - Streaming

    /// Builds the line after a new pad of `webrtcbin`; a second pad is discarded. Runs on GStreamer's thread.
    func attach(to pad: Pad, of connection: PeerConnection) throws(MediaError) {
        let wanted = codec == .opus ? "audio" : "video"
        let isFirst = state.withLock { state in
            guard !state.isAttached, pad.formatField("media") == wanted else { return false }
            state.isAttached = true
            return true
        }
        let bin = try Bin(isFirst ? description : Self.discard)
        if isFirst {
            try observe(bin)
            pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { [weak self] _, info in
                if let ssrc = info.buffer.flatMap(RTPHeader.ssrc) { self?.state.withLock { $0.ssrc = ssrc } }
                return .pass
            }
            ReceptionMonitor.watch(pad) { [weak self] in self?.receiver?.monitor }
            if let playout = try bin.child("playout").staticPad("src") {
                ReceptionMonitor.hold(playout) { [weak self] in self?.receiver?.monitor }
            }
        }
        try bin.add(to: connection.pipeline, behind: pad)
    }

    private func observe(_ bin: Bin) throws(MediaError) {
        guard let received = try bin.child("open").staticPad("sink"),
            let depacketizerInput = try bin.child("depay").staticPad("sink"),
            let decoded = try bin.child("decoded").staticPad("src")
        else { throw .pipeline(element: "open", message: "no pads") }
        let requests = codec == .opus ? nil : KeyFrameRequests(pad: depacketizerInput, clock: clock)
        state.withLock { ($0.keyFrames, $0.output) = (requests, decoded) }
        requests?.start()
        received.addProbe(GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_BUFFER_LIST) { [weak self] _, info in
            self?.open(info, requests) ?? .drop
        }
        decoded.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { [weak self] pad, info in
            requests?.decoded()
            return self?.decoded(info, on: pad) ?? .drop
        }
    }

    private func open(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, _ keyFrames: KeyFrameRequests?
    ) -> PadProbeAction {
        guard let receiver, case .pass = receiver.open(info, keyFrames) else { return .drop }
        // The line may have another receiver since its thread waited for a key.
        let isStill = state.withLock { state in
            guard state.receiver === receiver else { return false }
            state.decoding = receiver
            return true
        }
        return isStill ? .pass : .drop
    }

    /// Handles the decoder's output for one sender's frames, which no other sender gets: decoders here output a frame before
    /// they take the next.
    private func decoded(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
    ) -> PadProbeAction {
        let receiver = state.withLock { $0.decoding === $0.receiver ? $0.decoding : nil }
        return receiver?.decoded(info, on: pad) ?? .drop
    }

    func stop() async {
        let requests = state.withLock { state in
            defer { (state.keyFrames, state.output) = (nil, nil) }
            return state.keyFrames
        }
        await requests?.stop()
    }
}

import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// The video encoder: the callers that may ask for a key frame, and how often; its bitrate and picture size.
final class VideoEncoder: Sendable {
    private let pad: Pad
    /// The pad that pictures enter, as large as they are sent.
    private let input: Pad
    private let element: Element
    private let format: Mutex<PictureFormat>
    private let picture: Element
    private let pacer: PacketPacer
    private let resends: ResendLimiter
    private let encryptorRequests = Mutex(KeyFrameThrottle(milliseconds: 100))

    /// Requests from the network (PLI and FIR, which arrive as events from the packetizer's side) pass as `KeyFrameLimiter`
    /// says; those that have to wait are made with a picture.
    ///
    /// - Parameter names: how those of its elements begin.
    init(_ pipeline: Pipeline, _ format: PictureFormat, names: String = "") throws(MediaError) {
        self.format = Mutex(format)
        picture = try pipeline.child("\(names)picture")
        guard let paced = try pipeline.child("\(names)pace").staticPad("src") else {
            throw .pipeline(element: "pace", message: "no pads")
        }
        let first = UplinkRate(highest: format.bitrate).rate
        pacer = PacketPacer(paced, bitrate: first, highest: format.bitrate)
        resends = ResendLimiter(bitrate: first)
        let encoder = try pipeline.child("\(names)videoencoder")
        guard let pad = encoder.staticPad("src"), let pictures = encoder.staticPad("sink"),
            let packetizer = try pipeline.child("\(names)videopay").staticPad("sink")
        else { throw .pipeline(element: "videoencoder", message: "no pads") }
        (self.pad, input, element) = (pad, pictures, encoder)
        let network = LockedValue(KeyFrameLimiter())
        packetizer.addProbe(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) { _, info in
            guard let event = info.event, gst_video_event_is_force_key_unit(event) != 0 else { return .pass }
            return network.withLock { $0.request(at: monotonicNanoseconds()) } ? .pass : .drop
        }
        pictures.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, _ in
            if network.withLock({ $0.isDue(at: monotonicNanoseconds()) }) {
                gst_pad_send_event(pad.pointer, ecall_force_key_unit_event())
            }
            return .pass
        }
    }

    /// - Parameter bitrate: bits a second.
    func setBitrate(_ bitrate: Int) {
        let (property, value) = PublisherPipeline.bitrateProperty(of: element.factoryName, bitrate)
        element.set(property, value)
        pacer.setBitrate(bitrate)
        resends.setBitrate(bitrate)
    }

    /// To be called once the connection's descriptions are set.
    func limitResends(of connection: PeerConnection) {
        resends.attach(to: connection, sendingFirst: PublisherPipeline.payloadTypes)
    }

    /// Changes the frame rate or size of encoded pictures, beginning with a key frame.
    func setStep(_ step: PictureSteps.Step) {
        picture.set("caps", format.withLock { $0 }.divided(by: step).caps)
    }

    func setFormat(_ format: PictureFormat, _ step: PictureSteps.Step) {
        self.format.withLock { $0 = format }
        setStep(step)
    }

    /// The size of the pictures that are sent now; nil before the first.
    var size: PictureBox? {
        guard let width = input.formatNumber("width"), let height = input.formatNumber("height") else { return nil }
        return PictureBox(width: width, height: height)
    }

    func request() {
        gst_pad_send_event(pad.pointer, ecall_force_key_unit_event())
    }

    /// An encryptor that has dropped a frame repeats its request with each further frame until a key frame arrives.
    func requestFromEncryptor() {
        if encryptorRequests.withLock({ $0.allow(at: monotonicNanoseconds()) }) { request() }
    }
}

import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// The video encoder as far as key frames go: who may ask for one, and how often.
final class VideoEncoder: Sendable {
    private let pad: Pad
    private let encryptorRequests = Mutex(KeyFrameThrottle(milliseconds: 100))

    /// Requests from the network (PLI and FIR, which arrive as events from the packetizer's side) pass once a second: an
    /// SFU with many receivers would otherwise turn the stream into key frames.
    init(_ pipeline: Pipeline) throws(MediaError) {
        guard let pad = try pipeline.child("videoencoder").staticPad("src"),
            let packetizer = try pipeline.child("videopay").staticPad("sink")
        else { throw .pipeline(element: "videoencoder", message: "no pads") }
        self.pad = pad
        let network = LockedValue(KeyFrameThrottle(milliseconds: 1_000))
        packetizer.addProbe(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) { _, info in
            guard let event = info.event, gst_video_event_is_force_key_unit(event) != 0 else { return .pass }
            return network.withLock { $0.allow(at: monotonicNanoseconds()) } ? .pass : .drop
        }
    }

    func request() {
        gst_pad_send_event(pad.pointer, ecall_force_key_unit_event())
    }

    /// An encryptor that has dropped a frame asks with each further frame until a key frame comes.
    func requestFromEncryptor() {
        if encryptorRequests.withLock({ $0.allow(at: monotonicNanoseconds()) }) { request() }
    }
}

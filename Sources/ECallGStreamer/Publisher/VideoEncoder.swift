import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// The video encoder as far as key frames go: who may ask for one, and how often.
final class VideoEncoder: Sendable {
    private let pad: Pad
    private let element: Element
    private let encryptorRequests = Mutex(KeyFrameThrottle(milliseconds: 100))

    /// Requests from the network (PLI and FIR, which arrive as events from the packetizer's side) pass as `KeyFrameLimiter`
    /// says; those that have to wait are made with a picture.
    init(_ pipeline: Pipeline) throws(MediaError) {
        let encoder = try pipeline.child("videoencoder")
        guard let pad = encoder.staticPad("src"), let pictures = encoder.staticPad("sink"),
            let packetizer = try pipeline.child("videopay").staticPad("sink")
        else { throw .pipeline(element: "videoencoder", message: "no pads") }
        (self.pad, element) = (pad, encoder)
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
    }

    func request() {
        gst_pad_send_event(pad.pointer, ecall_force_key_unit_event())
    }

    /// An encryptor that has dropped a frame asks with each further frame until a key frame comes.
    func requestFromEncryptor() {
        if encryptorRequests.withLock({ $0.allow(at: monotonicNanoseconds()) }) { request() }
    }
}

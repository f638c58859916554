import CGStreamer
import ECallMedia
import FrameCrypto

/// Seals each encoded frame where it enters the packetizer. A frame that is not sealed does not pass.
struct EncryptingProbe: Sendable {
    private let encryptor: any FrameEncryptor
    private let counters: TrackCounters
    private let countSealed: @Sendable (inout TrackStatistics) -> Void
    private let needKeyFrame: @Sendable () -> Void
    private let isWanted: @Sendable () -> Bool

    /// - Parameter isWanted: asked before each frame, on a streaming thread: what is not wanted is neither sealed nor sent.
    init(
        _ encryptor: any FrameEncryptor, counters: TrackCounters,
        sealed: any WritableKeyPath<TrackStatistics, Int> & Sendable,
        isWanted: @escaping @Sendable () -> Bool = { true }, needKeyFrame: @escaping @Sendable () -> Void
    ) {
        self.isWanted = isWanted
        self.encryptor = encryptor
        self.counters = counters
        countSealed = { $0[keyPath: sealed] += 1 }
        self.needKeyFrame = needKeyFrame
    }

    func attach(to packetizer: Element) throws(MediaError) {
        guard let pad = packetizer.staticPad("sink") else {
            throw .pipeline(element: "packetizer", message: "no sink pad")
        }
        pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_BUFFER_LIST) { _, info in seal(info) }
    }

    private func seal(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> PadProbeAction {
        // Encoders push single buffers; a list would pass unsealed, so it does not pass.
        guard let buffer = info.buffer, isWanted() else { return .drop }
        switch encryptor.seal(buffer.bytes) {
        case .sealed(let bytes):
            counters.update(countSealed)
            return info.replaceBuffer(with: bytes)
        case .dropped(let reason, let needsKeyFrame):
            counters.countDrop(reason)
            if needsKeyFrame { needKeyFrame() }
            return .drop
        }
    }
}

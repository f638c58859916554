import CFrameSeam
import ECallMedia
import FrameCrypto
import WebRTC

/// Seals the frames of one sender, as the context of its encryptor.
final class FrameSealing: Sendable {
    private let encryptor: any FrameEncryptor
    private let counters: TrackCounters
    private let countSealed: @Sendable (inout TrackStatistics) -> Void
    private let isWanted: @Sendable () -> Bool
    private let needKeyFrame: @Sendable () -> Void

    /// - Parameters:
    ///   - isWanted: called before each frame, on an encoder's thread: an unwanted frame is neither sealed nor sent.
    ///   - needKeyFrame: called when the encryptor has dropped a frame that others depend on.
    init(
        _ encryptor: any FrameEncryptor, counters: TrackCounters,
        sealed: any WritableKeyPath<TrackStatistics, Int> & Sendable, isWanted: @escaping @Sendable () -> Bool,
        needKeyFrame: @escaping @Sendable () -> Void
    ) {
        (self.encryptor, self.counters) = (encryptor, counters)
        countSealed = { $0[keyPath: sealed] += 1 }
        (self.isWanted, self.needKeyFrame) = (isWanted, needKeyFrame)
    }

    /// Gives a sender its encryptor. Returns false if it accepts none: then its track must not be enabled.
    func attach(to sender: RTCRtpSender) -> Bool {
        let context = Unmanaged.passRetained(self)
        let sealer = cframeseam_sealer(
            context: context.toOpaque(),
            seal: { context, _, _, _, frame, sealed, written in
                guard let context else { return false }
                return Unmanaged<FrameSealing>.fromOpaque(context).takeUnretainedValue().seal(frame, sealed, written)
            },
            release: { context in
                if let context { Unmanaged<FrameSealing>.fromOpaque(context).release() }
            })
        guard let seam = cframeseam_make_encryptor(sealer) else {
            context.release()
            return false
        }
        defer { cframeseam_release(seam) }
        return cframeseam_attach_encryptor(Unmanaged.passUnretained(sender).toOpaque(), seam)
    }

    private func seal(
        _ frame: cframeseam_bytes, _ sealed: cframeseam_buffer, _ written: UnsafeMutablePointer<Int>?
    ) -> Bool {
        guard isWanted() else { return false }
        switch encryptor.seal(Array(UnsafeBufferPointer(start: frame.start, count: frame.count))) {
        case .sealed(let bytes):
            guard bytes.count <= sealed.count else { return false }
            counters.update(countSealed)
            sealed.start.update(from: bytes, count: bytes.count)
            written?.pointee = bytes.count
            return true
        case .dropped(let reason, let needsKeyFrame):
            counters.countDrop(reason)
            if needsKeyFrame { needKeyFrame() }
            return false
        }
    }
}

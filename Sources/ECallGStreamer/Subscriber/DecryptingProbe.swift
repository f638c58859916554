import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// Decrypts each received frame right after the depacketizer. A frame that fails to decrypt never reaches the decoder.
struct DecryptingProbe: Sendable {
    private let decryptor: any FrameDecryptor
    private let codec: FrameCodec
    private let counters: TrackCounters
    private let recorder: TrackRecorder?

    init(
        _ decryptor: any FrameDecryptor, codec: FrameCodec, counters: TrackCounters, recorder: TrackRecorder?
    ) {
        self.decryptor = decryptor
        self.codec = codec
        self.counters = counters
        self.recorder = recorder
    }

    /// - Parameter keyFrames: nil for sound.
    func open(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, _ keyFrames: KeyFrameRequests?
    ) -> PadProbeAction {
        // Depacketizers push single buffers; a list would pass unopened, so it does not pass.
        guard let buffer = info.buffer else { return .drop }
        switch outcome(buffer.bytes) {
        case .opened(let frame, let needsKeyFrame):
            counters.update { statistics in
                statistics.opened += 1
                if statistics.firstOpenedAt == 0 { statistics.firstOpenedAt = monotonicNanoseconds() }
            }
            let decodable = keyFrames?.opened(isKeyFrame: isKeyFrame(frame), asked: needsKeyFrame) ?? true
            guard decodable else { return .drop }
            recorder?.write(frame, at: ecall_buffer_pts(buffer))
            return info.replaceBuffer(with: frame)
        case .dropped(let reason, let needsKeyFrame):
            counters.countDrop(reason)
            keyFrames?.dropped(reason, asked: needsKeyFrame)
            return .drop
        case .held:
            // Never reached: a held frame is tried until it is opened or dropped.
            return .drop
        }
    }

    private func isKeyFrame(_ frame: [UInt8]) -> Bool {
        switch codec {
        case .h264: AnnexB.containsIDR(frame)
        // RFC 6386 section 9.1.
        case .vp8: frame.first.map { $0 & 1 == 0 } ?? false
        case .opus: true
        }
    }

    /// Blocks this thread while the key of a frame is unknown: later frames of the track stay in order behind it, and no other
    /// track is delayed.
    private func outcome(_ payload: [UInt8]) -> OpenOutcome {
        var outcome = decryptor.open(payload)
        while case .held(let deadline) = outcome {
            let expired = monotonicNanoseconds() >= deadline
            if !expired { decryptor.waitForKeys(until: deadline) }
            outcome = decryptor.open(payload)
            if expired, case .held = outcome { return .dropped(.noKey, needsKeyFrame: true) }
        }
        return outcome
    }
}

import CGStreamer
import ECallMedia
import Foundation
import Synchronization

/// Spreads the packets of a picture over time: a key frame that is sent all at once fills the queue of a narrow network, where
/// audio waits behind it. As fast as the pacer of Google congestion control (draft-ietf-rmcat-gcc-02 section 4).
final class PacketPacer: Sendable {
    /// The pacing rate, as a multiple of the encoder's bitrate.
    private static let factor = 2.5

    private let highest: Int
    private let state: Mutex<(pace: Pace, bitrate: Int)>

    /// - Parameters:
    ///   - pad: behind a queue, whose thread waits here.
    /// - highest: the bitrate of an encoder without limits. A network that carries that most likely carries more, and no packet
    ///   need be late.
    init(_ pad: Pad, bitrate: Int, highest: Int) {
        self.highest = highest
        state = Mutex((Pace(), bitrate))
        pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { [weak self] _, info in
            guard let self, let buffer = info.buffer else { return .pass }
            let bytes = Int(gst_buffer_get_size(buffer))
            let wait = state.withLock { state -> UInt64 in
                guard state.bitrate < highest else { return 0 }
                return state.pace.wait(
                    bytes: bytes, bitrate: Double(state.bitrate) * Self.factor, at: monotonicNanoseconds())
            }
            if wait > 0 { usleep(UInt32(wait / 1_000)) }
            return .pass
        }
    }

    /// Bits a second that the encoder makes from now on.
    func setBitrate(_ bitrate: Int) { state.withLock { $0.bitrate = bitrate } }

    /// When a packet may go that follows others. Pure: in nanoseconds of one clock.
    struct Pace: Sendable {
        /// The longest wait, however slow the rate: a packet that waits longer is of no use to anyone.
        static let longest: UInt64 = 200_000_000
        private var due: UInt64 = 0

        mutating func wait(bytes: Int, bitrate: Double, at now: UInt64) -> UInt64 {
            let wait = due > now ? min(due - now, Self.longest) : 0
            due = now &+ wait &+ UInt64(Double(bytes * 8) / max(bitrate, 1) * 1e9)
            return wait
        }
    }
}

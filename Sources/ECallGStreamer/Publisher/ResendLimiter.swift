import CGStreamer
import ECallMedia
import Synchronization

/// Keeps retransmissions (RTX, RFC 4588) within a share of the bandwidth: a narrow network loses much, and retransmitting all of it
/// would fill the network and leave audio no room.
final class ResendLimiter: Sendable {
    private static let rtpHeader = 2
    private let budget: Mutex<Budget>

    init(bitrate: Int) { budget = Mutex(Budget(bitrate: bitrate)) }

    /// Audio and video are bundled, and both pass here.
    ///
    /// - Parameters:
    /// - connection: its description is set; without retransmission nothing is limited.
    /// - payloadTypes: those of first transmissions.
    func attach(to connection: PeerConnection, sendingFirst payloadTypes: Set<UInt8>) {
        guard let pad = connection.webrtc.descendant(madeBy: "rtprtxsend")?.staticPad("src") else { return }
        pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { [weak self] _, info in
            guard let self, let buffer = info.buffer, let type = Self.payloadType(buffer), !payloadTypes.contains(type)
            else { return .pass }
            let bytes = Int(gst_buffer_get_size(buffer))
            return budget.withLock { $0.take(bytes, at: monotonicNanoseconds()) } ? .pass : .drop
        }
    }

    /// Bits a second that the encoder makes from now on.
    func setBitrate(_ bitrate: Int) { budget.withLock { $0.bitrate = bitrate } }

    private static func payloadType(_ packet: UnsafeMutablePointer<GstBuffer>) -> UInt8? {
        packet.withBytes { $0.count > rtpHeader ? $0[1] & 0x7F : nil } ?? nil
    }

    /// The bytes that may be retransmitted now. Pure: takes the time, in nanoseconds of one clock.
    struct Budget: Sendable {
        /// The share of the bitrate.
        static let share = 0.5
        /// How long an unused budget is kept, in seconds: losses occur in bursts.
        static let memory = 1.0

        var bitrate: Int
        private var bits: Double?
        private var lookedAt: UInt64 = 0

        init(bitrate: Int) { self.bitrate = bitrate }

        /// Whether this many bytes still fit.
        mutating func take(_ bytes: Int, at now: UInt64) -> Bool {
            let rate = Double(bitrate) * Self.share
            let earned = rate * Double(now &- lookedAt) / 1e9
            let available = min((bits ?? .infinity) + earned, rate * Self.memory)
            lookedAt = now
            guard available >= Double(bytes * 8) else {
                bits = available
                return false
            }
            bits = available - Double(bytes * 8)
            return true
        }
    }
}

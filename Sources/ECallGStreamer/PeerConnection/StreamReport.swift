import CGStreamer

/// The counters of RTCP and the jitter buffer for one stream of a connection, since its beginning.
struct StreamReport: Sendable, Equatable {
    enum Kind {
        case received
        /// Sent from here, as counted here.
        case sent
        /// Sent from here, as the other end reports.
        case reported
    }

    var kind: Kind
    /// For sent streams, the number of the media line; negative for retransmissions.
    var line: Int
    /// The SSRC of its packets (RFC 3550 section 3), which identifies a received stream.
    var ssrc: UInt32 = 0
    var lost = 0
    var received = 0
    var bytes = 0
    /// Seconds.
    var jitter: Double = 0
    /// Seconds; nil while it is not known.
    var roundTrip: Double?
    /// The fraction lost of the last report, 0 to 1; nil for received streams and before the first.
    var fractionLost: Double?
}

extension StreamReport {
    init(_ stats: ECallStreamStats) {
        self.init(
            kind: Kind(stats.kind), line: Int(stats.line), ssrc: stats.ssrc, lost: Int(max(0, stats.lost)),
            received: Int(max(0, stats.received)), bytes: Int(max(0, stats.bytes)),
            jitter: stats.jitter.isFinite ? max(0, stats.jitter) : 0,
            roundTrip: stats.round_trip > 0 ? stats.round_trip : nil,
            fractionLost: stats.fraction_lost >= 0 ? min(1, stats.fraction_lost) : nil)
    }
}

extension StreamReport.Kind {
    fileprivate init(_ kind: ECallStreamKind) {
        self =
            switch kind {
            case ECALL_STREAM_SENT: .sent
            case ECALL_STREAM_REPORTED: .reported
            default: .received
            }
    }
}

extension PeerConnection {
    private static let mostStreams = 64

    /// Returns the current report of each stream; empty after closing, and if there is no answer soon.
    func streamReports() async -> [StreamReport] {
        guard !isClosed else { return [] }
        let answers = FirstResult<[StreamReport]>(on: clock)
        request { promise in
            ecall_webrtc_get_stats(webrtc.pointer, promise)
        } read: { stats -> [StreamReport] in
            let streams = [ECallStreamStats](unsafeUninitializedCapacity: Self.mostStreams) { buffer, count in
                count = Int(ecall_stats_streams(stats, buffer.baseAddress, gint(Self.mostStreams)))
            }
            return streams.map(StreamReport.init)
        } answer: {
            answers.send($0 ?? [])
        }
        return await answers.value(within: Self.statisticsPatience) ?? []
    }
}

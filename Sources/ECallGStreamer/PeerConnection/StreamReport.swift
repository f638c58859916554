import CGStreamer

/// What RTCP and the jitter buffer say of one stream of a connection, since its beginning.
struct StreamReport: Sendable, Equatable {
    enum Kind {
        case received
        /// From here, as counted here.
        case sent
        /// From here, as the other end reports.
        case reported
    }

    var kind: Kind
    /// Of what is sent, the number of the media line; negative for what is sent again.
    var line: Int
    /// Of its packets (RFC 3550 section 3), by which a received stream is known.
    var ssrc: UInt32 = 0
    var lost = 0
    var received = 0
    var bytes = 0
    /// Seconds.
    var jitter: Double = 0
    /// Seconds; nil while it is not known.
    var roundTrip: Double?
    /// Of the last report, 0 to 1; nil for received streams and before the first.
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

    /// What is known of each stream now; empty after closing, and where there is no answer soon.
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

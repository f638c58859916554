/// Estimates the bandwidth of a network, from a short burst at one rate. Pure: seconds, and bits a second.
enum RateEstimate {
    /// The rates that are tried, each for `duration`: in all less than a megabyte in each direction.
    static let rates: [Double] = [250_000, 500_000, 1_000_000, 2_000_000, 4_000_000]
    static let duration = 0.5
    /// A queue that is longer after the burst did not fit.
    private static let longestQueue = 0.06
    /// The share of a dozen questions that may be lost, beyond the usual loss.
    private static let mostLost = 0.25
    private static let leastCome = 0.88

    /// A question that went with the burst, and its answer.
    struct Ping: Equatable {
        /// The time since the burst began.
        var at: Double
        /// Nil if no answer arrived.
        var roundTrip: Double?
    }

    /// The packets of a burst that arrived.
    struct Arrivals: Equatable {
        var sent: Int
        /// The time from the first packet sent to the last.
        var sentSpan: Double
        var received: Int
        /// The time from the first packet that arrived to the last.
        var span: Double
    }

    /// Estimates the upload bandwidth, from requests that wait in the same queue as a burst without responses. Nil if the
    /// network carries the burst.
    ///
    /// - Parameters:
    /// - rate: the rate that was sent.
    ///   - quickest: a round trip without a queue.
    ///   - loss: the share that is lost anyway.
    static func up(rate: Double, quickest: Double, loss: Double, _ pings: [Ping]) -> Double? {
        guard !pings.isEmpty else { return nil }
        let answered = pings.compactMap { ping in ping.roundTrip.map { (ping.at, $0) } }
        let kept = min(1, Double(answered.count) / Double(pings.count) / max(0.1, 1 - loss))
        guard let last = answered.last else { return 0 }
        // The delay of the last ones: a single one may have been delayed by something else.
        let tail = answered.suffix(3).map(\.1).sorted()
        let queue = max(0, tail[tail.count / 2] - quickest)
        if kept >= 1 - mostLost, queue < longestQueue { return nil }
        // A queue grows by the packets that do not fit.
        return rate * kept / (1 + queue / max(last.0, duration / 5))
    }

    /// Estimates the bandwidth of the whole path, by the arrivals of a burst. Nil if it carries the burst; 0 if nothing arrived.
    ///
    /// - Parameters:
    ///   - size: of a packet, in bits.
    ///   - loss: the share that is lost anyway.
    static func whole(size: Double, loss: Double, _ arrivals: Arrivals) -> Double? {
        guard arrivals.sent > 1 else { return nil }
        guard arrivals.received > 1, arrivals.span > 0 else { return 0 }
        // A sender that is slowed down sends slower, and the packets arrive slower.
        let sent = Double(arrivals.sent - 1) * size / max(arrivals.sentSpan, 0.001)
        let came = Double(arrivals.received - 1) * size / arrivals.span / max(0.1, 1 - loss)
        return came >= leastCome * sent ? nil : came
    }

    /// Returns the bandwidth in both directions, from that of the upload and of the whole path: if the whole path carries as
    /// much as the upload alone, the download carries at least that.
    ///
    /// - Parameters:
    ///   - up: the last rate that was carried, or the estimate.
    ///   - whole: likewise; nil where nothing came through.
    static func directions(
        up: NetworkReport.Rate, whole: NetworkReport.Rate?
    ) -> (up: NetworkReport.Rate, down: NetworkReport.Rate?) {
        guard let whole else { return (up, nil) }
        // Packets that came back have passed the upload.
        let up = whole.bitsPerSecond > up.bitsPerSecond ? whole : up
        let isUpTheLimit = Double(whole.bitsPerSecond) >= 0.7 * Double(up.bitsPerSecond)
        let isAtLeast = whole.isAtLeast || (!up.isAtLeast && isUpTheLimit)
        return (up, NetworkReport.Rate(bitsPerSecond: whole.bitsPerSecond, isAtLeast: isAtLeast))
    }
}

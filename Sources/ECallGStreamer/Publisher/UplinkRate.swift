/// The bitrate of the video encoder, in bits a second, by the SFU's reports on the path to it. Pure: takes the time, in nanoseconds
/// of one clock.
///
/// Loss is answered as Google congestion control does (draft-ietf-rmcat-gcc-02 section 6): more below 2 %, less above 10 %.
/// A queue that grows is answered before it overflows: its length is the round trip above the shortest one lately seen. The
/// longer it is, the less is sent until it is gone. Near the rate that was too much the last time more is tried slowly, and quickly
/// where that rate is far: the line is wider now.
struct UplinkRate: Sendable {
    /// One RTCP receiver report (RFC 3550 6.4.2), of the worst of the sent streams.
    struct Report: Sendable, Equatable {
        /// 0 to 1.
        var loss: Double
        /// Seconds; nil while there is none.
        var roundTrip: Double?
    }

    /// The state of the network by the last report.
    enum Line: Sendable, Equatable {
        /// There is room for more.
        case free
        case full
        /// It does not carry the sent bitrate.
        case over
    }

    /// The bitrate at the beginning of a call: a network that carries less than this carries no video.
    static let first = 300_000
    /// The least that is still a picture.
    static let lowest = 60_000
    /// A round trip this much above the shortest is a queue that must become shorter.
    static let longestQueue = 0.12
    /// Below this there is room for more.
    private static let shortQueue = 0.06
    /// The time for which the shortest round trip is remembered: a new route may be longer.
    private static let memory: UInt64 = 30_000_000_000
    /// A queue that stays as long although less and less is sent, without loss, is not caused by this device: the route is longer
    /// now, or another flow keeps it full, to which nothing need be given.
    private static let patience = 3
    /// A change of the rate shows in the reports after this time; earlier the same queue would be answered twice.
    private static let pause: UInt64 = 800_000_000
    /// Loss this long after a drop is not caused by the rate.
    private static let steady: UInt64 = 4_000_000_000
    /// The range near the rate that was too much the last time.
    private static let near = 0.8...1.15
    /// The growth per second: near that rate, far from it, and before there was any.
    private static let growth = (near: 1.08, far: 1.25, first: 1.25)

    private(set) var highest: Int
    /// Bits a second.
    private(set) var rate: Int
    private(set) var line = Line.full
    private var roundTrips: [(seconds: Double, at: UInt64)] = []
    private var loweredAt: UInt64?
    /// The number of queues answered in a row, none of them much shorter than the one before.
    private var stubborn: (count: Int, queue: Double) = (0, 0)
    /// The rate that was too much the last time, in bits a second; nil while nothing was.
    private var limit: Double?

    /// - Parameter highest: what a clean line gets.
    init(highest: Int) {
        self.highest = highest
        rate = min(Self.first, highest)
    }

    /// Sets the highest rate, for a clean network. It is at least the initial rate of every call.
    mutating func setHighest(_ highest: Int) {
        self.highest = highest
        rate = min(max(rate, min(Self.first, highest)), highest)
    }

    /// Takes a report, which arrives about once a second; true if the rate has changed.
    mutating func take(_ report: Report, at now: UInt64) -> Bool {
        let before = rate
        let queue = queue(report, at: now)
        if report.loss > 0.1 || queue > Self.longestQueue {
            line = .over
            lower(report, queue: queue, at: now)
        } else if report.loss < 0.02, queue < Self.shortQueue {
            line = .free
            rate = min(highest, Int((Double(rate) * growth).rounded()))
        } else {
            line = .full
            // A few losses that continue without a queue, long after the rate was lowered, are not caused by it: the network
            // loses them anyway.
            if let loweredAt, queue < Self.shortQueue, now > loweredAt &+ Self.steady {
                rate = min(highest, Int((Double(rate) * Self.growth.near).rounded()))
            }
        }
        return rate != before
    }

    private mutating func lower(_ report: Report, queue: Double, at now: UInt64) {
        if let loweredAt, now < loweredAt &+ Self.pause { return }
        loweredAt = now
        limit = Double(rate)
        if queue > Self.longestQueue, report.loss < 0.02 {
            stubborn = queue > 0.9 * stubborn.queue ? (stubborn.count + 1, queue) : (1, queue)
        } else {
            stubborn = (0, 0)
        }
        if stubborn.count == Self.patience {
            stubborn = (0, 0)
            roundTrips = roundTrips.suffix(1)
        }
        rate = max(Self.lowest, Int(Double(rate) * max(Self.kept(report.loss, queue: queue), 0.3)))
    }

    private var growth: Double {
        guard let limit else { return Self.growth.first }
        return Self.near.contains(Double(rate) / limit) ? Self.growth.near : Self.growth.far
    }

    /// The part of the rate that is kept.
    private static func kept(_ loss: Double, queue: Double) -> Double {
        guard queue > longestQueue else { return 1 - loss * 0.75 }
        // Packets lost beside a queue did not fit into it, and those still in it have to get through as well.
        return min(1 - loss, max(0.6, 0.85 - queue / 2))
    }

    /// Seconds.
    private mutating func queue(_ report: Report, at now: UInt64) -> Double {
        guard let roundTrip = report.roundTrip, roundTrip > 0 else { return 0 }
        roundTrips.removeAll { now > $0.at &+ Self.memory }
        roundTrips.append((roundTrip, now))
        return roundTrip - (roundTrips.map(\.seconds).min() ?? roundTrip)
    }
}

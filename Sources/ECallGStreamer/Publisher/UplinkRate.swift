/// How many bits a second the video encoder may make, from what the SFU says of the way to it. Pure: takes the time, in
/// nanoseconds of one clock.
///
/// Loss is answered as Google congestion control does (draft-ietf-rmcat-gcc-02 section 6): more below 2 %, less above 10 %.
/// A queue that grows is answered before it overflows: its length is the round trip above the shortest one lately seen. The
/// longer it is, the less is sent until it is gone. Near the rate that was too much the last time more is tried slowly, and quickly
/// where that rate is far: the line is wider now.
struct UplinkRate: Sendable {
    /// One RTCP receiver report (RFC 3550 6.4.2), of the worst of what is sent.
    struct Report: Sendable, Equatable {
        /// 0 to 1.
        var loss: Double
        /// Seconds; nil while there is none.
        var roundTrip: Double?
    }

    /// What the last report says of the line.
    enum Line: Sendable, Equatable {
        /// There is room for more.
        case free
        case full
        /// It does not carry what is sent.
        case over
    }

    /// Where every call begins: a line that carries less than this carries no video.
    static let first = 300_000
    /// The least that is still a picture.
    static let lowest = 60_000
    /// A round trip this much above the shortest is a queue that has to become shorter.
    static let longestQueue = 0.12
    /// Below this there is room for more.
    private static let shortQueue = 0.06
    /// How long the shortest round trip is remembered: a new route may be longer.
    private static let memory: UInt64 = 30_000_000_000
    /// A queue that stays as long although less and less is sent, without loss, is none of ours: the route is longer now, or
    /// somebody else keeps it full, to whom nothing need be given.
    private static let patience = 3
    /// What is sent was answered by this time; earlier the same queue would be answered twice.
    private static let pause: UInt64 = 800_000_000
    /// What is lost so long after a drop is not lost because of the rate.
    private static let steady: UInt64 = 4_000_000_000
    /// Of the rate that was too much the last time.
    private static let near = 0.8...1.15
    /// What a second brings: near that rate, far from it, and before there was any.
    private static let growth = (near: 1.08, far: 1.25, first: 1.25)

    private(set) var highest: Int
    /// Bits a second.
    private(set) var rate: Int
    private(set) var line = Line.full
    private var roundTrips: [(seconds: Double, at: UInt64)] = []
    private var loweredAt: UInt64?
    /// Queues that were answered in a row, none of them much shorter than the one before.
    private var stubborn: (count: Int, queue: Double) = (0, 0)
    /// What was too much the last time, in bits a second; nil while nothing was.
    private var limit: Double?

    /// - Parameter highest: what a clean line gets.
    init(highest: Int) {
        self.highest = highest
        rate = min(Self.first, highest)
    }

    /// A clean line gets this from now on. What is sent is at least what every call begins with.
    mutating func setHighest(_ highest: Int) {
        self.highest = highest
        rate = min(max(rate, min(Self.first, highest)), highest)
    }

    /// Takes a report, as they come about once a second; true where the rate has changed.
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
            // A few losses that go on without a queue, long after less was sent, are not made by it: the line loses them anyway.
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
        // What is lost beside a queue did not fit into it, and what stands in it has to pass as well.
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

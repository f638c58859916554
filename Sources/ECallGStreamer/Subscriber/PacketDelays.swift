/// The delay of packets over the quickest ones, by their RTP timestamps (RFC 3550 5.1). Pure: takes the time, in nanoseconds of one clock.
struct PacketDelays: Sendable {
    /// The time for which the quickest are remembered: a new route may be longer, and clocks differ.
    private static let memory: UInt64 = 30_000_000_000
    /// In seconds: a packet that is later than this has another clock, because the sender started over.
    private static let mostLate = 3.0
    /// A larger step in seconds between two packets is a pause, or another clock, and no jitter.
    private static let longestChange = 1.0

    private let clockRate: Double
    private var first: (timestamp: UInt32, at: UInt64)?
    /// The unwrapped distance of the newest timestamp from the first one.
    private var distance: Int64 = 0
    private var newest: UInt32 = 0
    /// The quickest of each look that is remembered, in seconds, oldest first.
    private var quickest: [(delay: Double, at: UInt64)] = []
    /// The delay of the quickest packets since the last look.
    private var current: Double?
    private var last: Double?
    /// The variation of the packets' delays, in seconds (RFC 3550 section 6.4.1). GStreamer 1.22 reports hours if a sender
    /// starts over.
    private(set) var jitter = 0.0

    init(clockRate: Int) { self.clockRate = Double(clockRate) }

    /// - Returns: how late the packet is, in seconds.
    @discardableResult
    mutating func add(timestamp: UInt32, at now: UInt64) -> Double {
        guard let first else {
            (first, newest, current, distance, quickest) = ((timestamp, now), timestamp, 0, 0, [])
            last = 0
            return 0
        }
        distance += Int64(Int32(bitPattern: timestamp &- newest))
        newest = timestamp
        let delay = Double(Int64(bitPattern: now &- first.at)) / 1e9 - Double(distance) / clockRate
        let change = abs(delay - (last ?? delay))
        last = delay
        if change < Self.longestChange { jitter += (change - jitter) / 16 }
        current = min(current ?? .infinity, delay)
        let late = delay - (shortest ?? delay)
        if late > Self.mostLate {
            self.first = nil
            return add(timestamp: timestamp, at: now)
        }
        return late
    }

    private var shortest: Double? {
        [current, quickest.map(\.delay).min()].compactMap { $0 }.min()
    }

    /// The time at which the quickest possible packet would have arrived; nil before the first.
    func quickestArrival(of timestamp: UInt32) -> UInt64? {
        guard let first, let shortest else { return nil }
        let distance = distance + Int64(Int32(bitPattern: timestamp &- newest))
        return first.at &+ UInt64(bitPattern: Int64((Double(distance) / clockRate + shortest) * 1e9))
    }

    /// The queue since the last reading, in seconds: the delay of the fastest packet; 0 if none arrived.
    mutating func look(at now: UInt64) -> Double {
        quickest.removeAll { now > $0.at &+ Self.memory }
        guard let current else { return 0 }
        quickest.append((current, now))
        let queue = current - (quickest.map(\.delay).min() ?? current)
        self.current = nil
        return queue
    }
}

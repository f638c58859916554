/// One side's offer in its `heart-beat` header (STOMP 1.2, "Heart-beating"). Both values in milliseconds; 0 = none.
public struct STOMPHeartBeat: Hashable, Sendable {
    /// The shortest interval at which this side can send.
    public var sends: UInt32
    /// The interval at which this side expects data from the other.
    public var expects: UInt32

    /// No heart-beats in either direction, which is the meaning of a missing header.
    public static let none = STOMPHeartBeat(sends: 0, expects: 0)
    /// Every ten seconds in both directions (wire-protocol 3.1).
    public static let tenSeconds = STOMPHeartBeat(sends: 10_000, expects: 10_000)

    /// An offer in milliseconds.
    public init(sends: UInt32, expects: UInt32) {
        self.sends = sends
        self.expects = expects
    }

    /// Parses `"<sends>,<expects>"`; returns nil unless both are plain decimal numbers of at most nine digits.
    public init?(header: String) {
        let parts = header.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let numbers = parts.compactMap { part -> UInt32? in
            guard 1...9 ~= part.utf8.count, part.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                return nil
            }
            return UInt32(part)
        }
        guard numbers.count == 2 else { return nil }
        self.init(sends: numbers[0], expects: numbers[1])
    }

    /// The header value.
    public var header: String { "\(sends),\(expects)" }

    /// The effective intervals on this side, given the other's offer: the larger of the two, or none.
    func negotiated(with other: STOMPHeartBeat) -> STOMPHeartBeat {
        STOMPHeartBeat(
            sends: sends == 0 || other.expects == 0 ? 0 : max(sends, other.expects),
            expects: expects == 0 || other.sends == 0 ? 0 : max(expects, other.sends))
    }
}

/// The heart-beat timer of one connection. Nanoseconds of a monotonic clock.
struct HeartBeatTimer: Sendable {
    private let sendAfter: UInt64
    private let silentAfter: UInt64
    private var lastSent: UInt64
    private var lastReceived: UInt64

    /// Sends after four fifths of the interval, so that a late tick is not a late beat; considers the other side dead after
    /// `tolerancePercent` of its interval.
    init(_ intervals: STOMPHeartBeat, tolerancePercent: UInt64, now: UInt64) {
        sendAfter = UInt64(intervals.sends) * 800_000
        silentAfter = UInt64(intervals.expects) * 10_000 * tolerancePercent
        lastSent = now
        lastReceived = now
    }

    mutating func sent(now: UInt64) { lastSent = max(lastSent, now) }

    mutating func received(now: UInt64) { lastReceived = max(lastReceived, now) }

    func mustSend(now: UInt64) -> Bool { sendAfter > 0 && now >= lastSent + sendAfter }

    func isSilent(now: UInt64) -> Bool { silentAfter > 0 && now >= lastReceived + silentAfter }

    var deadline: UInt64? {
        let times = [sendAfter > 0 ? lastSent + sendAfter : nil, silentAfter > 0 ? lastReceived + silentAfter : nil]
        return times.compactMap(\.self).min()
    }
}

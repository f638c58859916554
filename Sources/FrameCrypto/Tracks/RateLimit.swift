/// At most `limit` uses in any stretch of `interval` nanoseconds.
public struct RateLimit: Sendable {
    private let limit: Int
    private let interval: UInt64
    private var uses: [UInt64] = []

    public init(limit: Int, interval: UInt64) {
        self.limit = limit
        self.interval = interval
    }

    /// Whether one more use is allowed now, which then counts.
    public mutating func allows(at now: UInt64) -> Bool {
        uses.removeAll { now >= $0 &+ interval }
        guard uses.count < limit else { return false }
        uses.append(now)
        return true
    }
}

/// The freezes of a received video. Pure: takes the instants of its pictures, in nanoseconds of one clock.
public struct PictureGaps: Sendable, Equatable {
    /// A longer time between two pictures is a freeze.
    public static let freeze: UInt64 = 200_000_000
    /// A picture without a successor for this long is frozen; earlier it may be the end.
    public static let standstill: UInt64 = 1_000_000_000

    public private(set) var freezes = 0
    /// The sum of all freezes, and the longest one.
    public private(set) var frozen: UInt64 = 0
    public private(set) var longest: UInt64 = 0
    private var last: UInt64?

    public init() {}

    /// A picture has arrived.
    public mutating func add(at now: UInt64) {
        if let last, now > last &+ Self.freeze { count(now - last) }
        last = now
    }

    /// Returns the freezes up to an instant, with one that still lasts.
    public func until(_ now: UInt64) -> PictureGaps {
        guard let last, now > last &+ Self.standstill else { return self }
        var gaps = self
        gaps.count(now - last)
        return gaps
    }

    private mutating func count(_ gap: UInt64) {
        freezes += 1
        frozen += gap
        longest = max(longest, gap)
    }
}

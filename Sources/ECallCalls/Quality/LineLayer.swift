/// The simulcast layer of a sender's video that a connection carries: down at once on loss or freezes, or if the bandwidth is too
/// low; up by one after ten seconds without. Pure; by vectors in Swift and in the page (decision 62).
struct LineLayer: Equatable {
    static let top: UInt8 = 2
    /// In nanoseconds: how long after a change media of the former layer arrive, and how long a connection must be clean before
    /// more is requested.
    private static let settling: UInt64 = 2_000_000_000
    private static let cleanTime: UInt64 = 10_000_000_000
    /// More freezes in a time than a single late key frame causes.
    private static let freezes = (count: 2, time: UInt64(3_000_000_000))
    private static let highestLoss = 0.1
    /// The bandwidth that a connection needs for a layer, in bits a second: less would only be blurred.
    private static let least = [0, 150_000, 500_000]

    private(set) var most = Self.top
    private var changedAt: UInt64?
    private var cleanSince: UInt64?
    private var frozenAt: [UInt64] = []

    /// Takes a reading. `rate` is the bitrate that the connection carries, in bits a second, nil for any; `now` is in monotonic
    /// nanoseconds.
    mutating func take(loss: Double, freezes count: Int, rate: Int?, layer: UInt8, now: UInt64) {
        let cleanSince = cleanSince ?? now
        self.cleanSince = cleanSince
        // A new layer begins with a key frame, which may take a moment.
        let isSettling = changedAt.map { now < $0 + Self.settling } ?? false
        frozenAt =
            isSettling ? [] : (frozenAt + Array(repeating: now, count: count)).filter { now < $0 + Self.freezes.time }
        let isShort = rate.map { $0 < Self.least[Int(min(layer, Self.top))] } ?? false
        if loss > Self.highestLoss || frozenAt.count >= Self.freezes.count || isShort {
            self.cleanSince = now
            if !isSettling { change(to: min(most, layer) == 0 ? 0 : min(most, layer) - 1, now) }
        } else if most < Self.top, now >= cleanSince + Self.cleanTime {
            self.cleanSince = now
            change(to: most + 1, now)
        }
    }

    private mutating func change(to layer: UInt8, _ now: UInt64) {
        (most, changedAt, frozenAt) = (layer, now, [])
    }
}

/// The layer that shows a participant well. Pure.
enum ShownLayer {
    /// Returns the layer by the height of the picture on the screen, in pixels, or by the number of others: the more, the smaller
    /// each is shown.
    static func layer(height: Int?, others: Int) -> UInt8 {
        guard let height else { return others <= 1 ? LineLayer.top : others <= 4 ? 1 : 0 }
        return height > 480 ? 2 : height > 240 ? 1 : 0
    }
}

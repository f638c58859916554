/// The quality of a participant's received media, worst first.
public enum QualityLevel: String, Sendable, Codable, CaseIterable, Comparable {
    /// Nothing arrives.
    case lost
    /// Words or pictures are missing.
    case poor
    /// The degradation can be noticed.
    case fair
    case good

    /// The number of bars shown, of three.
    public var bars: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (one: QualityLevel, other: QualityLevel) -> Bool { one.bars < other.bars }
}

/// The media received from a participant within a second.
struct QualitySample: Sendable, Equatable {
    /// The share of lost packets, 0 to 1.
    var audioLoss = 0.0
    var videoLoss: Double?
    /// Milliseconds; nil while they are not known.
    var roundTrip: Double?
    var jitter: Double?
    /// The milliseconds of the second for which the video stood still.
    var frozen = 0.0
    var isReceiving = true

    var level: QualityLevel {
        let (roundTrip, jitter) = (roundTrip ?? 0, jitter ?? 0)
        if !isReceiving { return .lost }
        if audioLoss >= 0.1 || frozen >= 500 || roundTrip >= 800 || jitter >= 200 { return .poor }
        if audioLoss >= 0.03 || videoLoss ?? 0 >= 0.05 || frozen >= 100 || roundTrip >= 400 || jitter >= 80 {
            return .fair
        }
        return .good
    }
}

/// The level that a person is shown, from the samples of each second: lowered soon, raised once the improvement lasts, and lost
/// as long as nothing arrives. Pure. The page has the same rule (Tests/Vectors/call-quality.json).
struct QualityMeter: Sendable, Equatable {
    /// The level falls when this many of the last samples are as bad.
    private static let (bad, lately) = (2, 3)
    /// The level rises when this many samples in a row are better.
    private static let better = 5

    private(set) var level: QualityLevel?
    private var recent: [QualityLevel] = []

    /// Takes the sample of one more second and returns the level shown from now on.
    @discardableResult
    mutating func take(_ sample: QualitySample) -> QualityLevel { take(sample.level) }

    /// The same, if only the level of the second is known.
    @discardableResult
    mutating func take(_ newest: QualityLevel) -> QualityLevel {
        recent = (recent + [newest]).suffix(Self.better)
        let shown = next(newest, from: level ?? newest)
        level = shown
        return shown
    }

    private func next(_ newest: QualityLevel, from shown: QualityLevel) -> QualityLevel {
        // A loss or a recovery takes effect at once.
        if newest == .lost || shown == .lost { return newest }
        // The worst level that this many of the last ones had, or worse.
        let worst = recent.suffix(Self.lately).sorted()
        if worst.count >= Self.bad, worst[Self.bad - 1] < shown { return worst[Self.bad - 1] }
        if recent.count == Self.better, let least = recent.min(), least > shown { return least }
        return shown
    }
}

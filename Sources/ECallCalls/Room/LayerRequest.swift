/// The times at which Janus is asked for a layer of a slot's video: again after 1, 2 and 4 s, since it asks the sender for a key
/// frame once, and an encoder may ignore one that follows another too soon (decision 62). Pure.
struct LayerRequest: Equatable {
    private static let second: UInt64 = 1_000_000_000
    private static let mostRepetitions = 3

    /// The layer that Janus passes on unless it is asked for less.
    private(set) var asked = LineLayer.top
    /// The layer that it last reported to forward; nil before the first report.
    var received: UInt8?
    private var repetitions = 0
    private var askedAt: UInt64 = 0

    /// Returns whether to request this layer now. A request is repeated only if the sender has layers: otherwise none can
    /// arrive.
    mutating func isDue(_ layer: UInt8, repeats: Bool, now: UInt64) -> Bool {
        if layer != asked {
            (asked, repetitions, askedAt) = (layer, 0, now)
            return true
        }
        guard repeats, let received, received != layer, repetitions < Self.mostRepetitions,
            now >= askedAt + Self.second << UInt64(repetitions)
        else { return false }
        repetitions += 1
        askedAt = now
        return true
    }
}

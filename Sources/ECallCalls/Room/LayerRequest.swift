/// The times at which Janus is asked for a layer of a slot's video: again after 1, 2 and 4 s, since it asks the sender for a key
/// frame once, and an encoder may ignore one that follows another too soon (decision 62). Pure.
struct LayerRequest: Equatable {
    private static let second: UInt64 = 1_000_000_000
    private static let mostRepetitions = 3

    /// The layer that Janus passes on unless it is asked for less.
    private(set) var asked = LineLayer.top
    /// The layer that it last said it passes on; nil before it said anything.
    var received: UInt8?
    private var repetitions = 0
    private var askedAt: UInt64 = 0

    /// Returns whether to ask now for this layer; again only if the sender has layers: otherwise none comes.
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

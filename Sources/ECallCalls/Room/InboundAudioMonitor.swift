/// Notices that no audio arrives any more although it did: then the media connection is broken, though neither
/// Janus nor ICE has said so. Pure: instants are monotonic nanoseconds.
///
/// A sender sends audio without pause. That one person is silent is that person's; that everybody is, is ours, or that
/// of the only other one, for whom a new connection does no harm: connections that never brought audio are not watched,
/// so it is reported once.
struct InboundAudioMonitor: Equatable {
    private struct Seen: Equatable {
        var count: Int
        var grewAt: UInt64?
    }

    let limit: UInt64
    private var seen: [SubscriptionID: Seen] = [:]

    init(limit: Duration) {
        let (seconds, attoseconds) = limit.components
        self.limit = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }

    /// Whether everything has fallen silent, by how many audio frames came on each connection so far.
    mutating func isSilent(_ counts: [SubscriptionID: Int], now: UInt64) -> Bool {
        seen = seen.filter { counts[$0.key] != nil }
        for (id, count) in counts {
            let before = seen[id]?.count ?? 0
            seen[id] = Seen(count: count, grewAt: count > before ? now : seen[id]?.grewAt)
        }
        let watched = seen.values.compactMap(\.grewAt)
        return !watched.isEmpty && watched.allSatisfy { now >= $0 + limit }
    }

    /// The connections are others from here on.
    mutating func forget() { seen = [:] }
}

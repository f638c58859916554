/// Detects when audio stops arriving: the media connection is broken although neither Janus nor ICE has reported it. Audio is
/// sent without pause, so one person's silence is that person's, and a silence of everyone, except those who reconnect, is this
/// device's. Feeds that never carried audio are not monitored. Pure: instants are monotonic nanoseconds. The page has the same
/// rule (Tests/Vectors/inbound-audio.json).
struct InboundAudioMonitor: Equatable {
    private struct Seen: Equatable {
        var count: Int
        var grewAt: UInt64?
    }

    private var seen: [SubscriptionID: Seen] = [:]

    /// Returns whether everything has been silent for too long, by the number of audio frames so far on each connection.
    mutating func isSilent(_ counts: [SubscriptionID: Int], now: UInt64, limit: Duration) -> Bool {
        let (seconds, attoseconds) = limit.components
        let limit = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        seen = seen.filter { counts[$0.key] != nil }
        for (id, count) in counts {
            let before = seen[id]?.count ?? 0
            seen[id] = Seen(count: count, grewAt: count > before ? now : seen[id]?.grewAt)
        }
        let watched = seen.values.compactMap(\.grewAt)
        return !watched.isEmpty && watched.allSatisfy { now >= $0 + limit }
    }

    mutating func forget() { seen = [:] }
}

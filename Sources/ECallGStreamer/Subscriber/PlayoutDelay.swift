/// The playout delay that lets late packets, such as retransmissions, arrive in time to be played at a steady pace: the largest
/// delay that occurred more than once in the last ten seconds, and none on a network where that is close to zero. Pure: takes
/// the time, in nanoseconds of one clock.
struct PlayoutDelay: Sendable {
    static let longest = 0.5
    /// Packets that are less late are played on arrival.
    private static let least = 0.04
    private static let second: UInt64 = 1_000_000_000
    private static let seconds = 10

    /// The latest packet of each second, in seconds, oldest first.
    private var latest: [(late: Double, second: UInt64)] = []

    mutating func add(late: Double, at now: UInt64) {
        let second = now / Self.second
        if let last = latest.last, last.second == second {
            latest[latest.count - 1].late = max(last.late, late)
        } else {
            latest.append((late, second))
        }
        latest.removeAll { $0.second + UInt64(Self.seconds) < second }
    }

    /// The delay in seconds. The worst second is left out: it may not happen again.
    var delay: Double {
        guard let second = latest.map(\.late).sorted().dropLast().last, second >= Self.least else { return 0 }
        return min(Self.longest, second)
    }
}

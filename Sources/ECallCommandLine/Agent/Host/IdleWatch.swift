import ECallCore

/// Whether an agent may end, because nothing has been requested of it for a while. Pure; instants are nanoseconds of one clock.
struct IdleRule: Sendable, Equatable {
    let limit: UInt64
    private var running = 0
    private var idleSince: UInt64

    init(limit: UInt64, now: UInt64) {
        self.limit = limit
        idleSince = now
    }

    mutating func begin() { running += 1 }

    mutating func end(now: UInt64) {
        running -= 1
        idleSince = now
    }

    /// How long to wait before looking again; nil when it is time to end.
    func wait(now: UInt64) -> UInt64? {
        if running > 0 { return limit }
        let idle = now >= idleSince ? now - idleSince : 0
        return idle >= limit ? nil : limit - idle
    }
}

/// Keeps the time for `IdleRule`.
actor IdleWatch {
    private let time: any TimeSource
    private var rule: IdleRule

    init(limit: Duration, time: any TimeSource) {
        self.time = time
        rule = IdleRule(limit: UInt64(limit.components.seconds) * 1_000_000_000, now: time.nanoseconds())
    }

    /// Counts as busy while `work` runs.
    func during(_ work: @Sendable () async -> Void) async {
        rule.begin()
        await work()
        rule.end(now: time.nanoseconds())
    }

    /// Returns when nothing has run for the limit; throws when cancelled.
    func waitUntilIdle() async throws {
        while let nanoseconds = rule.wait(now: time.nanoseconds()) {
            try await time.sleep(for: .nanoseconds(Int64(clamping: nanoseconds)))
        }
    }
}

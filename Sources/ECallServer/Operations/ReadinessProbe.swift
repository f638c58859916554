import ECallAPI
import ServerFoundation

extension ReadinessCheck {
    private struct NoPage: Error {}

    /// Checks that there is a page; its files were read at the start.
    static func page(in folder: String?) -> ReadinessCheck {
        ReadinessCheck(name: "page") { if folder == nil { throw NoPage() } }
    }

    /// Checks that the database commits a write.
    static func database(_ database: any Database, clock: WallClock) -> ReadinessCheck {
        ReadinessCheck(name: "database") {
            let now = clock.now()
            _ = try await database.write { sql in
                try sql.execute(
                    """
                    INSERT INTO readiness (id, checked_at) VALUES (1, :now)
                    ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at
                    """, ["now": .moment(now)])
            }
        }
    }
}

/// Checks every part of the server. Anyone may ask, so one answer is cached for a second.
actor ReadinessProbe {
    private let checks: [ReadinessCheck]
    private let timeout: Duration
    private let keep: Duration
    private var latest: (notReady: [String], at: ContinuousClock.Instant)?
    private var running: Task<[String], Never>?

    init(checks: [ReadinessCheck], timeout: Duration = .seconds(3), keep: Duration = .seconds(1)) {
        self.checks = checks
        self.timeout = timeout
        self.keep = keep
    }

    /// The names of the parts that do not answer; empty if the server is ready.
    func notReady() async -> [String] {
        if let latest, ContinuousClock.now - latest.at < keep { return latest.notReady }
        if let running { return await running.value }
        let task = Task { [checks, timeout] in await Self.ask(checks, timeout: timeout) }
        running = task
        let result = await task.value
        (latest, running) = ((result, .now), nil)
        return result
    }

    /// Runs all checks concurrently; a check without a timely answer fails.
    private static func ask(_ checks: [ReadinessCheck], timeout: Duration) async -> [String] {
        await withTaskGroup(of: String?.self) { group in
            for check in checks {
                group.addTask { await isAnswering(check, within: timeout) ? nil : check.name }
            }
            var silent: Set<String> = []
            for await name in group { if let name { silent.insert(name) } }
            return checks.map(\.name).filter { silent.contains($0) }
        }
    }

    private static func isAnswering(_ check: ReadinessCheck, within timeout: Duration) async -> Bool {
        // Not a child task: a check that cannot be cancelled must not delay the answer.
        let (results, sink) = AsyncStream.makeStream(of: Bool.self)
        let asking = Task { sink.yield((try? await check.check()) != nil) }
        let expiry = Task {
            if (try? await Task.sleep(for: timeout)) != nil { sink.yield(false) }
        }
        defer {
            asking.cancel()
            expiry.cancel()
        }
        return await results.first { _ in true } ?? false
    }
}

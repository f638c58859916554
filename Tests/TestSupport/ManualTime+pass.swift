extension ManualTime {
    /// Advances the time of several until a condition holds, ten times as fast as the machine's.
    ///
    /// No faster, and in small steps: on a busy machine devices would be taken for gone before what they send has been heard.
    public static func pass(_ times: [ManualTime], until isDone: () async throws -> Bool) async throws {
        var last = ContinuousClock.now
        while try await !isDone() {
            try await pause()
            let now = ContinuousClock.now
            for time in times { time.advance(by: min((now - last) * 10, .milliseconds(250))) }
            last = now
        }
    }
}

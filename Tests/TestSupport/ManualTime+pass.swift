extension ManualTime {
    /// Lets the time of several pass until something is so, ten times as fast as that of the machine.
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

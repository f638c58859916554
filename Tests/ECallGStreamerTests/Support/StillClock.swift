/// A clock that stands still, or skips every wait.
struct StillClock: Clock {
    var jumps = false

    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        guard !jumps else { return }
        let (never, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        continuation.finish()
        try Task.checkCancellation()
    }
}

import ECallMedia

/// What an engine is given from outside, for its parts.
struct EngineEnvironment: Sendable {
    /// Nil where the source `test` can be neither sent nor read.
    var testContent: (any TestContent)?
    /// Whether what is sent fits itself to the line; without, always all.
    var fitsLine = true
    /// What waits are bounded by, and requests repeated.
    var clock: any Clock<Duration> = ContinuousClock()
}

import ECallMedia

/// Dependencies of an engine's parts that are given to it from outside.
struct EngineEnvironment: Sendable {
    /// Nil if the source `test` can be neither sent nor read.
    var testContent: (any TestContent)?
    /// Whether what is sent adapts to the network; otherwise everything is always sent.
    var fitsLine = true
    /// The clock of timeouts and of repeated requests.
    var clock: any Clock<Duration> = ContinuousClock()
}

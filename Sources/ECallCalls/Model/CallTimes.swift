/// How long a call waits for what may not come.
public struct CallTimes: Sendable {
    /// How long the end of a call waits for the server, and again for media, before it goes on without.
    public var patience: Duration
    /// How long media may take to reach the media server before the call ends.
    public var connection: Duration
    /// How long a receiving connection that broke may take to come back.
    public var recovery: Duration

    public init(
        patience: Duration = .seconds(5), connection: Duration = .seconds(30), recovery: Duration = .seconds(15)
    ) {
        self.patience = patience
        self.connection = connection
        self.recovery = recovery
    }
}

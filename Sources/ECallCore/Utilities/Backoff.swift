/// The wait before a retry: doubles from `first` up to `longest`, with jitter so that many clients of a restarting server do
/// not come back at once. The page has the same rule (Tests/Vectors/backoff.json).
public struct Backoff: Sendable, Equatable {
    /// The wait before the first repetition.
    public var first: Duration
    /// No wait is longer.
    public var longest: Duration

    public init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// HTTP requests: 1, 2, 4 s (wire-protocol 0.3).
    public static let requests = Backoff(first: .seconds(1), longest: .seconds(4))
    /// Sockets: from half a second to half a minute.
    public static let sockets = Backoff(first: .milliseconds(500), longest: .seconds(30))
    /// Sockets that a call waits for.
    static let urgent = Backoff(first: .milliseconds(250), longest: .seconds(2))
    /// The media connection: media do not wait long, and a server that is away is not asked without pause.
    public static let media = Backoff(first: .milliseconds(100), longest: .seconds(1))

    /// The wait before repetition number `attempt`, counted from 0; `random` in 0 ..< 1 shortens it by up to half.
    public func delay(attempt: Int, random: Double) -> Duration {
        var wait = first
        for _ in 0..<max(0, attempt) where wait < longest { wait = min(longest, wait * 2) }
        return min(wait, longest) * (1 - min(max(random, 0), 1) / 2)
    }
}

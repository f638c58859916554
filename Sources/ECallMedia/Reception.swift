/// What the network did to a received track since its connection was made.
public struct Reception: Sendable, Equatable {
    /// Packets that were sent and did not come; what was sent again does not count as come.
    public var lost: Int
    public var received: Int
    /// The interarrival jitter (RFC 3550 6.4.1), in seconds.
    public var jitter: Double
    /// How often the video stood still.
    public var freezes: Int
    /// What of this track the line can carry, in bits a second; nil while nothing was too much.
    public var limit: Int?

    public init(lost: Int, received: Int, jitter: Double, freezes: Int = 0, limit: Int? = nil) {
        (self.lost, self.received, self.jitter, self.freezes, self.limit) = (lost, received, jitter, freezes, limit)
    }
}

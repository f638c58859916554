/// The network's treatment of a received track since its connection was made.
public struct Reception: Sendable, Equatable {
    /// Packets that were sent and did not arrive; retransmissions do not count as arrived.
    public var lost: Int
    public var received: Int
    /// The interarrival jitter (RFC 3550 6.4.1), in seconds.
    public var jitter: Double
    /// The number of freezes of the video.
    public var freezes: Int
    /// The total time of the freezes, in nanoseconds.
    public var frozen: UInt64
    /// The bytes received.
    public var bytes: Int
    /// The size of the last picture; nil before the first.
    public var size: PictureBox?
    /// The bitrate of this track that the network can carry, in bits a second; nil while nothing was too much.
    public var limit: Int?
    /// The delay that the track alone needs to be played at a steady pace, in seconds.
    public var playoutDelay: Double

    public init(
        lost: Int, received: Int, jitter: Double, freezes: Int = 0, frozen: UInt64 = 0, bytes: Int = 0,
        size: PictureBox? = nil, limit: Int? = nil, playoutDelay: Double = 0
    ) {
        (self.lost, self.received, self.jitter, self.freezes, self.limit) = (lost, received, jitter, freezes, limit)
        (self.frozen, self.bytes, self.size, self.playoutDelay) = (frozen, bytes, size, playoutDelay)
    }
}

/// This device's media on the path to the SFU, as the SFU reports it.
public struct Transmission: Sendable, Equatable {
    public struct Track: Sendable, Equatable {
        /// The bytes sent since the connection was made.
        public var bytes: Int
        /// The share that was lost lately, 0 to 1; nil before the first report.
        public var loss: Double?
        /// The interarrival jitter (RFC 3550 6.4.1), in seconds; nil before the first report.
        public var jitter: Double?

        public init(bytes: Int, loss: Double? = nil, jitter: Double? = nil) {
            (self.bytes, self.loss, self.jitter) = (bytes, loss, jitter)
        }
    }

    public var audio: Track
    /// Nil in an audio call.
    public var video: Track?
    /// The round-trip time to the SFU, in seconds; nil while it is not known.
    public var roundTrip: Double?
    /// The size of the pictures that are sent; nil in an audio call.
    public var size: PictureBox?
    /// The types of the candidates that carry the media; nil before they are selected.
    public var pair: CandidatePair?

    public init(
        audio: Track, video: Track? = nil, roundTrip: Double? = nil, size: PictureBox? = nil,
        pair: CandidatePair? = nil
    ) {
        (self.audio, self.video, self.roundTrip, self.size, self.pair) = (audio, video, roundTrip, size, pair)
    }
}

public import ECallAPI
public import ECallMedia

/// The source of a participant's pictures.
public enum PictureKind: String, Sendable, Equatable, Hashable, Codable {
    case camera, screen
}

/// The video of a call, for its display. A slow reader misses pictures: only the newest wait.
public final class PictureFeed: Sendable, Equatable {
    public struct Shown: Sendable, Equatable {
        public let user: UserID
        /// The name as it is shown to the receiver.
        public let name: String
        public let kind: PictureKind
        public let picture: Picture
    }

    /// For one consumer.
    public let pictures: AsyncStream<Shown>
    private let continuation: AsyncStream<Shown>.Continuation

    public init() { (pictures, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4)) }

    public func send(_ picture: Picture, of user: UserID, name: String, _ kind: PictureKind = .camera) {
        continuation.yield(Shown(user: user, name: name, kind: kind, picture: picture))
    }

    public func finish() { continuation.finish() }

    public static func == (one: PictureFeed, other: PictureFeed) -> Bool { one === other }
}

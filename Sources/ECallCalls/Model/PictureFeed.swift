public import ECallAPI
public import ECallMedia

/// The video of a call for somebody who shows it. Who is slow misses some pictures: only the newest wait.
public final class PictureFeed: Sendable, Equatable {
    public struct Shown: Sendable, Equatable {
        public let user: UserID
        public let picture: Picture
    }

    /// One consumer.
    public let pictures: AsyncStream<Shown>
    private let continuation: AsyncStream<Shown>.Continuation

    public init() { (pictures, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4)) }

    public func send(_ picture: Picture, of user: UserID) {
        continuation.yield(Shown(user: user, picture: picture))
    }

    public func finish() { continuation.finish() }

    public static func == (one: PictureFeed, other: PictureFeed) -> Bool { one === other }
}

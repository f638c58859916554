import ECallLanguage
import FrameCrypto
import Janus

/// What flows in a room: said once by the connection that learns it, and handed on as it is.
enum RoomEvent: Sendable {
    /// Somebody publishes; not reported twice.
    case appeared(VideoRoomPublisher)
    case disappeared(feed: UInt64)
    case receiving(SubscriptionID)
    case speaking(SubscriptionID, Bool)
    /// A connection that receives is gone; the others go on.
    case broke(SubscriptionID)
    /// What receives cannot go on, and would not on another connection.
    case cannotReceive(SubscriptionID, Text)
    case firstDecoded(feed: UInt64, Track, at: UInt64)
    /// Something beside the connections ended, and the call goes on without.
    case notice(Text)
    case screenEnded(Text)
}

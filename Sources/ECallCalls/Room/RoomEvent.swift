import ECallLanguage
import FrameCrypto
import Janus

/// Events of the media in a room: reported once by the connection that learns of them, and forwarded unchanged.
enum RoomEvent: Sendable {
    /// A participant publishes; not reported twice.
    case appeared(VideoRoomPublisher)
    case disappeared(feed: UInt64)
    case receiving(SubscriptionID)
    case speaking(SubscriptionID, Bool)
    /// A receiving connection is gone; the others continue.
    case broke(SubscriptionID)
    /// A subscription that cannot continue, and could not on another connection.
    case cannotReceive(SubscriptionID, Text)
    case firstDecoded(feed: UInt64, Track, at: UInt64)
    /// A part outside the connections ended, and the call continues without it.
    case notice(Text)
    case screenEnded(Text)
}

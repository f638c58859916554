import ECallAPI
import Hummingbird
import Janus
import NIOCore
import Synchronization

/// What a proxied connection learns about publishers.
enum JanusFeedEvent: Sendable, Equatable {
    case published(FeedID, RoomID, DeviceIdentity)
    case gone(FeedID, RoomID, DeviceIdentity)
}

/// How often the proxy refused something, by reason.
final class JanusRefusals: Sendable {
    private struct Counts {
        var refused: [String: Int] = [:]
        var late: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// - Parameter reason: a word of this server, never of a client.
    func count(_ reason: String) { counts.withLock { $0.refused[reason, default: 0] += 1 } }

    /// What a client still says of a session, handle or room that is gone counts apart.
    func count(_ refusal: JanusRefusal) {
        guard refusal.isLate else { return count(refusal.kind.rawValue) }
        counts.withLock { $0.late[refusal.kind.rawValue, default: 0] += 1 }
    }

    var byReason: [String: Int] { counts.withLock { $0.refused } }
    var lateByReason: [String: Int] { counts.withLock { $0.late } }
}

/// What every proxied connection shares.
struct JanusProxyServices: Sendable {
    let address: JanusAddress
    let rooms: RoomRegistry
    let sessions: JanusSessionRegistry
    let occupants = RoomOccupants()
    let readiness: JanusReadiness
    let refusals: JanusRefusals
    let connections: JanusConnections
    /// Whether connections without credentials are taken, as the stock app's are.
    var takesStockClients = false
    /// How long a connection waits for a Janus that is being started.
    var timeout = TimeAmount.seconds(5)
    /// How long a lost connection's sessions may be claimed; as long as our clients try to.
    var claimTime = TimeAmount.seconds(30)
    let credentials: @Sendable () -> JanusCredentials
    /// Whose access token or STOMP passcode it is; nil when it is nobody's.
    let identify: @Sendable (String) async -> DeviceIdentity?
    /// Whether the device is still signed in: a passcode outlives it.
    let isRegistered: @Sendable (DeviceIdentity) async -> Bool
    let report: @Sendable (JanusFeedEvent) -> Void
}

extension WebSocketRoute {
    /// Janus behind the proxy (wire-protocol 6.1).
    static func janus(_ services: JanusProxyServices) -> WebSocketRoute {
        WebSocketRoute(
            name: "janus", paths: ["/janus", "/janus/", "/janus/janus", "/janus/janus/"],
            subprotocol: "janus-protocol", limits: WebSocketLimits(message: 256 * 1024, outgoing: 4 << 20),
            mostSockets: ApplicationConfiguration.mediaConnectionLimit()
        ) { request, _ in
            JanusProxyHandler(services: services, request: request)
        }
    }
}

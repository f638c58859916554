package import ECallAPI
package import Janus
package import NIOCore
package import ServerFoundation
import Synchronization

/// What a proxied connection learns about publishers.
package enum JanusFeedEvent: Sendable, Equatable {
    case published(FeedID, RoomID, DeviceIdentity)
    case gone(FeedID, RoomID, DeviceIdentity)
    /// Janus began to receive its audio, or receives none any more.
    case audio(FeedID, RoomID, DeviceIdentity, isReceived: Bool)
}

/// How often the proxy refused something, by reason.
package final class JanusRefusals: Sendable {
    private struct Counts {
        var refused: [String: Int] = [:]
        var late: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// - Parameter reason: a word of this server, never of a client.
    package func count(_ reason: String) { counts.withLock { $0.refused[reason, default: 0] += 1 } }

    /// What a client still says of a session, handle or room that is gone counts apart.
    package func count(_ refusal: JanusRefusal) {
        guard refusal.isLate else { return count(refusal.kind.rawValue) }
        counts.withLock { $0.late[refusal.kind.rawValue, default: 0] += 1 }
    }

    package var byReason: [String: Int] { counts.withLock { $0.refused } }
    package var lateByReason: [String: Int] { counts.withLock { $0.late } }
}

/// What every proxied connection shares.
package struct JanusProxyServices: Sendable {
    package let address: JanusAddress
    package let rooms: RoomRegistry
    package let sessions: JanusSessionRegistry
    package let occupants: RoomOccupants
    package let readiness: JanusReadiness
    package let refusals: JanusRefusals
    package let connections: JanusConnections
    /// Whether connections without credentials are taken, as the stock app's are.
    package var takesStockClients = false
    /// How many clients there may be at a time.
    package var mostConnections = Int.max
    /// How long a connection waits for a Janus that is being started.
    package var timeout = TimeAmount.seconds(5)
    /// How long a lost connection's sessions may be claimed; as long as our clients try to.
    package var claimTime = TimeAmount.seconds(30)
    package let credentials: @Sendable () -> JanusCredentials
    /// Whose access token or STOMP passcode it is; nil when it is nobody's.
    package let identify: @Sendable (String) async -> DeviceIdentity?
    /// Whether the device is still signed in: a passcode outlives it.
    package let isRegistered: @Sendable (DeviceIdentity) async -> Bool
    package let report: @Sendable (JanusFeedEvent) -> Void

    package init(
        address: JanusAddress, rooms: RoomRegistry, sessions: JanusSessionRegistry, readiness: JanusReadiness,
        refusals: JanusRefusals, connections: JanusConnections, occupants: RoomOccupants,
        takesStockClients: Bool = false,
        mostConnections: Int = .max, timeout: TimeAmount = .seconds(5), claimTime: TimeAmount = .seconds(30),
        credentials: @escaping @Sendable () -> JanusCredentials,
        identify: @escaping @Sendable (String) async -> DeviceIdentity?,
        isRegistered: @escaping @Sendable (DeviceIdentity) async -> Bool,
        report: @escaping @Sendable (JanusFeedEvent) -> Void
    ) {
        self.address = address
        self.rooms = rooms
        self.sessions = sessions
        self.readiness = readiness
        self.refusals = refusals
        self.connections = connections
        self.occupants = occupants
        self.takesStockClients = takesStockClients
        self.mostConnections = mostConnections
        self.timeout = timeout
        self.claimTime = claimTime
        self.credentials = credentials
        self.identify = identify
        self.isRegistered = isRegistered
        self.report = report
    }
}

extension WebSocketRoute {
    /// Janus behind the proxy (wire-protocol 6.1).
    package static func janus(_ services: JanusProxyServices) -> WebSocketRoute {
        WebSocketRoute(
            name: "janus", paths: ["/janus", "/janus/", "/janus/janus", "/janus/janus/"],
            subprotocol: "janus-protocol", limits: WebSocketLimits(message: 256 * 1024, outgoing: 4 << 20),
            mostSockets: services.mostConnections
        ) { request, _ in
            JanusProxyHandler(services: services, request: request)
        }
    }
}

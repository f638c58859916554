package import ECallAPI
package import Janus
package import NIOCore
package import ServerFoundation
import Synchronization

/// Publisher events seen by a proxied connection.
package enum JanusFeedEvent: Sendable, Equatable {
    case published(FeedID, RoomID, DeviceIdentity)
    case gone(FeedID, RoomID, DeviceIdentity)
    /// Its ICE and DTLS are established.
    case media(FeedID, RoomID, DeviceIdentity)
    /// Janus began or ceased to receive its audio.
    case audio(FeedID, RoomID, DeviceIdentity, isReceived: Bool)
}

/// The number of the proxy's refusals, by reason.
package final class JanusRefusals: Sendable {
    private struct Counts {
        var refused: [String: Int] = [:]
        var late: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// - Parameter reason: one of this server's words, never a client's.
    package func count(_ reason: String) { counts.withLock { $0.refused[reason, default: 0] += 1 } }

    /// Requests about a session, handle or room that is already gone are counted separately.
    package func count(_ refusal: JanusRefusal) {
        guard refusal.isLate else { return count(refusal.kind.rawValue) }
        counts.withLock { $0.late[refusal.kind.rawValue, default: 0] += 1 }
    }

    package var byReason: [String: Int] { counts.withLock { $0.refused } }
    package var lateByReason: [String: Int] { counts.withLock { $0.late } }
}

/// The dependencies that all proxied connections share.
package struct JanusProxyServices: Sendable {
    package let address: JanusAddress
    package let rooms: RoomRegistry
    package let sessions: JanusSessionRegistry
    package let occupants: RoomOccupants
    package let readiness: JanusReadiness
    package let refusals: JanusRefusals
    package let connections: JanusConnections
    /// Whether connections without credentials, such as the stock app's, are accepted.
    package var takesStockClients = false
    package var mostConnections = Int.max
    /// The time that a connection waits for Janus while it is being started.
    package var timeout = TimeAmount.seconds(5)
    /// The time within which a lost connection's sessions can be claimed, which is as long as our clients try.
    package var claimTime = TimeAmount.seconds(30)
    package let credentials: @Sendable () -> JanusCredentials
    /// The device of an access token or STOMP passcode; nil if it is invalid.
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
    /// The route to Janus behind the proxy (wire-protocol 6.1).
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

import ECallAPI
import Hummingbird
import HummingbirdCore
import ServerFoundation
import ServiceLifecycle
import SignalRouting

/// What calls, signalling and media add to the server.
struct CallParts: Sendable {
    let signals: any SignalDelivery
    let presence: any CallPresence
    /// Registers the endpoints of calls and credentials.
    let addRoutes: @Sendable (APIRouter) -> Void
    /// How connections are served: HTTP, and WebSocket where a request asks for it. Is given a way to find out whose
    /// access token a text is.
    let server: @Sendable (_ authenticate: @escaping @Sendable (String) async -> DeviceIdentity?) -> HTTPServerBuilder
    /// What runs as long as the server does.
    let services: [any Service]
    /// Ends the connections to the media server of a device that was signed out.
    var endMedia: @Sendable (DeviceIdentity) -> Void = { _ in }
    /// What must answer before calls are possible.
    var readiness: [ReadinessCheck] = []
    /// Brings in the metrics of signals, sockets and media servers.
    var collect: @Sendable (MetricsRegistry) -> Void = { _ in }
    /// Gives coturn another certificate.
    var renewCertificate: @Sendable (PEMPair) async -> Void = { _ in }
}

import ECallAPI
import Hummingbird
import HummingbirdCore
import ServerFoundation
import ServiceLifecycle
import SignalRouting

/// The parts that calls, signalling and media add to the server.
struct CallParts: Sendable {
    let signals: any SignalDelivery
    let presence: any CallPresence
    /// Registers the endpoints of calls and credentials.
    let addRoutes: @Sendable (APIRouter) -> Void
    /// Builds the server of connections: HTTP, and WebSocket for requests that ask for it. Takes a function that finds the
    /// device of an access token.
    let server: @Sendable (_ authenticate: @escaping @Sendable (String) async -> DeviceIdentity?) -> HTTPServerBuilder
    let services: [any Service]
    /// Closes the media server connections of a device that was signed out.
    var endMedia: @Sendable (DeviceIdentity) -> Void = { _ in }
    /// Checks that must pass before calls are possible.
    var readiness: [ReadinessCheck] = []
    /// Collects the metrics of signals, sockets and media servers.
    var collect: @Sendable (MetricsRegistry) -> Void = { _ in }
    /// Passes another certificate to coturn.
    var renewCertificate: @Sendable (PEMPair) async -> Void = { _ in }
}

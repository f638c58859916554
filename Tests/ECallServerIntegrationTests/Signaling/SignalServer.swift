import CallEngine
import Crypto
import ECallAPI
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import ServerTestSupport
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// A whole server on a port of 127.0.0.1 whose calls consist of signals only: every device exists, and every signal goes to
/// the device that it names.
struct SignalServer: Sendable {
    let port: Int
    let sessions: SignalSessions
    let signalingTokens: SignalingTokens
    let orders: Orders

    /// Commands of clients by the old names.
    final class Orders: Sendable {
        private let state = Mutex<[String]>([])
        var all: [String] { state.withLock { $0 } }
        fileprivate func add(_ text: String) { state.withLock { $0.append(text) } }
    }

    /// - Parameters:
    ///   - given: the stored E2EE messages that devices get for their calls.
    ///   - path: the database; another server may have left something in it.
    ///   - pings: whether silent clients are pinged; those of the tests answer only while they are read from.
    static func run(
        path: String? = nil, rates: SignalRates.Limits = .init(), given: [DeviceIdentity: JoinE2EEMessages] = [:],
        pings: Bool = true,
        _ body: @escaping @Sendable (SignalServer) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-signals-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let database = try SQLiteDatabase(path: path ?? directory + "/signals.sqlite")
        let signalingTokens = SignalingTokens(key: SymmetricKey(size: .bits256))
        let (clock, orders, log) = (TestClock(), Orders(), RecordedLog())
        let sessions = try await SignalSessions.restored(
            from: database, directory: Everybody(), rates: rates, now: { clock.now }, logger: log.logger)
        var settings = ServerSettings(dataDirectory: directory + "/data")
        settings.port = 0
        let pingInterval = pings ? WebSocketLimits.signaling.pingInterval : .hours(1)
        let environment = AppEnvironment(
            clock: WallClock { clock.now }, messages: TestOutbox(channels: [.email]),
            callParts: { _ in
                let signals = RecordingSignals()
                return CallParts(
                    signals: sessions, presence: signals, addRoutes: { _ in },
                    server: { _ in
                        var limits = WebSocketLimits.signaling
                        limits.pingInterval = pingInterval
                        var http = HTTP1WebSocketChannel.Configuration()
                        // All devices of a test share one address.
                        http.limits.connectionsPerAddress = 100_000
                        return .http1(
                            webSockets: [
                                .signaling(
                                    signalingTokens: signalingTokens, sessions: sessions, limits: limits,
                                    tokenOwner: { TokenClaims.owner(statedIn: $0) }, now: { clock.now }
                                )
                            ], configuration: http)
                    }, services: [Relay(sessions: sessions, orders: orders, given: given)])
            })
        let application = try await buildApplication(settings, environment: environment, logger: log.logger)
        try await application.test(.live) { client in
            try await body(
                SignalServer(
                    port: try #require(client.port), sessions: sessions, signalingTokens: signalingTokens,
                    orders: orders))
        }
        // As after kill -9, nothing is closed in an orderly way.
    }

    /// A subscribed session of a device; without `reading` it reads nothing from then on.
    func session(
        _ device: DeviceIdentity, receiveBuffer: Int? = nil, more: String = "", reading: Bool = true
    ) async throws -> TestSocket {
        let socket = try await TestSocket.webSocket(port, "/ws/", receiveBuffer: receiveBuffer)
        let now = TestClock().now
        let passcode = signalingTokens.issue(to: device, at: now).passcode
        // Tests send no heart-beats.
        let connect = CallServer.connectFrame(device.device, passcode, more: more)
        try await socket.text(connect.replacing("heart-beat:10000,10000", with: "heart-beat:0,0"))
        #expect(try await socket.nextText().hasPrefix("CONNECTED\n"))
        if !reading { try await socket.stopReading() }
        try await socket.text("SUBSCRIBE\nid:sub\ndestination:\(Signal.inbox(of: device.device))\n\n\0")
        return socket
    }

    /// Returns once the sessions know the device's session.
    func online(_ device: DeviceIdentity) async throws {
        while await !sessions.isOnline(device) { try await pause() }
    }

    private struct Relay: Service, SignalAuthority {
        let sessions: SignalSessions
        let orders: Orders
        let given: [DeviceIdentity: JoinE2EEMessages]

        func run() async throws {
            await cancelWhenGracefulShutdown { await SignalRouter(sessions: sessions, authority: self).run() }
        }

        func relayAtOnce(_ request: RelayRequest) -> RelayDecision? { request.passed }
        func relay(_ requests: [RelayRequest]) async -> [RelayDecision] { requests.map(\.passed) }
        func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool { true }
        func e2eeMessages(for device: DeviceIdentity) async -> JoinE2EEMessages? { given[device] }
        func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async {
            orders.add("\(command.rawValue) \(call?.description ?? "-") \(identity.device)")
        }
        func sessionOpened(_ device: DeviceIdentity) async {}
        func sessionGoing(_ device: DeviceIdentity) async {}
        func sessionClosed(_ device: DeviceIdentity) async {}
    }
}

import CallEngine
import Crypto
import ECallAPI
import Foundation
import Hummingbird
import HummingbirdCore
import Janus
import Logging
import MediaServers
import NIOCore
import NIOPosix
import ServerFoundation
import ServiceLifecycle
import SignalRouting
import Synchronization

/// The assembly of calls, signalling, and the connections to Janus and coturn.
struct CallAssembly: Sendable {
    let signals: SignalSessions
    let calls: CallService
    let rooms: RoomRegistry
    let media: MediaServers
    let parts: CallParts

    /// Starts Janus and coturn, and returns once both answer.
    ///
    /// - Parameter claimTime: the time that sessions in Janus outlive a lost connection.
    /// - Throws: `SupervisionFailure`.
    static func start(
        _ dependencies: CallDependencies, limits: ActiveCalls.Limits = .init(),
        claimTime: TimeAmount = .seconds(30)
    ) async throws -> CallAssembly {
        let now = steady(dependencies.clock)
        var limits = limits
        limits.participants = dependencies.settings.limits.callParticipants
        let turnSecret = Base64URL.encode(dependencies.secrets.key(for: .turnCredentials).withUnsafeBytes { Data($0) })
        let group = MultiThreadedEventLoopGroup.singleton
        let media = try MediaServers(
            settings: dependencies.settings.media, tls: dependencies.settings.turnTLS,
            dataDirectory: dependencies.settings.dataDirectory,
            turnSecret: turnSecret, mayMovePorts: dependencies.settings.isDevelopment, group: group,
            now: WallClock.system.now, logger: dependencies.logger)
        try await media.start()

        let logger = dependencies.logger
        if dependencies.settings.media.takesStockClients {
            logger.warning("janus.stockClients is on: connections to Janus without credentials are taken.")
        }
        let control = media.control
        let origins = SignalingOrigins()
        let rooms = RoomRegistry(
            secrets: media.janus.secrets, now: now, tokenTime: WallClock.system.now,
            origin: { origins.network(of: $0) }
        ) { room, secret in
            Task {
                do {
                    try await control.destroyRoom(room.rawValue, secret: secret)
                } catch {
                    logger.error("A room could not be ended in Janus.")
                }
            }
        }
        do {
            return try await CallWiring(
                dependencies: dependencies, limits: limits, claimTime: claimTime, now: now, media: media,
                turnSecret: turnSecret, rooms: rooms, origins: origins
            ).assemble()
        } catch {
            await media.stop()
            throw error
        }
    }

    /// The clock, made monotonic.
    private static func steady(_ clock: WallClock) -> @Sendable () -> Timestamp {
        let latest = LatestTime()
        return { latest.advance(to: clock.now()) }
    }
}

/// The inputs available once Janus and coturn answer, and the assembly of the rest.
private struct CallWiring: Sendable {
    let dependencies: CallDependencies
    let limits: ActiveCalls.Limits
    let claimTime: TimeAmount
    let now: @Sendable () -> Timestamp
    let media: MediaServers
    let turnSecret: String
    let rooms: RoomRegistry
    let origins: SignalingOrigins
    let sockets = OpenSockets()
    let refusals = HTTPRefusalCounts()
    let connections = JanusConnections()
    let occupants = RoomOccupants()
    let sessions = JanusSessionRegistry()

    func assemble() async throws -> CallAssembly {
        let (database, settings) = (dependencies.database, dependencies.settings)
        let signals = try await SignalSessions.restored(
            from: database, directory: dependencies.directory, e2eeLimits: E2EELimits(settings.limits), now: now,
            logger: dependencies.logger)
        let calls = CallService(
            directory: dependencies.directory, signals: signals,
            rooms: proxiedRooms,
            records: DatabaseCallRecords(database: database), push: dependencies.push, limits: limits,
            rates: CallRates(settings.limits), now: now, logger: dependencies.logger)
        try await calls.restore()
        let feeds = JanusFeedService(calls: calls)
        let reconciler = JanusReconciler(
            media, rooms: rooms, sessions: sessions, claimTime: claimTime,
            takesStockClients: settings.media.takesStockClients,
            report: { feeds.report($0) }, logger: dependencies.logger)
        let sampler = MediaSampler(
            admin: media.admin, console: { [media] in media.relayConsole }, logger: dependencies.logger)
        // Calls that continue must be known by now.
        await reconciler.settle()
        let tokens = SignalingTokens(key: dependencies.secrets.key(for: .signalingTokens))
        let http = HTTP1WebSocketChannel.Configuration(
            limits: HTTPLimits(settings.limits), proxies: TrustedProxies(settings),
            dates: HTTPDates(clock: dependencies.clock))
        let parts = CallParts(
            signals: signals, presence: calls,
            addRoutes: { addRoutes(to: $0, calls, tokens) },
            server: { authenticate in
                .http1(
                    webSockets: [
                        .signaling(
                            signalingTokens: tokens, sessions: signals, origins: origins,
                            tokenOwner: { TokenClaims.owner(statedIn: $0) }, now: now),
                        .janus(proxy(reconciler, feeds, tokens, authenticate)),
                    ], configuration: http, sockets: sockets, refusals: refusals)
            },
            services: [
                media, SignalService(router: SignalRouter(sessions: signals, authority: calls)),
                MailboxSweeper(sessions: signals), feeds, reconciler, RoomSweeper(rooms: rooms), relayAllocationSweeper,
                sampler,
            ],
            endMedia: { [connections] in connections.end($0) }, readiness: media.readiness,
            collect: {
                collect(into: $0, signals, calls, reconciler)
                sampler.attach($0)
            },
            renewCertificate: { [media] in await media.renewCertificate($0) })
        return CallAssembly(signals: signals, calls: calls, rooms: rooms, media: media, parts: parts)
    }

    private var relayAllocationSweeper: RelayAllocationSweeper {
        let (database, clock) = (dependencies.database, dependencies.clock)
        return RelayAllocationSweeper(
            console: { [media] in media.relayConsole },
            signedIn: { devices in
                try await database.read { try DeviceRepository($0).signedIn(among: devices, at: clock.now()) }
            }, logger: dependencies.logger)
    }

    private var proxiedRooms: ProxiedRooms {
        let (admin, logger) = (media.admin, dependencies.logger)
        return ProxiedRooms(
            rooms: rooms, connections: connections, occupants: occupants, sessions: sessions,
            destroySessions: { sessions in
                Task {
                    do {
                        try await admin.destroy(sessions: sessions)
                    } catch {
                        logger.error("Sessions of devices that have left could not be ended in Janus.")
                    }
                }
            })
    }

    private func addRoutes(to api: APIRouter, _ calls: CallService, _ tokens: SignalingTokens) {
        CallRequestController(calls: calls, database: dependencies.database).addRoutes(to: api)
        CallHistoryController(database: dependencies.database, now: now).addRoutes(to: api)
        CredentialsController(
            signalingTokens: tokens, turn: TURNCredentials(secret: turnSecret), relay: { [media] in media.turn },
            now: now, turnTime: WallClock.system.now
        ).addRoutes(to: api)
    }

    private func proxy(
        _ reconciler: JanusReconciler, _ feeds: JanusFeedService, _ tokens: SignalingTokens,
        _ authenticate: @escaping @Sendable (String) async -> DeviceIdentity?
    ) -> JanusProxyServices {
        let (now, directory) = (now, dependencies.directory)
        return JanusProxyServices(
            address: media.control.address, rooms: rooms, sessions: reconciler.sessions,
            readiness: reconciler.readiness, refusals: reconciler.refusals, connections: connections,
            occupants: occupants, takesStockClients: dependencies.settings.media.takesStockClients,
            mostConnections: ApplicationConfiguration.mediaConnectionLimit(), claimTime: claimTime,
            credentials: media.control.credentials,
            identify: { text in
                if let identity = tokens.identity(in: text, at: now()) { return identity }
                return await authenticate(text)
            },
            // An unknown registration counts as none.
            isRegistered: { (try? await directory.isRegistered($0)) ?? false },
            report: { feeds.report($0) })
    }

    private func collect(
        into metrics: MetricsRegistry, _ signals: SignalSessions, _ calls: CallService, _ reconciler: JanusReconciler
    ) {
        calls.attach(metrics)
        signals.collect(into: metrics)
        let (sockets, refusals, media) = (sockets, refusals, media)
        metrics.collect(.sockets) { sockets.byName.map { (["kind": $0.key], Double($0.value)) } }
        metrics.collect(.httpRefusals) { refusals.byReason.map { (["reason": $0.key.rawValue], Double($0.value)) } }
        metrics.collect(.proxyRefusals) {
            reconciler.refusals.byReason.map { (["reason": $0.key], Double($0.value)) }
        }
        metrics.collect(.proxyLate) {
            reconciler.refusals.lateByReason.map { (["reason": $0.key], Double($0.value)) }
        }
        metrics.collect(.restarts) { await media.restarts.map { (["program": $0.program], Double($0.count)) } }
    }
}

extension E2EELimits {
    fileprivate init(_ limits: Limits) {
        self.init(
            sendsPerDevice: limits.e2eeSendsPerDevice, bytesPerDevice: limits.e2eeBytesPerDevice,
            deliveriesPerCall: limits.e2eeDeliveriesPerCall)
    }
}

private final class LatestTime: Sendable {
    private let latest = Mutex<Timestamp?>(nil)

    /// Returns the later of `now` and all times before.
    func advance(to now: Timestamp) -> Timestamp {
        latest.withLock { latest in
            let later = max(latest ?? now, now)
            latest = later
            return later
        }
    }
}

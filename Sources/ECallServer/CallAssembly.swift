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

/// Puts calls, signalling, and the way to Janus and coturn together.
struct CallAssembly: Sendable {
    let router: SignalRouter
    let calls: CallService
    let rooms: RoomRegistry
    let media: MediaServers
    let parts: CallParts

    /// Starts Janus and coturn, and returns once both answer.
    ///
    /// - Parameter claimTime: how long sessions in Janus outlive a lost connection.
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
            return try await assemble(
                dependencies, limits: limits, claimTime: claimTime, now: now, media: media, turnSecret: turnSecret,
                rooms, origins)
        } catch {
            await media.stop()
            throw error
        }
    }

    private static func assemble(
        _ dependencies: CallDependencies, limits: ActiveCalls.Limits, claimTime: TimeAmount,
        now: @escaping @Sendable () -> Timestamp, media: MediaServers, turnSecret: String, _ rooms: RoomRegistry,
        _ origins: SignalingOrigins
    ) async throws -> CallAssembly {
        let database = dependencies.database
        let router = try await SignalRouter.restored(
            from: database, directory: dependencies.directory, now: now, logger: dependencies.logger)
        let calls = CallService(
            directory: dependencies.directory, signals: router, rooms: rooms,
            records: DatabaseCallRecords(database: database), push: dependencies.push, limits: limits,
            rates: CallRates(dependencies.settings.limits), now: now,
            logger: dependencies.logger)
        try await calls.restore()
        let signalingTokens = SignalingTokens(key: dependencies.secrets.key(for: .signalingTokens))
        let feeds = JanusFeedService(calls: calls)
        let takesStockClients = dependencies.settings.media.takesStockClients
        let reconciler = JanusReconciler(
            media, rooms: rooms, claimTime: claimTime, takesStockClients: takesStockClients,
            report: { feeds.report($0) }, logger: dependencies.logger)
        // Calls that go on must be known by now.
        await reconciler.settle()
        let credentials = CredentialsController(
            signalingTokens: signalingTokens, turn: TURNCredentials(secret: turnSecret), turnURI: media.turnURI,
            turnTLSURI: media.turnTLSURI, now: now, turnTime: WallClock.system.now)
        let controller = CallRequestController(calls: calls, database: database)
        let (sockets, refusals) = (OpenSockets(), HTTPRefusalCounts())
        let http = HTTP1WebSocketChannel.Configuration(
            limits: HTTPLimits(dependencies.settings.limits), proxies: TrustedProxies(dependencies.settings))
        let (connections, directory) = (JanusConnections(), dependencies.directory)
        let parts = CallParts(
            signals: router, presence: calls,
            addRoutes: { api in
                controller.addRoutes(to: api)
                CallHistoryController(database: database, now: now).addRoutes(to: api)
                credentials.addRoutes(to: api)
            },
            server: { authenticate in
                .http1(
                    webSockets: [
                        .signaling(
                            signalingTokens: signalingTokens, router: router, origins: origins,
                            tokenOwner: { TokenClaims.owner(statedIn: $0) }, now: now),
                        .janus(
                            JanusProxyServices(
                                address: media.control.address, rooms: rooms, sessions: reconciler.sessions,
                                readiness: reconciler.readiness, refusals: reconciler.refusals,
                                connections: connections,
                                takesStockClients: takesStockClients,
                                mostConnections: ApplicationConfiguration.mediaConnectionLimit(),
                                claimTime: claimTime,
                                credentials: media.control.credentials,
                                identify: { text in
                                    if let identity = signalingTokens.identity(in: text, at: now()) { return identity }
                                    return await authenticate(text)
                                },
                                // Not known counts as no.
                                isRegistered: { (try? await directory.isRegistered($0)) ?? false },
                                report: { feeds.report($0) })),
                    ], configuration: http, sockets: sockets, refusals: refusals)
            },
            services: [
                media, SignalService(router: router, calls: calls), MailboxSweeper(router: router), feeds, reconciler,
                RoomSweeper(rooms: rooms),
            ],
            endMedia: { connections.end($0) }, readiness: media.readiness,
            collect: { metrics in
                calls.attach(metrics)
                metrics.collect(.sockets) {
                    sockets.byName.map { (["kind": $0.key], Double($0.value)) }
                }
                metrics.collect(.httpRefusals) {
                    refusals.byReason.map { (["reason": $0.key.rawValue], Double($0.value)) }
                }
                router.collect(into: metrics)
                metrics.collect(.proxyRefusals) {
                    reconciler.refusals.byReason.map { (["reason": $0.key], Double($0.value)) }
                }
                metrics.collect(.proxyLate) {
                    reconciler.refusals.lateByReason.map { (["reason": $0.key], Double($0.value)) }
                }
                metrics.collect(.restarts) {
                    await media.restarts.map { (["program": $0.program], Double($0.count)) }
                }
            },
            renewCertificate: { await media.renewCertificate($0) })
        return CallAssembly(router: router, calls: calls, rooms: rooms, media: media, parts: parts)
    }

    /// The clock, never going back.
    private static func steady(_ clock: WallClock) -> @Sendable () -> Timestamp {
        let latest = LatestTime()
        return { latest.advance(to: clock.now()) }
    }
}

private final class LatestTime: Sendable {
    private let latest = Mutex<Timestamp?>(nil)

    /// The later one of this and all before.
    func advance(to now: Timestamp) -> Timestamp {
        latest.withLock { latest in
            let later = max(latest ?? now, now)
            latest = later
            return later
        }
    }
}

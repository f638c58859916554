import ECallAPI
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import MediaServers
import ServerFoundation
import ServiceLifecycle

/// Assembles the server: the only place where its parts meet.
///
/// - Parameter onListening: called with the port once the server accepts connections.
/// - Throws: `StartFailure`, `SupervisionFailure`.
func buildApplication(
    _ settings: ServerSettings, environment: AppEnvironment, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in }
) async throws -> some ApplicationProtocol {
    let data = try DataDirectory(preparing: settings.dataDirectory)
    let (secrets, opened) = try await data.load(environment.firstStart)
    let database = environment.database(opened)
    let judged = JudgedClock(
        environment.clock, lastSeen: try await data.lastSeen(by: database), uptime: environment.uptime,
        isSynchronized: environment.isSynchronized)
    let clock = judged.clock
    let clockService = ClockService(judged: judged, data: data, logger: logger)
    // Checked before the clock is used.
    await clockService.check()
    let providers = try environment.parts(
        ProviderDependencies(
            database: database, settings: settings, secrets: secrets, clock: clock, logger: logger))
    let callParts = try await environment.callParts(
        CallDependencies(
            directory: DatabaseDirectory(database: database, clock: clock), database: database, secrets: secrets,
            settings: settings, clock: clock, logger: logger, push: providers.push))
    let devices = DeviceService(
        database: database, signals: callParts.signals, presence: callParts.presence, endMedia: callParts.endMedia,
        clock: clock,
        locations: try settings.providers.locationFile.map { try MaxMindFile(path: $0) } ?? NoLocations())
    try await database.write { try DeviceRepository($0).addMissingKeyHashes() }
    let tokens = await TokenService(
        key: secrets.key(for: .tokens), database: database, devices: devices, clock: clock, limits: settings.limits)
    let certificate = try settings.tls.map { try ServerCertificate($0) }
    let parts = ServerParts(
        settings: settings, database: database, secrets: secrets, clock: clock, logger: logger,
        providers: providers, callParts: callParts, devices: devices, tokens: tokens, metrics: MetricsRegistry(),
        certificate: certificate)
    let operations = Operations(
        settings: settings, data: data, database: database, devices: devices, callParts: callParts,
        providers: providers, metrics: parts.metrics, clock: clock, logger: logger)

    let router = try await parts.router()
    operations.addRoutes(to: router)
    let http = callParts.server { try? await tokens.authenticate($0) }
    let turnCertificate = try settings.media.turnTLS.map { try ServerCertificate($0) }
    let certificateReload = environment.reloadRequests.map {
        CertificateReloadService(
            reloadRequests: $0, certificate: certificate, turnCertificate: turnCertificate,
            renew: callParts.renewCertificate, clock: clock, logger: logger)
    }
    return Application(
        router: router,
        server: try certificate.map { try .tls(http, tlsConfiguration: $0.configuration) } ?? http,
        configuration: ApplicationConfiguration(settings, logger: logger),
        services: providers.services + callParts.services + operations.services
            + ([clockService, certificateReload] as [(any Service)?]).compactMap(\.self),
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? settings.port) }, logger: logger)
}

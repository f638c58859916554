import ECallAPI
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import ServiceLifecycle

/// Puts the server together: the only place where the parts meet.
///
/// - Parameter onListening: called with the port once connections are taken.
/// - Throws: `StartFailure`, `SupervisionFailure`.
func buildApplication(
    _ settings: ServerSettings, environment: AppEnvironment, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in }
) async throws -> some ApplicationProtocol {
    let data = try DataDirectory(preparing: settings.dataDirectory)
    let secrets = try data.loadSecrets()
    let database = try data.openDatabase()
    let (clock, limits) = (environment.clock, settings.limits)
    let locations: any LocationLookup =
        try settings.providers.locationFile.map { try MaxMindFile(path: $0) } ?? NoLocations()
    let metrics = MetricsRegistry()

    // What calls and signalling add.
    let callParts = try await environment.callParts(
        CallDependencies(
            directory: DatabaseDirectory(database: database), database: database, secrets: secrets, settings: settings,
            clock: clock, logger: logger))

    let devices = DeviceService(
        database: database, signals: callParts.signals, presence: callParts.presence, locations: locations)
    let tokens = await TokenService(
        key: secrets.key(for: .tokens), database: database, devices: devices, clock: clock, limits: limits)
    let signIn = SignInService(
        database: database, codeKey: secrets.key(for: .oneTimeCodes), messages: environment.messages, clock: clock,
        limits: limits)
    let announcements = FriendAnnouncements(
        directory: DatabaseDirectory(database: database), signals: callParts.signals)
    let friendRequests = FriendRequestController(
        database: database, clock: clock, limiter: SharedRateLimiter(limits.friendRequestsById),
        announcements: announcements)
    let shareTokens = ShareTokenController(
        database: database, hashKey: secrets.key(for: .shareTokens), friendRequests: friendRequests, clock: clock,
        limits: limits)

    let router = Router(context: AppRequestContext.self)
    router.add(middleware: RequestIdentityMiddleware(proxies: TrustedProxies(settings)))
    router.add(middleware: RequestLogMiddleware(metrics: metrics))
    router.add(middleware: ErrorEnvelopeMiddleware(metrics: metrics))
    let api = APIRouter(router: router, authenticator: BearerAuthenticator(tokens: tokens))
    AuthenticationController(signIn: signIn, tokens: tokens).addRoutes(to: api)
    UserController(database: database).addRoutes(to: api)
    DeviceController(database: database, devices: devices, clock: clock).addRoutes(to: api)
    PublicKeyController(database: database, presence: callParts.presence, limits: limits).addRoutes(to: api)
    ContactController(database: database, announcements: announcements).addRoutes(to: api)
    friendRequests.addRoutes(to: api)
    shareTokens.addRoutes(to: api)
    callParts.addRoutes(api)
    if let directory = settings.webDirectory {
        WebRoutes(files: try WebFiles(directory: directory)).add(to: router)
    }
    if let authority = settings.tls?.authority { try AuthorityRoute(file: authority).add(to: router) }

    let operations = Operations(
        settings: settings, data: data, database: database, devices: devices, callParts: callParts, metrics: metrics,
        clock: clock, logger: logger)
    operations.addRoutes(to: router)

    let http = callParts.server { try? await tokens.authenticate($0) }
    return Application(
        router: router, server: try settings.tls.map { try .tls(http, tlsConfiguration: $0.configuration()) } ?? http,
        configuration: ApplicationConfiguration(settings, logger: logger),
        services: callParts.services + operations.services,
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? settings.port) }, logger: logger)
}

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

    let providers = try environment.parts(
        ProviderDependencies(database: database, settings: settings, clock: clock, logger: logger))

    // What calls and signalling add.
    let callParts = try await environment.callParts(
        CallDependencies(
            directory: DatabaseDirectory(database: database), database: database, secrets: secrets, settings: settings,
            clock: clock, logger: logger, push: providers.push))

    try await database.write { try DeviceRepository($0).addMissingKeyHashes() }
    let devices = DeviceService(
        database: database, signals: callParts.signals, presence: callParts.presence, clock: clock)
    let tokens = await TokenService(
        key: secrets.key(for: .tokens), database: database, devices: devices, clock: clock, limits: limits)
    let (codeKey, codeLimiter) = (secrets.key(for: .oneTimeCodes), CodeLimiter(limits))
    let signIn = SignInService(
        database: database, codeKey: codeKey, messages: providers.messages, clock: clock, limits: limits,
        limiter: codeLimiter)
    let proofs = AddressProofService(
        database: database, codeKey: codeKey, messages: providers.messages, clock: clock, limits: limits,
        limiter: codeLimiter)
    let accountAnnouncements = AccountAnnouncements(
        directory: DatabaseDirectory(database: database), signals: callParts.signals, push: providers.push)
    let external = try await ExternalAssembly(
        settings, database: database, codes: signIn, tokens: tokens, announcements: accountAnnouncements, clock: clock,
        logger: logger)
    let announcements = FriendAnnouncements(
        directory: DatabaseDirectory(database: database), signals: callParts.signals, push: providers.push)
    let shareTokenKey = secrets.key(for: .shareTokens)
    let friendRequests = FriendRequestController(
        database: database, clock: clock, limiter: SharedRateLimiter(limits.friendRequestsById),
        announcements: announcements)
    let shareTokens = ShareTokenController(
        database: database, hashKey: shareTokenKey, friendRequests: friendRequests, clock: clock,
        limits: limits)

    let router = Router(context: AppRequestContext.self)
    router.add(middleware: RequestLogMiddleware())
    router.add(middleware: ErrorEnvelopeMiddleware())
    if !settings.requestSigning.isEmpty {
        router.add(
            middleware: RequestSignatureMiddleware(
                secrets: settings.requestSigning, isRequired: settings.requiresSignature, clock: clock))
    }
    let api = APIRouter(router: router, authenticator: BearerAuthenticator(tokens: tokens))
    AuthenticationController(
        signIn: signIn, proofs: proofs, tokens: tokens, announcements: accountAnnouncements,
        timing: UniformTiming(milliseconds: limits.uniformAnswerTime), external: external.controller,
        trustsVerifiedClaim: settings.trustsVerifiedClaim
    ).addRoutes(to: api)
    external.controller.addRoutes(to: api)
    UserController(
        database: database, proofs: proofs, announcements: accountAnnouncements, clock: clock, limits: limits
    ).addRoutes(to: api)
    LoginMethodController(
        database: database, proofs: proofs, announcements: accountAnnouncements, clock: clock, limits: limits
    ).addRoutes(to: api)
    DeviceController(database: database, devices: devices, clock: clock).addRoutes(to: api)
    PublicKeyController(database: database, presence: callParts.presence, limits: limits).addRoutes(to: api)
    ContactController(database: database, clock: clock, announcements: announcements).addRoutes(to: api)
    SearchController(database: database, hashKey: shareTokenKey, clock: clock, limits: limits).addRoutes(to: api)
    friendRequests.addRoutes(to: api)
    shareTokens.addRoutes(to: api)
    callParts.addRoutes(api)
    try OpenAPIRoute().add(to: router)
    LandingController(
        database: database, hashKey: shareTokenKey, clock: clock, limiter: SharedRateLimiter(limits.landingsPerAddress),
        origin: PublicOrigin(settings), hasPage: settings.webDirectory != nil
    ).add(to: router)
    AppAssociationRoute(appIDs: settings.appleAppIDs).add(to: router)
    if let directory = settings.webDirectory {
        WebRoutes(files: try WebFiles(directory: directory)).add(to: router)
    }
    external.pageRoutes.add(to: router)
    if let authority = settings.tls?.authority { try AuthorityRoute(file: authority).add(to: router) }

    let http = callParts.server { try? await tokens.authenticate($0) }
    return Application(
        router: router, server: try settings.tls.map { try .tls(http, tlsConfiguration: $0.configuration()) } ?? http,
        configuration: ApplicationConfiguration(settings, logger: logger),
        services: providers.services + callParts.services,
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? settings.port) }, logger: logger)
}

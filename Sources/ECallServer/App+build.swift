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

    // What calls and signalling add.
    let callParts = try await environment.callParts(
        CallDependencies(
            directory: DatabaseDirectory(database: database), database: database, secrets: secrets, settings: settings,
            clock: clock, logger: logger))

    let devices = DeviceService(
        database: database, signals: callParts.signals, presence: callParts.presence, clock: clock)
    let tokens = await TokenService(
        key: secrets.key(for: .tokens), database: database, devices: devices, clock: clock, limits: limits)
    let (codeKey, codeLimiter) = (secrets.key(for: .oneTimeCodes), CodeLimiter(limits))
    let signIn = SignInService(
        database: database, codeKey: codeKey, messages: environment.messages, clock: clock, limits: limits,
        limiter: codeLimiter)
    let proofs = AddressProofService(
        database: database, codeKey: codeKey, messages: environment.messages, clock: clock, limits: limits,
        limiter: codeLimiter)
    let accountAnnouncements = AccountAnnouncements(
        directory: DatabaseDirectory(database: database), signals: callParts.signals, push: environment.push)
    let providers = try await ExternalProviders(settings.providers, clock: clock, logger: logger)
    let tickets = PageTickets()
    let external = ExternalSignInController(
        providers: providers, signIn: ExternalSignIn(database: database, codes: signIn, clock: clock),
        tickets: tickets, tokens: tokens, announcements: accountAnnouncements, clock: clock, limits: limits)
    if settings.trustsVerifiedClaim {
        logger.warning("INSECURE: an address that a client calls verified signs in without a code")
    }
    let announcements = FriendAnnouncements(
        directory: DatabaseDirectory(database: database), signals: callParts.signals)
    let friendRequests = FriendRequestController(
        database: database, clock: clock, limiter: SharedRateLimiter(limits.friendRequestsById),
        announcements: announcements)
    let shareTokens = ShareTokenController(
        database: database, hashKey: secrets.key(for: .shareTokens), friendRequests: friendRequests, clock: clock,
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
        timing: UniformTiming(milliseconds: limits.uniformAnswerTime), external: external,
        trustsVerifiedClaim: settings.trustsVerifiedClaim
    ).addRoutes(to: api)
    external.addRoutes(to: api)
    UserController(
        database: database, proofs: proofs, announcements: accountAnnouncements, clock: clock, limits: limits
    ).addRoutes(to: api)
    LoginMethodController(
        database: database, proofs: proofs, announcements: accountAnnouncements, clock: clock, limits: limits
    ).addRoutes(to: api)
    DeviceController(database: database, devices: devices, clock: clock).addRoutes(to: api)
    PublicKeyController(database: database, presence: callParts.presence, limits: limits).addRoutes(to: api)
    ContactController(database: database, announcements: announcements).addRoutes(to: api)
    friendRequests.addRoutes(to: api)
    shareTokens.addRoutes(to: api)
    callParts.addRoutes(api)
    try OpenAPIRoute().add(to: router)
    if let directory = settings.webDirectory {
        WebRoutes(files: try WebFiles(directory: directory)).add(to: router)
    }
    PageSignInRoutes(
        signIn: PageSignIn(providers: providers, tickets: tickets, clock: clock, limits: limits),
        publicURL: settings.publicURL, hasTLS: settings.tls != nil
    ).add(to: router)
    if let authority = settings.tls?.authority { try AuthorityRoute(file: authority).add(to: router) }

    let http = callParts.server { try? await tokens.authenticate($0) }
    return Application(
        router: router, server: try settings.tls.map { try .tls(http, tlsConfiguration: $0.configuration()) } ?? http,
        configuration: ApplicationConfiguration(settings, logger: logger), services: callParts.services,
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? settings.port) }, logger: logger)
}

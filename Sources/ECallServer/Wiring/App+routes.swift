import ECallAPI
import Hummingbird
import Logging
import MediaServers
import Notifications
import ServerFoundation

/// The dependencies that requests may need.
struct ServerParts: Sendable, Confidential {
    let settings: ServerSettings
    let database: any Database
    let secrets: ServerSecrets
    let clock: WallClock
    let logger: Logger
    let providers: ProviderParts
    let callParts: CallParts
    let devices: DeviceService
    let tokens: TokenService
    let metrics: MetricsRegistry
    /// nil without TLS.
    let certificate: ServerCertificate?

    private var limits: Limits { settings.limits }
    private var directory: DatabaseDirectory { DatabaseDirectory(database: database, clock: clock) }

    /// All routes, behind the middleware of every request.
    func router() async throws -> Router<AppRequestContext> {
        let router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIdentityMiddleware(proxies: TrustedProxies(settings)))
        router.add(middleware: ResponseHeadersMiddleware(hasTLS: settings.tls != nil))
        router.add(middleware: RequestLogMiddleware(metrics: metrics))
        router.add(middleware: MissingPageMiddleware(hasPage: settings.webDirectory != nil))
        router.add(middleware: ErrorEnvelopeMiddleware(metrics: metrics))
        if !settings.requestSigning.isEmpty {
            router.add(
                middleware: RequestSignatureMiddleware(
                    secrets: settings.requestSigning, isRequired: settings.requiresSignature, clock: clock))
        }
        let api = APIRouter(router: router, authenticator: BearerAuthenticator(tokens: tokens))
        let alerts = BudgetedPushes(providers.push, rate: limits.alertsPerUser, clock: clock)
        try await addAccounts(to: api, alerts: alerts).add(to: router)
        addPeople(to: api, alerts: alerts)
        callParts.addRoutes(api)
        try addPages(to: router)
        return router
    }

    /// Adds sign-in, the account and devices. Returns the routes of the page's sign-in with Google and Apple.
    private func addAccounts(
        to api: APIRouter, alerts: some PushDelivery
    ) async throws -> PageSignInRoutes {
        let codeKey = secrets.key(for: .oneTimeCodes)
        let codeLimiter = CodeLimiter(limits, key: codeKey, logger: logger)
        try await codeLimiter.restore(from: database, at: clock.now())
        let signIn = SignInService(
            database: database, codeKey: codeKey, messages: providers.messages, clock: clock, limits: limits,
            challenges: SignInChallenges(key: secrets.key(for: .signInChallenges)), limiter: codeLimiter)
        let proofs = AddressProofService(
            database: database, codeKey: codeKey, messages: providers.messages, clock: clock, limits: limits,
            limiter: codeLimiter)
        let announcements = AccountAnnouncements(
            directory: directory, signals: callParts.signals, push: alerts)
        let arrivals = ArrivalNotices(
            announcements: announcements, devices: devices,
            origin: SignInOrigin(PublicOrigin(settings), certificate: certificate))
        let external = try await ExternalAssembly(
            settings, database: database, codes: signIn, tokens: tokens, arrivals: arrivals, clock: clock,
            metrics: metrics, logger: logger)
        AuthenticationController(
            signIn: signIn, proofs: proofs, tokens: tokens, arrivals: arrivals,
            timing: ConstantTimeResponse(milliseconds: limits.uniformAnswerTime), external: external.controller,
            trustsVerifiedClaim: settings.trustsVerifiedClaim, tellsNumbers: settings.media.takesStockClients
        ).addRoutes(to: api)
        external.controller.addRoutes(to: api)
        let fresh = FreshProofs(
            challenges: signIn.challenges, origin: SignInOrigin(PublicOrigin(settings), certificate: certificate),
            limits: limits)
        let removals = LoginMethodRemovals(
            database: database, devices: devices, messages: providers.messages, origin: PublicOrigin(settings),
            hasPage: settings.webDirectory != nil, hashKey: secrets.key(for: .shareTokens), clock: clock, limits: limits
        )
        UserController(
            database: database, proofs: proofs, announcements: announcements, fresh: fresh, removals: removals,
            clock: clock, limits: limits
        ).addRoutes(to: api)
        TakeBackController(removals: removals).addRoutes(to: api)
        AccountExportController(database: database, fresh: fresh, clock: clock, limits: limits).addRoutes(to: api)
        LoginMethodController(
            database: database, proofs: proofs, external: external.methods, origin: PublicOrigin(settings),
            announcements: announcements, fresh: fresh, removals: removals, clock: clock, limits: limits
        ).addRoutes(to: api)
        DeviceController(database: database, devices: devices, clock: clock).addRoutes(to: api)
        WebPushController(
            subscriptions: WebPushSubscriptions(database: database), registration: providers.webPush, clock: clock
        ).addRoutes(to: api)
        DeviceStatementController(
            database: database, announcements: announcements, clock: clock, limits: limits
        ).addRoutes(to: api)
        PublicKeyController(database: database, presence: callParts.presence, limits: limits).addRoutes(to: api)
        return external.pageRoutes
    }

    /// Adds contacts, friend requests, share tokens and search.
    private func addPeople(to api: APIRouter, alerts: some PushDelivery) {
        let announcements = FriendAnnouncements(
            directory: directory, signals: callParts.signals, push: alerts,
            pairs: SharedRateLimiter(limits.alertsPerPair), clock: clock)
        let hashKey = secrets.key(for: .shareTokens)
        let friendRequests = FriendRequestController(
            database: database, clock: clock, limiter: SharedRateLimiter(limits.friendRequestsById),
            pairs: FriendRequestPairs(limits), announcements: announcements)
        ContactController(database: database, clock: clock, announcements: announcements).addRoutes(to: api)
        SearchController(database: database, hashKey: hashKey, clock: clock, limits: limits).addRoutes(to: api)
        friendRequests.addRoutes(to: api)
        ReportController(database: database, clock: clock, limits: limits).addRoutes(to: api)
        ShareTokenController(
            database: database, hashKey: hashKey, friendRequests: friendRequests, clock: clock, limits: limits
        ).addRoutes(to: api)
        PersonalLinkController(
            database: database, tokens: PersonalTokens(key: secrets.key(for: .personalLinks), hashKey: hashKey),
            clock: clock, limits: limits
        ).addRoutes(to: api)
    }

    /// Adds the documents for browsers and tools.
    private func addPages(to router: Router<AppRequestContext>) throws {
        try OpenAPIRoute(limits).add(to: router)
        LandingController(
            database: database, hashKey: secrets.key(for: .shareTokens), clock: clock,
            limiter: SharedRateLimiter(limits.landingsPerAddress), origin: PublicOrigin(settings),
            hasPage: settings.webDirectory != nil, hasApp: !settings.appleAppIDs.isEmpty
        ).add(to: router)
        AppAssociationRoute(appIDs: settings.appleAppIDs).add(to: router)
        if let directory = settings.webDirectory {
            WebRoutes(files: try WebFiles(directory: directory)).add(to: router)
        }
        if let certificate, certificate.authority != nil { AuthorityRoute(certificate: certificate).add(to: router) }
    }
}

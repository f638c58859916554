import Logging
import OpenIDConnect
import ServerFoundation

/// The assembly of sign-in with Google and Apple, and of adding them to an account.
struct ExternalAssembly: Sendable {
    let controller: ExternalSignInController
    let pageRoutes: PageSignInRoutes
    let methods: ExternalMethods

    /// - Throws: `StartFailure` if a key or a file of certificate authorities cannot be used.
    init(
        _ settings: ServerSettings, database: any Database, codes: SignInService, tokens: TokenService,
        arrivals: ArrivalNotices, clock: WallClock, metrics: MetricsRegistry, logger: Logger
    ) async throws(StartFailure) {
        let providers = try await ExternalProviders(
            google: settings.providers.google, apple: settings.providers.apple, clock: clock, logger: logger)
        let tickets = PageTickets()
        controller = ExternalSignInController(
            providers: providers, signIn: ExternalSignIn(database: database, codes: codes, clock: clock),
            tickets: tickets, tokens: tokens, arrivals: arrivals, clock: clock,
            metrics: metrics, limits: settings.limits)
        let pageSignIn = PageSignIn(providers: providers, tickets: tickets, clock: clock, limits: settings.limits)
        pageRoutes = PageSignInRoutes(signIn: pageSignIn, origin: PublicOrigin(settings))
        methods = ExternalMethods(
            providers: providers, apple: controller.apple, pageSignIn: pageSignIn, database: database, clock: clock,
            limits: settings.limits, limiter: controller.limiter)
        if settings.trustsVerifiedClaim {
            logger.warning("INSECURE: an address that a client calls verified signs in without a code")
        }
    }
}

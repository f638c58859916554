import ECallAPI
import Hummingbird
import Logging
import OpenIDConnect
import ServerFoundation

/// Sign-in with Google and Apple: `POST /apple-login`, and `POST /login` with a Google token or the page's ticket
/// (wire-protocol 1.8, 2 and 6; 2.2).
struct ExternalSignInController: Sendable {
    let providers: ExternalProviders
    let signIn: ExternalSignIn
    let tickets: PageTickets
    let tokens: TokenService
    let arrivals: ArrivalNotices
    let clock: WallClock
    let metrics: MetricsRegistry
    let apple: AppleProof?
    let limiter: SharedRateLimiter

    init(
        providers: ExternalProviders, signIn: ExternalSignIn, tickets: PageTickets, tokens: TokenService,
        arrivals: ArrivalNotices, clock: WallClock, metrics: MetricsRegistry, limits: Limits
    ) {
        self.providers = providers
        self.signIn = signIn
        self.tickets = tickets
        self.tokens = tokens
        self.arrivals = arrivals
        self.clock = clock
        self.metrics = metrics
        apple = providers.apple.map { AppleProof(provider: $0, clock: clock) }
        limiter = SharedRateLimiter(limits.externalSignInsPerAddress)
    }

    func addRoutes(to api: APIRouter) { api.on(.appleLogin, use: appleLogin) }

    @Sendable func appleLogin(body: AppleLoginRequest, context: AppRequestContext) async throws -> AuthResponse {
        try await answering(.apple, context) {
            guard let apple else { throw ExternalFailure.notOffered }
            let device = try arrivals.device(body.device, context)
            let person = try await apple.person(
                code: body.code ?? "", token: body.appleIdToken ?? "", deviceKey: device.keyHash)
            let name = ExternalName.choose(given: body.displayName, person.identity)
            return try await answer(
                try await signIn.signIn(person.identity, token: person.token, name: name, device: device),
                person.identity)
        }
    }

    func googleLogin(_ token: String, _ body: LoginRequest, _ context: AppRequestContext) async throws -> AuthResponse {
        try await answering(.google, context) {
            guard let google = providers.google else { throw ExternalFailure.notOffered }
            let device = try arrivals.device(body.device, context)
            let verified = try await google.verifier.verify(token, audiences: google.audiences)
            let name = ExternalName.choose(given: body.displayName, verified.identity)
            let outcome = try await signIn.signIn(
                verified.identity, token: .init(digest: verified.digest, end: verified.end), name: name,
                device: device)
            return try await answer(outcome, verified.identity)
        }
    }

    /// Only the ticket names its issuer.
    func ticketLogin(_ ticket: String, _ body: LoginRequest, _ context: AppRequestContext) async throws -> AuthResponse
    {
        try await answering(.google, context) {
            let device = try arrivals.device(body.device, context)
            let person = tickets.redeem(
                ticket, verifier: body.ticketVerifier ?? "", deviceKey: device.keyHash, at: clock.now())
            guard let person else { throw ExternalFailure.usedUp }
            let name = ExternalName.choose(given: person.name ?? body.displayName, person.identity)
            let outcome = try await signIn.signIn(person.identity, token: nil, name: name, device: device)
            return try await answer(outcome, person.identity)
        }
    }

    // MARK: - Parts

    /// Counts the request and maps failures to answers; the reason is logged in one word.
    private func answering(
        _ type: LoginMethodType, _ context: AppRequestContext, _ body: () async throws -> AuthResponse
    ) async throws -> AuthResponse {
        do {
            guard limiter.allow(from: context.clientAddress, at: clock.now()) else {
                throw ExternalFailure.tooMany
            }
            let answer = try await body()
            metrics.countSignIn(method: type.rawValue, outcome: answer.accessToken == nil ? "code" : "ok")
            return answer
        } catch let failure as ExternalFailure {
            metrics.countSignIn(method: type.rawValue, outcome: "refused")
            context.logger.notice(
                "sign-in refused", metadata: ["issuer": "\(type.rawValue)", "reason": "\(failure.reason)"])
            throw failure.failure(of: type)
        }
    }

    private func answer(_ outcome: ExternalSignIn.Outcome, _ identity: ExternalIdentity) async throws -> AuthResponse {
        switch outcome {
        case .signedIn(let signedIn, let user): return try await answer(signedIn, user, identity)
        case .codeSent(let sent, let identifier, let token):
            // No one has proven to own the account yet.
            return AuthResponse(
                userId: UserID(0), email: identifier.text, phoneNumber: "", displayName: "", linkToken: token,
                codeLength: sent.digits)
        }
    }

    /// The tokens and the account data that the app stores; a new device is announced to the others.
    func answer(_ signedIn: SignedIn, _ user: User, _ identity: ExternalIdentity?) async throws -> AuthResponse {
        await arrivals.endRemoved(signedIn)
        let (device, pair) = (signedIn.identity.device, try await tokens.issue(to: signedIn.identity))
        await arrivals.announce(signedIn)
        return AuthResponse(
            userId: user.id, deviceId: device, email: user.email ?? identity?.email ?? "",
            phoneNumber: user.phoneNumber ?? "", displayName: user.displayName, accessToken: pair.access,
            refreshToken: pair.refresh, deletedAt: signedIn.deletedAt, expiresIn: pair.accessLifetime,
            refreshExpiresIn: pair.refreshLifetime, appleSubId: identity?.type == .apple ? identity?.subject : nil)
    }
}

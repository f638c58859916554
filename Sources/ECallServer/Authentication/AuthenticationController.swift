import ECallAPI
import Notifications
import OpenIDConnect
import ServerFoundation

/// `GET /app-config`, `POST /login`, `/sign-in-challenge`, `/resend-otp`, `/verify-login`, `/verify`, `/refresh-token`.
struct AuthenticationController {
    let signIn: SignInService
    let proofs: AddressProofService
    let tokens: TokenService
    let arrivals: ArrivalNotices
    let timing: ConstantTimeResponse
    let external: ExternalSignInController
    /// Insecure: see `ServerSettings.trustsVerifiedClaim`.
    let trustsVerifiedClaim: Bool
    /// Whether the stock app gets the account's number before the code is verified, as it needs.
    let tellsNumbers: Bool

    func addRoutes(to api: APIRouter) {
        api.on(.appConfig, use: appConfig)
        api.on(.login, use: login)
        api.on(.signInChallenge, use: challenge)
        api.on(.resendOTP, use: resend)
        api.on(.verifyLogin, use: verifyLogin)
        api.on(.verify, use: verify)
        api.on(.refreshToken, use: refresh)
    }

    @Sendable func appConfig(context: AppRequestContext) async throws -> AppConfig {
        let channels = signIn.messages.channels
        return AppConfig(
            twilioConfigured: channels.contains(.sms), appleLoginConfigured: external.providers.apple != nil,
            emailConfigured: channels.contains(.email), googleLoginConfigured: external.providers.google != nil,
            googleClientId: external.providers.google?.firstClientID,
            pageSignIn: external.providers.ofPage.map(\.rawValue))
    }

    /// `verified` is an unverifiable claim: a code is always sent, unless a token proves the person (W1). The response
    /// carries only what the client sent, and the number of digits of the code (W18).
    @Sendable func login(body: LoginRequest, context: AppRequestContext) async throws -> AuthResponse {
        if let ticket = body.ticket, !ticket.isEmpty {
            return try await external.ticketLogin(ticket, body, context)
        }
        if let token = body.googleIdToken, !token.isEmpty {
            return try await external.googleLogin(token, body, context)
        }
        let identifier = try identifier(body.email, body.phoneNumber)
        let name = try displayName(body.displayName)
        if trustsVerifiedClaim, body.verified == true, case .email = identifier {
            return try await claimedLogin(identifier, name, body, context)
        }
        let takesLong = DeviceDetails.takesLongCodes(body.device)
        let sent = try await timing.answer {
            try await signIn.requestCode(
                asker(identifier, body.device, takesLong: takesLong, context), name: name)
        }
        return AuthResponse(
            userId: tellsNumbers && !takesLong ? sent.user : UserID(0), email: body.email ?? "",
            phoneNumber: body.phoneNumber ?? "", displayName: body.displayName ?? "",
            codeLength: takesLong ? sent.digits : nil)
    }

    /// Neither contains nor requires an account: the account is named together with the code.
    @Sendable func challenge(context: AppRequestContext) async throws -> SignInChallenge {
        SignInChallenge(
            challenge: signIn.challenges.issue(at: signIn.clock.now()), lifetime: SignInChallenges.lifetime)
    }

    /// The insecure flow of requirement 001: anyone who claims an address signs in with it.
    private func claimedLogin(
        _ identifier: LoginIdentifier, _ name: DisplayName?, _ body: LoginRequest, _ context: AppRequestContext
    ) async throws -> AuthResponse {
        let device = try arrivals.device(body.device, context)
        let (signedIn, user) = try await signIn.trust(identifier, name: name, device: device)
        return try await external.answer(signedIn, user, nil)
    }

    /// With a token, the address or number is the one to add to the account (wire-protocol 1.8, 4).
    @Sendable func resend(body: ResendOTPRequest, context: AppRequestContext) async throws -> String {
        let identifier = try identifier(body.email, body.phoneNumber)
        try await timing.answer {
            if let caller = context.identity {
                try await proofs.sendCode(
                    to: identifier, for: caller, address: context.clientAddress,
                    confirmsOwner: body.confirmsOwner ?? false, accepting: context.language)
            } else {
                try await signIn.resendCode(asker(identifier, DevicePayload(publicKey: body.publicKey), context))
            }
        }
        return "OTP sent"
    }

    @Sendable func verifyLogin(body: VerifyLoginRequest, context: AppRequestContext) async throws -> VerifyLoginResponse
    {
        let identifier = try identifier(body.email, body.phoneNumber)
        let device = try arrivals.device(body.device, context)
        let signedIn = try await timing.answer {
            try await signIn.verify(
                body.code, for: identifier, device: device,
                linking: external.signIn.pendingIdentity(token: body.linkToken, for: identifier))
        }
        external.signIn.forgetPending(token: body.linkToken)
        await arrivals.endRemoved(signedIn)
        let (identity, pair) = (signedIn.identity, try await tokens.issueFirst(signedIn))
        await arrivals.announce(signedIn)
        return VerifyLoginResponse(
            accessToken: pair.access, refreshToken: pair.refresh, expiresIn: pair.accessLifetime,
            refreshExpiresIn: pair.refreshLifetime, userId: identity.user, deviceId: identity.device,
            deletedAt: signedIn.deletedAt)
    }

    /// Without a token there is no account to add the address to.
    @Sendable func verify(body: VerifyRequest, context: AppRequestContext) async throws -> String {
        let identifier = try identifier(body.email, body.phoneNumber)
        guard let caller = context.identity else {
            throw APIFailure(.verifyOTPFailed, "Sign in first; a sign-in is verified by verify-login")
        }
        try await proofs.verify(body.code, for: identifier, caller: caller, address: context.clientAddress)
        return "ok"
    }

    @Sendable func refresh(body: RefreshTokenRequest, context: AppRequestContext) async throws -> RefreshTokenResponse {
        let pair = try await tokens.refresh(body.refreshToken, address: context.clientAddress)
        return RefreshTokenResponse(
            accessToken: pair.access, refreshToken: pair.refresh, expiresIn: pair.accessLifetime,
            refreshExpiresIn: pair.refreshLifetime)
    }

    /// A malformed key or language is ignored here and reported at `verify-login`, where it is stored.
    private func asker(
        _ identifier: LoginIdentifier, _ device: DevicePayload, takesLong: Bool = false, _ context: AppRequestContext
    ) -> SignInService.Asker {
        let key = device.publicKey.flatMap { $0.isEmpty ? nil : PublicKeyText($0) }
        return SignInService.Asker(
            identifier: identifier, keyHash: key?.hash ?? "", address: context.clientAddress, takesLongCodes: takesLong,
            declared: (try? DeviceDetails.language(device.language)).flatMap { MessageLocale(declared: $0) },
            accepted: context.language)
    }

    private func identifier(_ email: String?, _ phoneNumber: String?) throws -> LoginIdentifier {
        try LoginIdentifier.read(email: email, phoneNumber: phoneNumber, or: .loginFailed)
    }

    private func displayName(_ text: String?) throws -> DisplayName? {
        guard let text, !text.isEmpty else { return nil }
        do throws(DisplayName.Unfit) {
            return try DisplayName.read(text)
        } catch {
            throw APIFailure(.loginFailed, error.advice)
        }
    }
}

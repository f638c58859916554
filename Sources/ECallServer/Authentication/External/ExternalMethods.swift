import ECallAPI
import OpenIDConnect
import ServerFoundation

/// Adds Google and Apple to the account of a signed-in person (decision 53). The proof is checked as in a sign-in; the
/// request's bearer token alone names the account.
struct ExternalMethods: Sendable {
    let providers: ExternalProviders
    let apple: AppleProof?
    let pageSignIn: PageSignIn
    let database: any Database
    let clock: WallClock
    let limits: Limits
    /// Shared with sign-ins by token.
    let limiter: SharedRateLimiter

    /// The proof of the identity that the issuer vouches for.
    enum Proof: Sendable {
        case google(token: String)
        case apple(code: String, token: String)
        case ticket(String, verifier: String)

        /// The issuer for the answer's error code; the identity of a ticket is in the ticket alone.
        var type: LoginMethodType { if case .apple = self { .apple } else { .google } }
    }

    private struct Person {
        let identity: ExternalIdentity
        let token: ExternalSignIn.SingleUse?
    }

    private enum Outcome: Sendable { case added, known, taken, present, full, signedOut, replayed }

    /// Adds the proven identity; returns false if the account already has it.
    ///
    /// The token or ticket is used up whatever the outcome; the same device may repeat the request for a short time. Throws
    /// `ExternalFailure` for an invalid proof, `ErrLoginMethodTaken` and `ErrLoginMethodPresent` if the account cannot get
    /// the identity.
    func add(_ proof: Proof, to caller: DeviceIdentity, address: String) async throws -> Bool {
        guard limiter.allow(from: address, at: clock.now()) else { throw ExternalFailure.tooMany }
        let person = try await person(behind: proof, caller)
        let (identity, now) = (person.identity, clock.now())
        let outcome = try await database.write { [limits] sql -> Outcome in
            // The device may have been signed out while the issuer was asked.
            guard try DeviceRepository(sql).find(caller) != nil else { return .signedOut }
            if let token = person.token {
                let isFirst = try UsedTokenRepository(sql).use(
                    token.digest, deviceKey: Self.name(of: caller), until: token.end, at: now)
                guard isFirst else { return .replayed }
            }
            let methods = LoginMethodRepository(sql)
            if let owner = try methods.find(identity.key)?.user { return owner == caller.user ? .known : .taken }
            let all = try methods.methods(of: caller.user)
            if all.contains(where: { $0.key.type == identity.type }) { return .present }
            guard all.count < limits.loginMethods else { return .full }
            try ExternalAccounts(sql).linkProven(identity, to: caller.user, at: now)
            return .added
        }
        return try isNew(outcome, identity.type)
    }

    /// The URL for the page to open, and the cookie that its browser needs when it comes back.
    func leave(
        _ request: LoginMethodDepartureRequest, as caller: DeviceIdentity, origin: PageOrigin?, address: String
    ) async throws -> PageSignIn.Departure {
        let type = request.issuer
        guard providers.ofPage.contains(type), let origin else { throw ExternalFailure.notOffered }
        let isPresent = try await database.read { sql in
            try LoginMethodRepository(sql).methods(of: caller.user).contains { $0.key.type == type }
        }
        if isPresent { throw Self.present(type) }
        do throws(PageSignIn.Failure) {
            return try await pageSignIn.begin(
                type, binding: request.binding, adder: caller, origin: origin, address: address)
        } catch {
            switch error {
            case .refused: throw APIFailure(.badRequest, "binding must be a SHA-256 in base64url")
            case .busy: throw ExternalFailure.tooMany
            case .unavailable, .cancelled, .expired: throw ExternalFailure.unavailable
            }
        }
    }

    // MARK: - Parts

    private func person(behind proof: Proof, _ caller: DeviceIdentity) async throws -> Person {
        switch proof {
        case .google(let token):
            guard let google = providers.google else { throw ExternalFailure.notOffered }
            let verified = try await google.verifier.verify(token, audiences: google.audiences)
            return Person(identity: verified.identity, token: .init(digest: verified.digest, end: verified.end))
        case .apple(let code, let token):
            guard let apple else { throw ExternalFailure.notOffered }
            let person = try await apple.person(code: code, token: token, deviceKey: Self.name(of: caller))
            return Person(identity: person.identity, token: person.token)
        case .ticket(let ticket, let verifier):
            let person = pageSignIn.tickets.redeem(ticket, verifier: verifier, adder: caller, at: clock.now())
            guard let person else { throw ExternalFailure.usedUp }
            return Person(identity: person.identity, token: nil)
        }
    }

    private func isNew(_ outcome: Outcome, _ type: LoginMethodType) throws -> Bool {
        switch outcome {
        case .added: return true
        case .known: return false
        case .taken: throw APIFailure(.loginMethodTaken, "Another account uses this way to sign in")
        case .present: throw Self.present(type)
        case .full: throw APIFailure(.updateUserFailed, "An account has at most \(limits.loginMethods) login methods")
        case .signedOut: throw APIFailure(.deviceNotRegistered, "This device was signed out")
        case .replayed: throw ExternalFailure.refused(.replayed)
        }
    }

    private static func present(_ type: LoginMethodType) -> APIFailure {
        APIFailure(
            .loginMethodPresent,
            "Your account has another \(type == .apple ? "Apple" : "Google") account already; please remove it first")
    }

    /// The identity that may repeat a request. It differs from every key's, so that a proof shown to add an identity does
    /// not sign in, nor the reverse.
    private static func name(of caller: DeviceIdentity) -> String {
        HexDigest.sha256("adds to \(caller.user)_\(caller.device)")
    }
}

extension AddLoginMethodRequest {
    /// The request's proof from Google or Apple; nil for an address or number. More than one is ambiguous and throws.
    func proof() throws(APIFailure) -> ExternalMethods.Proof? {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        var proofs: [ExternalMethods.Proof] = []
        if let token = given(googleIdToken) { proofs.append(.google(token: token)) }
        if given(appleIdToken) != nil || given(appleCode) != nil {
            proofs.append(.apple(code: appleCode ?? "", token: appleIdToken ?? ""))
        }
        if let ticket = given(ticket) { proofs.append(.ticket(ticket, verifier: ticketVerifier ?? "")) }
        let isAddress = given(email) != nil || given(phoneNumber) != nil
        guard proofs.count + (isAddress ? 1 : 0) <= 1 else {
            throw APIFailure(.badRequest, "Add one way to sign in at a time")
        }
        return proofs.first
    }
}

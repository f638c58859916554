import ECallAPI
import OpenIDConnect
import ServerFoundation

/// The page's redirect to an issuer and back: authorization code with PKCE, state and nonce, all kept on this server.
struct PageSignIn: Sendable {
    let providers: ExternalProviders
    let tickets: PageTickets
    let clock: WallClock
    private let flows = SharedStore<PageFlow>()
    private let limiter: SharedRateLimiter

    /// The reason, reported to the page, why a flow ended without a ticket. The raw value is part of the URL.
    enum Failure: String, Error, Sendable, CaseIterable { case cancelled, expired, refused, unavailable, busy }

    init(providers: ExternalProviders, tickets: PageTickets, clock: WallClock, limits: Limits) {
        (self.providers, self.tickets, self.clock) = (providers, tickets, clock)
        limiter = SharedRateLimiter(limits.externalSignInsPerAddress)
    }

    struct Departure: Sendable {
        let url: String
        /// The value of the cookie.
        let browser: String
    }

    /// The result that a returning browser gets.
    struct Arrival: Sendable {
        let ticket: String
        /// Whether the identity is added to an account rather than used to sign in.
        let isAddition: Bool
    }

    /// Begins a flow for a page that has sent the challenge of its secret.
    ///
    /// - Parameter adder: the signed-in device that adds a login method to its account; nil for a sign-in.
    func begin(
        _ type: LoginMethodType, binding: String, adder: DeviceIdentity? = nil, origin: PageOrigin, address: String
    ) async throws(Failure) -> Departure {
        guard let provider = providers[type], let clientID = provider.pageClientID else { throw .unavailable }
        guard Secret.isWellFormed(binding) else { throw .refused }
        let now = clock.now()
        guard limiter.allow(from: address, at: now) else { throw .busy }
        guard let endpoint = try? await provider.verifier.issuer.endpoints().authorization else { throw .unavailable }
        let (state, browser) = (Secret.random(), Secret.random())
        let flow = PageFlow(
            type: type, clientID: clientID, redirectURI: origin.text + Self.callbackPath(type), nonce: Secret.random(),
            verifier: Secret.random(), browser: HexDigest.sha256(browser), binding: binding, adder: adder)
        flows.withLock { $0.put(flow, under: state, for: PageFlow.lifetime, at: now) }
        return Departure(url: flow.authorizationURL(endpoint, state: state), browser: browser)
    }

    /// Stores the parameters of Apple's form until the browser comes again: a cross-site POST carries no cookie. Only the
    /// browser with the cookie learns whether such a flow exists.
    func park(_ arrival: PageFlow.Arrival, state: String) {
        let now = clock.now()
        _ = flows.withLock { store in
            store.update(state, at: now) { flow in
                // The first arrival counts.
                if flow.type == .apple, flow.arrived == nil { flow.arrived = arrival }
            }
        }
    }

    /// Ends the flow, whatever the outcome: a state is valid for one return, in the browser that left.
    ///
    /// - Parameter issuer: the response's `iss` parameter (RFC 9207).
    func finish(
        _ type: LoginMethodType, state: String, browser: String?, code: String?, issuer: String? = nil
    ) async throws(Failure) -> Arrival {
        let now = clock.now()
        guard let flow = flows.withLock({ $0.take(state, at: now) }), flow.type == type else { throw .expired }
        guard let browser, HexDigest.areEqual(HexDigest.sha256(browser), flow.browser) else { throw .expired }
        guard let provider = providers[type] else { throw .unavailable }
        guard issuer == nil || issuer == provider.verifier.issuer.name else { throw .refused }
        guard let code = code ?? flow.arrived?.code, !code.isEmpty else { throw .cancelled }
        do {
            let redirection = CodeExchange.Redirection(uri: flow.redirectURI, verifier: flow.verifier)
            let token = try await provider.trade(code, clientID: flow.clientID, redirection: redirection)
            let verified = try await provider.verifier.verify(token, audiences: [flow.clientID], nonce: flow.nonce)
            let ticket = tickets.issue(
                to: .init(identity: verified.identity, name: flow.arrived?.name), binding: flow.binding,
                adder: flow.adder, at: clock.now())
            return Arrival(ticket: ticket, isAddition: flow.adder != nil)
        } catch {
            throw error == .unavailable ? .unavailable : .refused
        }
    }

    static func startPath(_ type: LoginMethodType) -> String { "/sign-in/\(type.rawValue)" }
    static func callbackPath(_ type: LoginMethodType) -> String { startPath(type) + "/callback" }
}

import ECallAPI
import OpenIDConnect
import ServerFoundation

/// The page's way to an issuer and back: authorization code with PKCE, state and nonce, all of it kept on this server.
struct PageSignIn: Sendable {
    let providers: ExternalProviders
    let tickets: PageTickets
    let clock: WallClock
    private let flows = SharedStore<PageFlow>()
    private let limiter: SharedRateLimiter

    /// Why a flow ended without a ticket: what is reported to the page. The raw value stands in the address.
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

    /// What a browser comes back with.
    struct Arrival: Sendable {
        let ticket: String
        /// Whether it is one more way into an account, and no sign-in.
        let isAddition: Bool
    }

    /// Begins a flow for a page that has shown the challenge of its secret.
    ///
    /// - Parameter adder: who has asked for it by their bearer token, to have one more way into their account.
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

    /// Keeps what Apple's form brought: it comes from Apple's site, so the browser's cookie is not with it. Whether there
    /// is such a flow is said only to who has the cookie.
    func park(_ arrival: PageFlow.Arrival, state: String) {
        let now = clock.now()
        _ = flows.withLock { store in
            store.update(state, at: now) { flow in
                // What came first counts.
                if flow.type == .apple, flow.arrived == nil { flow.arrived = arrival }
            }
        }
    }

    /// Ends the flow, whatever comes of it: a state is good for one return, in the browser that left.
    ///
    /// - Parameter issuer: what the answer says about who sent it (RFC 9207).
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

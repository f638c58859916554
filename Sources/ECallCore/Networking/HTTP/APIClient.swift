public import ECallAPI
public import Foundation
import Synchronization

/// Calls the server's HTTP API (wire-protocol 1): every endpoint through one function.
///
/// An expired access token is renewed once for all requests that wait for it, and the request repeated once. Connection
/// errors and passing refusals are repeated with growing pauses. It wipes nothing: `.signedOut` notifies its caller.
public actor APIClient {
    /// The server it talks to.
    public nonisolated let server: ServerAddress
    /// The server's time of day, as its answers name it.
    public nonisolated let clock: ServerClock

    private let tokens: any TokenStore
    private let transport: RetryingTransport
    /// The one refresh under way; all that need it wait for it.
    private var refresh: Task<Result<String, APIClientError>, Never>?
    private let language = Mutex<String?>(nil)

    /// - Parameters:
    ///   - tokens: where the tokens of this device are kept.
    ///   - transport: carries the requests.
    ///   - time: its monotonic clock counts on from the time that the server's answers name.
    ///   - random: in 0 ..< 1; spreads the pauses before repetitions.
    public init(
        server: ServerAddress, tokens: any TokenStore, transport: any HTTPTransport, retry: RetryPolicy = RetryPolicy(),
        time: any TimeSource = ContinuousTime(), random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.server = server
        self.tokens = tokens
        clock = ServerClock(time: time)
        self.transport = RetryingTransport(
            transport: ClockedTransport(transport: transport, clock: clock), policy: retry, time: time, random: random)
    }

    /// Sends the language of the person with every request from now on: before a sign-in, the server writes in it.
    ///
    /// - Parameter language: a tag (BCP 47); nil if it is unknown.
    public nonisolated func accept(language: String?) { self.language.withLock { $0 = language } }

    /// The language of the person, a tag (BCP 47); nil if it is unknown.
    public nonisolated var acceptedLanguage: String? { language.withLock(\.self) }

    /// Sends a request and decodes its answer.
    ///
    /// - Parameters:
    ///   - id: the number in the path, for endpoints that have one.
    ///   - body: sent as JSON.
    ///   - proof: shows that the device's person asks for it (wire-protocol 9.7).
    public func send<Response: Decodable & Sendable>(
        _ endpoint: Endpoint, id: UInt64? = nil, query: [String: String] = [:], body: (any Encodable & Sendable)? = nil,
        proof: String? = nil, as type: Response.Type = Response.self
    ) async throws(APIClientError) -> Response {
        var request = HTTPRequest(
            method: endpoint.method,
            url: server.url(path: Self.prefix + (id.map { endpoint.path(id: $0) } ?? endpoint.path), query: query),
            headers: ["Content-Type": "application/json", "Accept": "application/json"])
        request.headers[AccountChange.proofField] = proof
        if let body {
            do { request.body = try JSONEncoder().encode(body) } catch { throw .unencodable(endpoint) }
        }
        return try Self.decoded(try await authorized(request, endpoint), endpoint)
    }

    /// A part of a long list, and the cursor of the next part; nil if there is none.
    ///
    /// - Parameter before: what the part before this one was answered with; nil for the first.
    public func part<Response: Decodable & Sendable>(
        of endpoint: Endpoint, before: String?, query: [String: String] = [:], as type: Response.Type = Response.self
    ) async throws(APIClientError) -> (value: Response, next: String?) {
        var query = query
        query["before"] = before
        let request = HTTPRequest(
            method: endpoint.method, url: server.url(path: Self.prefix + endpoint.path, query: query),
            headers: ["Accept": "application/json"])
        let response = try await authorized(request, endpoint)
        return (try Self.decoded(response, endpoint), response.headers["x-next-cursor"])
    }

    /// The bytes of a response that is stored unchanged, up to 64 MiB.
    ///
    /// - Parameter proof: as of `send`.
    public func file(_ endpoint: Endpoint, proof: String? = nil) async throws(APIClientError) -> Data {
        var request = HTTPRequest(
            method: endpoint.method, url: server.url(path: Self.prefix + endpoint.path),
            headers: ["Accept": "application/json"], timeout: .seconds(300))
        request.headers[AccountChange.proofField] = proof
        request.largestAnswer = 64 * 1024 * 1024
        return try await authorized(request, endpoint).body
    }

    private static func decoded<Response: Decodable>(
        _ response: HTTPResponse, _ endpoint: Endpoint
    ) throws(APIClientError) -> Response {
        do {
            return try JSONDecoder().decode(Response.self, from: response.body)
        } catch {
            throw .undecodable(endpoint)
        }
    }

    /// Returns an access token that is valid now, renewed if need be: for requests that are not HTTP.
    public func accessToken() async throws(APIClientError) -> String {
        guard let current = try await storedTokens() else { throw .signedOut(nil) }
        guard current.needsRefresh(at: clock.date()) else { return current.access }
        return try await freshToken(insteadOf: current.access)
    }

    /// The time of day on the server, to the second, as its answers name it.
    public func serverDate() async throws(APIClientError) -> Date {
        let endpoint = Endpoint.appConfig
        let answer = try await successful(
            HTTPRequest(method: endpoint.method, url: server.url(path: Self.prefix + endpoint.path, query: [:])))
        guard let date = answer.headers["date"].flatMap(DateFormatters.httpDate) else { throw .undecodable(endpoint) }
        return date
    }

    // MARK: - Authorization

    private static let prefix = Endpoint.prefixes[0]

    private func authorized(_ request: HTTPRequest, _ endpoint: Endpoint) async throws(APIClientError) -> HTTPResponse {
        switch endpoint.authorization {
        case .none: return try await successful(request)
        case .optional:
            guard try await storedTokens() != nil else { return try await successful(request) }
        case .required: break
        }
        let token = try await accessToken()
        do throws(APIClientError) {
            return try await successful(request, token: token)
        } catch {
            guard Self.asksForRefresh(error) else { throw error }
        }
        let fresh = try await freshToken(insteadOf: token)
        do throws(APIClientError) {
            return try await successful(request, token: fresh)
        } catch {
            // A freshly refreshed token was refused: the sign-in is over (wire-protocol 1.4, rule 2).
            throw Self.asksForRefresh(error) ? .signedOut(.accessTokenExpired) : error
        }
    }

    private static func asksForRefresh(_ error: APIClientError) -> Bool {
        if case .server(ErrorCode.accessTokenExpired.rawValue, 401, _) = error { true } else { false }
    }

    private func successful(_ request: HTTPRequest, token: String? = nil) async throws(APIClientError) -> HTTPResponse {
        var request = request
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        request.headers["Accept-Language"] = acceptedLanguage
        let response: HTTPResponse
        do throws(HTTPTransportError) {
            response = try await transport.perform(request)
        } catch {
            throw meaning(of: error)
        }
        guard (200...299).contains(response.status) else { throw Self.refusal(response) }
        return response
    }

    // MARK: - Refresh

    private func storedTokens() async throws(APIClientError) -> SessionTokens? {
        do throws(KeyStorageError) { return try await tokens.tokens() } catch { throw .storage(error) }
    }

    /// Waits for the refresh that is under way, or starts one. Requests that were refused with a token older than the stored
    /// one use the stored one.
    private func freshToken(insteadOf stale: String) async throws(APIClientError) -> String {
        if let refresh { return try await refresh.value.get() }
        let task = Task { () -> Result<String, APIClientError> in
            do throws(APIClientError) {
                return .success(try await self.renewedToken(insteadOf: stale))
            } catch {
                return .failure(error)
            }
        }
        refresh = task
        let result = await task.value
        refresh = nil
        return try result.get()
    }

    private func renewedToken(insteadOf stale: String) async throws(APIClientError) -> String {
        guard let current = try await storedTokens() else { throw .signedOut(nil) }
        guard current.access == stale else { return current.access }
        let answer = try await send(
            .refreshToken, body: RefreshTokenRequest(refreshToken: current.refresh), as: RefreshTokenResponse.self)
        guard !answer.accessToken.isEmpty else { throw .signedOut(.refreshTokenExpired) }
        let renewed = SessionTokens(answer, previous: current, at: clock.date())
        do throws(KeyStorageError) { try await tokens.store(renewed) } catch { throw .storage(error) }
        return renewed.access
    }

    // MARK: - Errors

    private func meaning(of error: HTTPTransportError) -> APIClientError {
        switch error {
        case .refused: .refused(host: server.authority)
        case .unknownHost: .unknownHost(host: server.authority)
        case .unreachable, .noRoute, .malformed: .offline(host: server.authority)
        case .untrusted: .untrusted(host: server.authority)
        case .timeout: .timeout
        case .answerTooLarge: .answerTooLarge
        case .cancelled: .cancelled
        }
    }

    /// Returns the meaning of a status outside 200 … 299 (wire-protocol 1.4). A bare 401, as a proxy invents it, does not sign out.
    private static func refusal(_ response: HTTPResponse) -> APIClientError {
        guard let body = response.envelope?.error else {
            let flat = try? JSONDecoder().decode([String: String].self, from: response.body)
            return .server(code: "", status: response.status, title: flat?["error"] ?? "")
        }
        switch ErrorCode(rawValue: body.code) {
        case .userNotFound: return .signedOut(.userNotFound)
        case .refreshTokenExpired: return .signedOut(.refreshTokenExpired)
        case .deviceNotRegistered: return .signedOut(.deviceNotRegistered)
        default: return .server(code: body.code, status: response.status, title: body.title)
        }
    }
}

import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTLS
import JWTKit
import Logging
import NIOCore
import ServerTestSupport
import Synchronization
import TestSupport

@testable import OpenIDConnect

/// A complete issuer over TLS on this machine: discovery document, keys, an authorization endpoint without a dialog, and a
/// token endpoint that checks everything. It plays Google, and Apple with Apple's fixed paths.
final class TestIssuer: Sendable {
    enum Mode: Sendable { case normal, down, garbage, foreignDocument, redirecting }

    /// The authorization behind a code.
    struct Grant: Sendable {
        var clientID: String
        var redirectURI: String?
        var challenge: String?
        var claims: @Sendable () -> [String: any Sendable]
    }

    struct State: Sendable {
        var mode = Mode.normal
        var signers: [TestSigner] = []
        var cacheControl: String? = "public, max-age=3600"
        var requests: [String: Int] = [:]
        var grants: [String: Grant] = [:]
        /// The user who signs in next in a browser.
        var subject = "subject-1"
        var claims: [String: any Sendable] = [:]
        /// The queries to the authorization endpoint.
        var queries: [[String: String]] = []
        var now = Timestamp(milliseconds: 0)
    }

    static let secret = "google-client-secret"
    static let team = "TEAM123456"
    static let keyID = "APPLEKEY01"

    let state: Mutex<State>
    private let port = Shelf<Int>()
    /// The key of the client at Apple.
    let appleKey = P256.Signing.PrivateKey()

    var origin: String { "https://localhost:\(port.item ?? 0)" }
    var signer: TestSigner { state.withLock { $0.signers[0] } }
    func count(_ path: String) -> Int { state.withLock { $0.requests[path] ?? 0 } }
    func set(_ mode: Mode) { state.withLock { $0.mode = mode } }

    private init(signers: [TestSigner]) {
        var state = State()
        state.signers = signers
        self.state = Mutex(state)
    }

    static func run<Value: Sendable>(
        signers: [TestSigner]? = nil, authority: TestAuthority? = nil,
        _ body: @escaping @Sendable (TestIssuer) async throws -> Value
    ) async throws -> Value {
        let common = try await TestAuthority.common()
        let authority = authority ?? common
        let issuer = TestIssuer(signers: try signers ?? [TestSigner.rsa.get()])
        let (ready, sink) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: issuer.router(), server: try .tls(.http1(), tlsConfiguration: authority.tlsOfServer()),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in sink.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "issuer") { _ in SwiftLogNoOpLogHandler() })
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await application.run() }
            guard let port = await ready.first(where: { _ in true }) else { throw CancellationError() }
            issuer.port.put(port)
            return try await body(issuer)
        }
    }

    // MARK: - Tokens

    /// Claims that a verifier accepts: `changes` replace members, and NSNull removes one.
    func claims(
        _ subject: String = "subject-1", audience: Any = "web-client", at now: Timestamp, _ changes: [String: Any] = [:]
    ) -> [String: Any] {
        let seconds = Int(now.milliseconds / 1000)
        var claims: [String: Any] = [
            "iss": origin, "sub": subject, "aud": audience, "iat": seconds, "exp": seconds + 3600,
        ]
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    func token(
        _ subject: String = "subject-1", audience: Any = "web-client", at now: Timestamp, _ changes: [String: Any] = [:]
    ) throws -> String {
        try signer.token(claims(subject, audience: audience, at: now, changes))
    }

    // MARK: - Endpoints

    private typealias Context = BasicRequestContext

    private func router() -> Router<Context> {
        let router = Router(context: Context.self)
        answer(router, "/.well-known/openid-configuration") { state in try self.discovery(state) }
        for path in ["/keys", "/auth/keys"] {
            answer(router, path) { state in try TestSigner.keySet(state.signers.map { try $0.jwk() }) }
        }
        for path in ["/authorize", "/auth/authorize"] {
            router.get(RouterPath(path)) { request, _ in try self.authorize(request) }
        }
        for path in ["/token", "/auth/token"] {
            router.post(RouterPath(path)) { request, _ in
                self.note(path)
                let body = String(buffer: try await request.body.collect(upTo: 1 << 16))
                return try await self.token(FormCoding.decode(body))
            }
        }
        return router
    }

    private func note(_ path: String) { state.withLock { $0.requests[path, default: 0] += 1 } }

    private func answer(_ router: Router<Context>, _ path: String, _ body: @escaping @Sendable (State) throws -> Data) {
        router.get(RouterPath(path)) { _, _ in
            self.note(path)
            let state = self.state.withLock { $0 }
            switch state.mode {
            case .down: return Response(status: .serviceUnavailable)
            case .garbage: return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "<html>hello")))
            case .redirecting: return Response(status: .found, headers: [.location: self.origin + "/elsewhere"])
            case .normal, .foreignDocument: break
            }
            var headers: HTTPFields = [.contentType: "application/json"]
            headers[.cacheControl] = state.cacheControl
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try body(state))))
        }
    }

    private func discovery(_ state: State) throws -> Data {
        try JSONSerialization.data(withJSONObject: [
            "issuer": state.mode == .foreignDocument ? "https://evil.example" : origin,
            "authorization_endpoint": origin + "/authorize", "token_endpoint": origin + "/token",
            "jwks_uri": origin + "/keys",
        ])
    }

    /// Authorizes at once: a redirection back, or the fields of the form that Apple would post.
    private func authorize(_ request: Request) throws -> Response {
        let query = FormCoding.decode(request.uri.query ?? "")
        let code = Secret.random()
        state.withLock { state in
            state.queries.append(query)
            let (subject, extra, now) = (state.subject, state.claims, state.now)
            let (client, nonce) = (query["client_id"] ?? "", query["nonce"] ?? "")
            let origin = origin
            state.grants[code] = Grant(
                clientID: client, redirectURI: query["redirect_uri"], challenge: query["code_challenge"],
                claims: {
                    let seconds = Int(now.milliseconds / 1000)
                    let claims: [String: any Sendable] = [
                        "iss": origin, "sub": subject, "aud": client, "iat": seconds, "exp": seconds + 3600,
                        "nonce": nonce,
                    ]
                    return claims.merging(extra) { $1 }
                })
        }
        let fields = [FormField("code", code), FormField("state", query["state"] ?? "")]
        if query["response_mode"] == "form_post" {
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: FormCoding.encode(fields))))
        }
        let location = (query["redirect_uri"] ?? "") + "?" + FormCoding.encode(fields + [FormField("iss", origin)])
        return Response(status: .seeOther, headers: [.location: location])
    }

    /// RFC 6749 section 4.1.3, RFC 7636 section 4.6: the code once, the right client, address and verifier.
    private func token(_ form: [String: String]) async throws -> Response {
        let mode = state.withLock { $0.mode }
        if mode == .down { return Response(status: .serviceUnavailable) }
        guard let code = form["code"], let client = form["client_id"], form["grant_type"] == "authorization_code",
            await isSecret(form["client_secret"] ?? "", of: client)
        else { return try refusal("invalid_client", .unauthorized) }
        let grant = state.withLock { $0.grants.removeValue(forKey: code) }
        guard let grant, grant.clientID == client, grant.redirectURI == form["redirect_uri"],
            grant.challenge == form["code_verifier"].map(Secret.challenge(for:))
        else { return try refusal("invalid_grant", .badRequest) }
        let text = try signer.token(grant.claims())
        return try json(["id_token": text, "access_token": "a", "token_type": "Bearer", "expires_in": 3600], .ok)
    }

    private struct AppleSecret: JWTPayload {
        let iss: String
        let iat: Int64
        let exp: Int64
        let aud: String
        let sub: String
        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    private func isSecret(_ text: String, of client: String) async -> Bool {
        if text == Self.secret { return true }
        guard let key = try? ES256PublicKey(pem: appleKey.publicKey.pemRepresentation) else { return false }
        let keys = await JWTKeyCollection().add(ecdsa: key, kid: JWKIdentifier(string: Self.keyID))
        guard let secret = try? await keys.verify(text, as: AppleSecret.self) else { return false }
        let header = text.split(separator: ".").first.flatMap { Base64URL.decode(String($0)) } ?? Data()
        let kid = (try? JSONSerialization.jsonObject(with: header) as? [String: Any])?["kid"] as? String
        let now = state.withLock { $0.now.milliseconds / 1000 }
        return kid == Self.keyID && secret.iss == Self.team && secret.sub == client && secret.aud == origin
            && secret.iat <= now && now < secret.exp && secret.exp - secret.iat <= 3600
    }

    private func refusal(_ error: String, _ status: HTTPResponse.Status) throws -> Response {
        try json(["error": error], status)
    }

    private func json(_ members: [String: Any], _ status: HTTPResponse.Status) throws -> Response {
        let data = try JSONSerialization.data(withJSONObject: members)
        return Response(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}

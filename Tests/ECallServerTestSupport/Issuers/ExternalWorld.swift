import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import Notifications
@testable import OpenIDConnect
@testable import OpenIDConnectTestSupport
@testable import ServerFoundation

/// A server and the issuer that it trusts, which plays Google and Apple.
struct ExternalWorld: Sendable {
    let app: TestApp
    let issuer: TestIssuer

    static let googleClients = ["web-client", "ios-client"]
    static let appleClients = ["org.ecall.app"]
    static let applePage = "org.ecall.page"
    static let publicURL = "https://calls.example.net"

    static func run<Value: Sendable>(
        limits: Limits = .development, channels: Set<MessageChannel> = Set(MessageChannel.allCases),
        signers: [TestSigner]? = nil, appleKey: Bool = true,
        configure: @escaping @Sendable (inout ServerSettings) -> Void = { _ in },
        database: @escaping @Sendable (any ServerFoundation.Database) -> any ServerFoundation.Database = { $0 },
        _ body: @escaping @Sendable (ExternalWorld) async throws -> Value
    ) async throws -> Value {
        try await withIssuer(signers: signers, appleKey: appleKey) { issuer, trust in
            try await TestApp.run(
                limits: limits, channels: channels,
                configure: { settings in
                    trust(&settings)
                    configure(&settings)
                }, database: database
            ) { app in
                let world = ExternalWorld(app: app, issuer: issuer)
                world.synchronize()
                return try await body(world)
            }
        }
    }

    /// The same for tests of clients, which reach the server through `ObservedServer`.
    static func observed<Value: Sendable>(
        _ body: @escaping @Sendable (ObservedServer, ExternalWorld) async throws -> Value
    ) async throws -> Value {
        try await withIssuer { issuer, trust in
            let server = ObservedServer(configure: trust)
            let world = ExternalWorld(app: try await server.real.app, issuer: issuer)
            world.synchronize()
            return try await body(server, world)
        }
    }

    /// Runs an issuer, and provides the settings by which a server trusts it.
    private static func withIssuer<Value: Sendable>(
        signers: [TestSigner]? = nil, appleKey: Bool = true,
        _ body:
            @escaping @Sendable (TestIssuer, @escaping @Sendable (inout ServerSettings) -> Void) async throws ->
            Value
    ) async throws -> Value {
        let authority = try await TestAuthority.common()
        return try await TestIssuer.run(signers: signers) { issuer in
            let keyFile = FileManager.default.temporaryDirectory.path + "/ecall-apple-" + UUID().uuidString
            try issuer.appleKey.pemRepresentation.write(toFile: keyFile, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: keyFile) }
            let service = ServiceAddress(issuer.origin, authorityFile: authority.authority)
            return try await body(issuer) { settings in
                settings.publicURL = publicURL
                settings.providers.google = GoogleSettings(
                    clientIDs: googleClients, clientSecret: TestIssuer.secret, issuer: service)
                settings.providers.apple = AppleSettings(
                    clientIDs: appleClients, teamID: TestIssuer.team, keyID: TestIssuer.keyID,
                    keyFile: appleKey ? keyFile : nil, pageClientID: applePage, issuer: service)
                // Parallel tests slow the issuer down.
                settings.providers.google?.timeout = .seconds(60)
                settings.providers.apple?.timeout = .seconds(60)
            }
        }
    }

    /// Sets the issuer's clock to the server's.
    func synchronize() { issuer.state.withLock { $0.now = app.clock.now } }

    func advance(seconds: Int) {
        app.clock.advance(seconds: seconds)
        synchronize()
    }

    // MARK: - Google

    func googleToken(_ subject: String = "subject-1", _ changes: [String: Any] = [:]) throws -> String {
        try issuer.token(subject, at: app.clock.now, changes)
    }

    /// The claims of a verified address.
    static func address(_ email: String, _ more: [String: Any] = [:]) -> [String: Any] {
        ["email": email, "email_verified": true].merging(more) { $1 }
    }

    func google(_ token: String, name: String? = nil, key: String? = nil) async throws -> Answer {
        try await app.call(
            .login, LoginRequest(displayName: name, googleIdToken: token, device: DevicePayload(publicKey: key)))
    }

    // MARK: - Apple

    func appleToken(_ subject: String = "apple-1", _ changes: [String: Any] = [:]) throws -> String {
        try issuer.token(subject, audience: Self.appleClients[0], at: app.clock.now, changes)
    }

    /// A code as Apple's dialog gives it to the app.
    func appleCode(_ subject: String = "apple-1", client: String = appleClients[0], email: String? = nil) -> String {
        let (code, now, origin) = (Secret.random(), Int(app.clock.now.milliseconds / 1000), issuer.origin)
        issuer.state.withLock { state in
            state.grants[code] = .init(
                clientID: client,
                claims: {
                    var claims: [String: any Sendable] = [
                        "iss": origin, "sub": subject, "aud": client, "iat": now, "exp": now + 86_400,
                    ]
                    if let email { (claims["email"], claims["email_verified"]) = (email, "true") }
                    return claims
                })
        }
        return code
    }

    /// The number of codes that the server has exchanged at Apple.
    var exchangedCodes: Int { issuer.count("/auth/token") }

    func apple(code: String = "", token: String? = nil, name: String = "", key: String? = nil) async throws -> Answer {
        try await app.call(
            .appleLogin,
            AppleLoginRequest(
                code: code, appleIdToken: token, displayName: name, device: DevicePayload(publicKey: key)))
    }

    func user(_ answer: AuthResponse) async throws -> UserInfo {
        try await app.call(.user, token: answer.accessToken).value(UserResponse.self).user
    }
}

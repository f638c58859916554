import ECallAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Headers of responses", .timeLimit(.minutes(1)))
struct ResponseHeadersTests {
    private static let transportSecurity = HTTPField.Name("Strict-Transport-Security")

    @Test("the API's responses forbid storing and content sniffing")
    func plain() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            for path in ["/user", "/devices", "/app-config", "/openapi.json", "/none", "/login", "/healthz"] {
                let answer = try await app.send(.get, path, token: ana.accessToken)
                #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(path)")
                // Without TLS it would be ignored (RFC 6797 section 7.2).
                #expect(Self.transportSecurity.map { answer.headers[$0] == nil } == true)
            }
            let wrong = try await app.send(.delete, "/app-config")
            #expect(wrong.status == 405 && wrong.headers[.allow] == "GET, HEAD")
        }
    }

    @Test("429 and 503 have Retry-After; over TLS the browser must come back by TLS", arguments: [true, false])
    func waiting(hasTLS: Bool) async throws {
        let router = Router(context: AppRequestContext.self)
        router.add(middleware: ResponseHeadersMiddleware(hasTLS: hasTLS))
        router.add(middleware: ErrorEnvelopeMiddleware(metrics: MetricsRegistry()))
        router.get("/429") { _, _ -> Response in throw APIFailure(.tooManyRequests, "Later", retryAfter: 7) }
        router.get("/429/usual") { _, _ -> Response in throw APIFailure(.tooManySearches, "Later") }
        router.get("/503") { _, _ -> Response in throw APIFailure(.storageUnavailable, "Later") }
        router.get("/400") { _, _ -> Response in throw APIFailure(.badRequest, "No") }
        router.get("/kept") { _, _ in Response(status: .ok, headers: [.cacheControl: "max-age=5"]) }
        try await Application(router: router).test(.router) { client in
            for (path, expected) in [("/429", "7"), ("/429/usual", "60"), ("/503", "2"), ("/400", nil)] {
                let answer = try await client.executeRequest(uri: path, method: .get, headers: [:], body: nil)
                #expect(answer.headers[.retryAfter] == expected, "\(path)")
                #expect(Self.transportSecurity.flatMap { answer.headers[$0] } == (hasTLS ? "max-age=31536000" : nil))
            }
            let kept = try await client.executeRequest(uri: "/kept", method: .get, headers: [:], body: nil)
            #expect(kept.headers[.cacheControl] == "max-age=5" && kept.headers[.xContentTypeOptions] == "nosniff")
        }
    }
}

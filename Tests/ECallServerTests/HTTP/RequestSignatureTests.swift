import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Signed requests", .timeLimit(.minutes(1)))
struct RequestSignatureTests {
    private static let (id, secret) = ("demo-app-1", "demo-secret-1")

    @Test(
        "wire-protocol 13: the published signatures are reproduced",
        arguments: [
            ("GET", "/app/api/calls", "", "347ad281fc3a39f3d1e05ac8771fe3524fafd94a0fec1a9d140f332433aea032"),
            (
                "POST", "/app/api/refresh-token", #"{"refreshToken":"r1"}"#,
                "b1443963c8d0d7ad9b20dd7bbe783fc2bd9a1377e0a82f5217112b3b68831a71"
            ),
        ])
    func vectors(method: String, path: String, body: String, signature: String) {
        let message = RequestSignature.message(
            id: Self.id, method: method, path: path, body: body, time: "1767225600")
        #expect(RequestSignature.sign(message, secret: Self.secret) == signature)
    }

    @Test(
        "the signed path is decoded and has no trailing slash",
        arguments: [("/ws/", "/ws"), ("", "/"), ("/", "/"), ("/a%20b", "/a b"), ("/app/api/calls", "/app/api/calls")])
    func paths(path: String, signed: String) {
        #expect(RequestSignature.signedPath(path) == signed)
    }

    private static func headers(
        _ app: TestApp, _ method: String, _ path: String, _ body: String = "", skew: Int = 0, id: String = id,
        secret: String = secret
    ) throws -> HTTPFields {
        let time = String(app.clock.now.advanced(bySeconds: skew).milliseconds / 1000)
        let message = RequestSignature.message(id: id, method: method, path: path, body: body, time: time)
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("X-Api-Id"))] = id
        headers[try #require(HTTPField.Name("X-Nonce"))] = time
        headers[try #require(HTTPField.Name("X-Signature"))] = RequestSignature.sign(message, secret: secret)
        return headers
    }

    private static func run(
        required: Bool = true, _ body: @escaping @Sendable (TestApp) async throws -> Void
    ) async throws {
        try await TestApp.run(
            configure: { settings in
                settings.requestSigning = [Self.id: Self.secret]
                settings.requiresSignature = required
            }, body)
    }

    @Test("a signed request is answered under every prefix, even twice, and the endpoint still gets its body")
    func signed() async throws {
        try await Self.run { app in
            for prefix in Endpoint.prefixes {
                let path = prefix + "/app-config"
                for _ in 0..<2 {
                    try await app.send(.get, path, headers: Self.headers(app, "GET", path)).expectOK()
                }
            }
            let body = #"{"email":"ana@example.net","displayName":"A\/B"}"#
            let headers = try Self.headers(app, "POST", "/login", body)
            try await app.send(.post, "/login", Data(body.utf8), headers: headers).expectOK()
            #expect(app.outbox.messages.count == 1)
        }
    }

    @Test("an unsigned, wrongly signed, foreign or late request gets 403, never 401")
    func refused() async throws {
        try await Self.run { app in
            let path = "/app/api/app-config"
            let bad = [
                HTTPFields(), try Self.headers(app, "POST", path), try Self.headers(app, "GET", "/app-config"),
                try Self.headers(app, "GET", path, skew: 301), try Self.headers(app, "GET", path, skew: -301),
                try Self.headers(app, "GET", path, id: "other"), try Self.headers(app, "GET", path, secret: "other"),
                try Self.headers(app, "GET", path, "body"),
            ]
            for headers in bad {
                let answer = try await app.send(.get, path, headers: headers)
                answer.expect(.invalidSignature)
                #expect(answer.status == 403)
            }
            for skew in [-300, 300] {
                try await app.send(.get, path, headers: Self.headers(app, "GET", path, skew: skew)).expectOK()
            }
        }
    }

    @Test("if signatures are optional, the page's requests pass, and wrong signatures still do not")
    func optional() async throws {
        try await Self.run(required: false) { app in
            try await app.send(.get, "/app-config").expectOK()
            let headers = try Self.headers(app, "GET", "/app-config", secret: "other")
            try await app.send(.get, "/app-config", headers: headers).expect(.invalidSignature)
        }
    }
}

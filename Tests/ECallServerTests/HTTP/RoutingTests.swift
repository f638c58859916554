import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallAPI
@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Routing", .timeLimit(.minutes(1)))
struct RoutingTests {
    /// The endpoints of accounts and contacts; the calls serve the rest.
    private static let served: [Endpoint] = Endpoint.allCases.filter { endpoint in
        endpoint != .credentials && Endpoint.callTable[endpoint] == nil
    }

    /// 000-33, 003-13, 004-12
    @Test("every endpoint answers under each prefix and alias", arguments: served)
    func prefixes(endpoint: Endpoint) async throws {
        try await TestApp.run { app in
            for way in endpoint.allWays {
                let answer = try await app.send(way.method.http, way.path.replacing("{id}", with: "5"))
                switch endpoint.authorization {
                case .required: answer.expect(.accessTokenExpired)
                case .none, .optional:
                    if [.appConfig, .signInChallenge].contains(endpoint) {
                        answer.expectOK()
                    } else {
                        answer.expect(.badRequest)
                    }
                }
            }
        }
    }

    @Test("an endpoint with four prefixes and one alias has eight paths")
    func paths() {
        #expect(Endpoint.login.allWays.map(\.path) == ["/app/api/login", "/app/login", "/api/login", "/login"])
        #expect(Endpoint.deleteContact.allWays.count == 8)
        #expect(Endpoint.methods(at: "/app/api/contact/5/toggle") == [.patch])
        #expect(Endpoint.methods(at: "/user") == [.delete, .get, .patch, .put])
        #expect(Endpoint.methods(at: "/friend/5") == [.delete])
        for path in ["/", "/contact", "/x/login"] { #expect(Endpoint.methods(at: path).isEmpty) }
    }

    @Test("a wrong method is 405, a wrong path 404, both with the envelope")
    func wrong() async throws {
        try await TestApp.run { app in
            for method in [HTTPRequest.Method.get, .put, .delete, .patch, .options, .head] {
                try await app.send(method, "/app/api/login").expect(.methodNotAllowed)
            }
            try await app.send(.post, "/contact/5/toggle").expect(.methodNotAllowed)
            for path in ["/", "/nothing", "/app/api", "/app/api/login/x", "/app/app/login", "/%00", "/..%2f..%2fetc"] {
                try await app.send(.get, path).expect(.notFound)
            }
        }
    }

    @Test(
        "001-9: any invalid access token gets the one 401 that makes clients refresh",
        arguments: [
            nil, "", "Bearer", "Bearer ", "bearer x", "Basic YTpi", "Bearer a b", "Bearer a.b.c", "Bearer \u{e4}",
        ] as [String?])
    func badToken(header: String?) async throws {
        try await TestApp.run { app in
            for endpoint in Self.served where endpoint.authorization == .required {
                let answer = try await app.send(endpoint, authorization: header)
                answer.expect(.accessTokenExpired)
            }
        }
    }

    @Test("public endpoints accept an empty or invalid bearer token")
    func emptyBearer() async throws {
        try await TestApp.run { app in
            for header in ["Bearer", "Bearer ", "Bearer dead.dead.dead"] {
                app.clock.advance(seconds: 200)
                let login = LoginRequest(email: "ana@example.net")
                try await app.send(.login, authorization: header, login).expectOK()
                app.clock.advance(seconds: 200)
                let resend = ResendOTPRequest(email: "ana@example.net")
                try await app.send(.resendOTP, authorization: header, resend).expectOK()
            }
        }
    }
}

extension TestApp {
    fileprivate func send(
        _ endpoint: Endpoint, authorization: String?, _ body: (any Encodable & Sendable)? = nil
    ) async throws -> Answer {
        try await send(
            endpoint.method.http, Endpoint.prefixes[0] + endpoint.path(id: 5),
            body.map { try JSONEncoder().encode($0) },
            authorization: authorization)
    }
}

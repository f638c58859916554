import ECallAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Requests that another site's page can make a browser send, to every endpoint of the table (decision 85).
@Suite("Cross-site requests", .timeLimit(.minutes(2)))
struct CrossSiteTests {
    private struct Row: Sendable {
        let contentType: String?
        let body: String
        /// Whether a state-changing request is refused; a GET passes.
        let isRefused: Bool
    }

    /// Content types that a browser sends without a preflight (Fetch, "CORS-safelisted request-header"), those that are
    /// JSON, and similar ones.
    private static let rows: [Row] = [
        Row(contentType: "application/json", body: "{}", isRefused: false),
        Row(contentType: "application/json; charset=utf-8", body: "{}", isRefused: false),
        Row(contentType: "Application/JSON;charset=UTF-8", body: "{}", isRefused: false),
        Row(contentType: "application/json", body: "", isRefused: false),
        Row(contentType: nil, body: "", isRefused: false),
        Row(contentType: nil, body: "{}", isRefused: true),
        Row(contentType: "", body: "{}", isRefused: true),
        Row(contentType: "text/plain", body: "{}", isRefused: true),
        Row(contentType: "text/plain", body: "", isRefused: true),
        Row(contentType: "text/plain; application/json", body: "{}", isRefused: true),
        Row(contentType: "text/plain, application/json", body: "{}", isRefused: true),
        Row(contentType: "application/json, text/plain", body: "{}", isRefused: true),
        Row(contentType: "application/json; charset=utf-8; x=text/plain", body: "{}", isRefused: true),
        Row(contentType: "application/x-www-form-urlencoded", body: "email=ana%40example.net", isRefused: true),
        Row(contentType: "multipart/form-data; boundary=x", body: "--x--", isRefused: true),
        Row(contentType: "application/jsonp", body: "{}", isRefused: true),
        Row(contentType: "application/json-patch+json", body: "{}", isRefused: true),
    ]

    private static let sites = [nil, "none", "same-origin", "same-site", "cross-site"]

    private static func send(
        _ app: TestApp, _ way: (method: Endpoint.Method, path: String), _ row: Row, from site: String?,
        token: String? = nil
    ) async throws -> Answer {
        var headers = HTTPFields()
        headers[.contentType] = row.contentType
        headers[.authorization] = token.map { "Bearer \($0)" }
        headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
        let body = row.body.isEmpty ? nil : ByteBuffer(string: row.body)
        if let body { headers[.contentLength] = "\(body.readableBytes)" }
        let response = try await app.client.executeRequest(
            uri: way.path.replacing("{id}", with: "7"), method: way.method.http, headers: headers, body: body)
        return Answer(
            status: response.status.code, headers: response.headers, body: Data(response.body.readableBytesView))
    }

    private static func code(_ answer: Answer) -> ErrorCode? {
        (try? JSONDecoder().decode(ErrorEnvelope.self, from: answer.body))?.code
    }

    @Test("bodies that are not JSON get 415, and without a token no other site can change anything at any endpoint")
    func table() async throws {
        try await StoredCalls.run { bench in
            for endpoint in Endpoint.allCases {
                let ways = endpoint.allWays
                for row in Self.rows {
                    for site in [nil, "cross-site"] { try await Self.check(bench.app, ways[0], row, from: site) }
                    // Only this server's own page has a token; another one would need a preflight to send it.
                    let known = try await Self.send(bench.app, ways[0], row, from: "cross-site", token: "e30.e30.e30")
                    #expect(Self.code(known) != .crossSiteRequest)
                    #expect(
                        (Self.code(known) == .unsupportedMediaType) == (ways[0].method != .get && row.isRefused))
                }
                for site in Self.sites { try await Self.check(bench.app, ways[0], Self.rows[0], from: site) }
                // Under every prefix and alias.
                for way in ways.dropFirst() {
                    try await Self.check(bench.app, way, Self.plain, from: "same-origin")
                    try await Self.check(bench.app, way, Self.rows[0], from: "cross-site")
                }
            }
            #expect(bench.app.outbox.messages.isEmpty)
        }
    }

    private static let plain = Row(contentType: "text/plain", body: "{}", isRefused: true)

    private static func check(
        _ app: TestApp, _ way: (method: Endpoint.Method, path: String), _ row: Row, from site: String?
    ) async throws {
        let answer = try await send(app, way, row, from: site)
        let place = Comment(rawValue: "\(way) \(row) \(site ?? "-"): \(answer.text)")
        let expected: ErrorCode? =
            way.method == .get
            ? nil : site == "cross-site" ? .crossSiteRequest : row.isRefused ? .unsupportedMediaType : nil
        let code = code(answer)
        #expect(code != .methodNotAllowed || way.method == .get, place)
        if let expected {
            #expect(code == expected && answer.status == expected.status, place)
        } else {
            #expect(code != .crossSiteRequest && code != .unsupportedMediaType, place)
        }
    }

    @Test("another site's page cannot have codes sent with any body that needs no preflight")
    func sendsNoCodes() async throws {
        try await TestApp.run { app in
            let body = #"{"email":"ana@example.net"}"#
            let login = (method: Endpoint.Method.post, path: "/app/api/login")
            for type in [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
                for site in ["cross-site", nil] {
                    let row = Row(contentType: type, body: body, isRefused: true)
                    _ = try await Self.send(app, login, row, from: site)
                }
            }
            #expect(app.outbox.messages.isEmpty)
            let row = Row(contentType: "application/json", body: body, isRefused: false)
            try await Self.send(app, login, row, from: "same-origin").expectOK()
            #expect(app.outbox.messages.count == 1)
        }
    }

    @Test("preflights are refused: no answer allows another site anything")
    func refusesPreflights() async throws {
        try await TestApp.run { app in
            for endpoint in Endpoint.allCases {
                let answer = try await app.send(.options, endpoint.path.replacing("{id}", with: "7"))
                let name = try #require(HTTPField.Name("Access-Control-Allow-Origin"))
                #expect(!(200...299).contains(answer.status) && answer.headers[name] == nil, "\(endpoint)")
            }
        }
    }
}

import Foundation
import HTTPTypes
import HummingbirdTesting
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// RFC 9112 and 9110 by section, over real sockets: raw requests and the expected responses.
@Suite("RFC 9112", .timeLimit(.minutes(1)))
struct RFC9112Tests {
    /// A client's bytes, the statuses of the responses, and whether the connection closes after them.
    struct Case: Sendable, CustomTestStringConvertible {
        let section: String
        let request: String
        let statuses: [Int]
        var closes = false

        init(_ section: String, _ request: String, _ statuses: [Int], closes: Bool = false) {
            (self.section, self.request, self.statuses, self.closes) = (section, request, statuses, closes)
        }

        var testDescription: String { "\(section): \(request.prefix(60).debugDescription)" }
    }

    private static func get(_ fields: String = "", path: String = "/healthz") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }
    private static func post(_ fields: String, _ body: String) -> String {
        "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\(fields)\r\n\(body)"
    }
    private static let json = "{\"email\":\"ana@example.net\"}"
    private static let chunked = "Transfer-Encoding: chunked\r\n"

    static let lines: [Case] = [
        Case("2.2, an empty line before the request line", "\r\n\r\n" + get(), [200]),
        Case("2.2, no HTTP", "nonsense\r\n\r\n", [400], closes: true),
        Case("2.2, TLS to a plain port", "\u{16}\u{3}\u{1}\u{2}", [400], closes: true),
        Case("2.2, LF alone", "GET /healthz HTTP/1.1\nHost: a\n\n", [400], closes: true),
        Case("2.2, LF alone behind the first line", "GET /healthz HTTP/1.1\r\nHost: a\n\r\n", [400], closes: true),
        Case("2.3, no version", "GET /healthz\r\n\r\n", [400], closes: true),
        Case("2.3, HTTP/0.9", "GET /healthz HTTP/0.9\r\nHost: a\r\n\r\n", [400], closes: true),
        Case("2.3, HTTP/2.0", "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n", [505], closes: true),
        Case("2.3, HTTP/3.7", "GET /healthz HTTP/3.7\r\nHost: a\r\n\r\n", [505], closes: true),
        Case("3.1, a method nobody knows", "BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400], closes: true),
        Case("3.2, no Host", "GET /healthz HTTP/1.1\r\n\r\n", [400], closes: true),
        Case("3.2, two", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", [400], closes: true),
        Case("3.2, two names", "GET /healthz HTTP/1.1\r\nHost: a, b\r\n\r\n", [400], closes: true),
        Case("3.2, an empty one", "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", [400], closes: true),
        Case("3.2, one with a user", "GET /healthz HTTP/1.1\r\nHost: u@a\r\n\r\n", [400], closes: true),
        Case("3.2, a port in words", "GET /healthz HTTP/1.1\r\nHost: a:b\r\n\r\n", [400], closes: true),
        Case("3.2, an address", "GET /healthz HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", [200]),
        Case("3.2, none in HTTP/1.0", "GET /healthz HTTP/1.0\r\n\r\n", [200], closes: true),
        Case("3.2, none on an upgrade", upgrade("/ws", host: ""), [400], closes: true),
        Case("3.2, two on an upgrade", upgrade("/ws", host: "Host: a\r\nHost: a\r\n"), [400], closes: true),
        Case("3.2.1, no slash", "GET healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400], closes: true),
        Case("3.2.2, absolute form", "GET http://b/healthz HTTP/1.1\r\nHost: a\r\n\r\n", [200]),
        Case("3.2.2, without a path", "GET HTTPS://b:1?x HTTP/1.1\r\nHost: a\r\n\r\n", [404]),
        Case("3.2.2, without a host", "GET http:///healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400], closes: true),
        Case("3.2.2, another scheme", "GET ftp://b/healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400], closes: true),
        Case("3.2.3, authority form", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", [501], closes: true),
        Case("3.2.4, asterisk form", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", [404]),
        Case("3.2.4, without OPTIONS", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", [400], closes: true),
    ]

    private static func upgrade(_ path: String, host: String = "Host: a\r\n") -> String {
        "GET \(path) HTTP/1.1\r\n\(host)Upgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    }

    static let fields: [Case] = [
        Case("5.1, space before the colon", get("X : y\r\n"), [400], closes: true),
        Case("5.1, a name with a space", get("X y: z\r\n"), [400], closes: true),
        Case("5.1, no name", get(": y\r\n"), [400], closes: true),
        Case("5.2, a folded line", get("X: y\r\n z\r\n"), [400], closes: true),
        Case("5.2, a fold before all fields", "GET /healthz HTTP/1.1\r\n Host: a\r\n\r\n", [400], closes: true),
        Case("5.5, a control character", get("X: \u{1}\r\n"), [400], closes: true),
        Case("5.5, NUL", get("X: \0\r\n"), [400], closes: true),
        Case("2.2, a bare CR", get("X: a\rY: b\r\n"), [400], closes: true),
        Case("RFC 6585 5, a large field", get("X: \(String(repeating: "x", count: 20_000))\r\n"), [431], closes: true),
        Case(
            "RFC 6585 5, large in all",
            get((0..<40).map { "X\($0): \(String(repeating: "x", count: 500))\r\n" }.joined()),
            [431], closes: true),
        Case(
            "RFC 6585 5, many", get((0..<101).map { "X\($0): x\r\n" }.joined()), [431], closes: true),
        Case("RFC 6585 5, a long target", get(path: "/" + String(repeating: "x", count: 20_000)), [431], closes: true),
        Case("as large as may be", get("X: \(String(repeating: "x", count: 15_000))\r\n"), [200]),
    ]

    static let bodies: [Case] = [
        Case("6.2, a body", post("Content-Length: 27\r\n", json), [200]),
        Case("6.2, of GET", get("Content-Length: 5\r\n") + "GET /", [200]),
        Case("6.2, two lengths", post("Content-Length: 27\r\nContent-Length: 26\r\n", json), [400], closes: true),
        Case("6.2, the same twice", post("Content-Length: 27\r\nContent-Length: 27\r\n", json), [400], closes: true),
        Case("6.2, a list", post("Content-Length: 27, 27\r\n", json), [400], closes: true),
        Case("6.2, a sign", post("Content-Length: +27\r\n", json), [400], closes: true),
        Case("6.2, negative", post("Content-Length: -1\r\n", json), [400], closes: true),
        Case("6.2, hexadecimal", post("Content-Length: 0x1b\r\n", json), [400], closes: true),
        Case("6.2, an empty one", post("Content-Length:\r\n", ""), [400], closes: true),
        Case(
            "6.2, too large for any integer", post("Content-Length: 99999999999999999999\r\n", ""), [400], closes: true),
        Case("6.2, larger than is read", post("Content-Length: 300000\r\n", ""), [413], closes: true),
        Case("6.3, both", post("Content-Length: 4\r\n" + chunked, "0\r\n\r\n"), [400], closes: true),
        Case("6.3, the other way round", post(chunked + "Content-Length: 4\r\n", "0\r\n\r\n"), [400], closes: true),
        Case(
            "6.1, a coding nobody knows", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), [501], closes: true
        ),
        Case(
            "6.1, chunked is not the last", post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"), [400],
            closes: true),
        Case("6.1, chunked twice", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), [400], closes: true),
        Case("6.1, in two lines", post(chunked + chunked, "0\r\n\r\n"), [400], closes: true),
        Case("6.1, identity", post("Transfer-Encoding: identity\r\n", ""), [501], closes: true),
        Case(
            "6.1, not of HTTP/1.0", "POST /login HTTP/1.0\r\nContent-Type: application/json\r\n\(chunked)\r\n0\r\n\r\n",
            [400], closes: true),
        Case("7.1, chunks", post(chunked, "B\r\n{\"email\":\"a\r\n10\r\nna@example.net\"}\r\n0\r\n\r\n"), [200]),
        Case("7.1.1, extensions", post(chunked, "1B;a=b\r\n\(json)\r\n0\r\n\r\n"), [200]),
        Case("7.1.2, trailers", post(chunked, "1B\r\n\(json)\r\n0\r\nX: y\r\n\r\n"), [200]),
        Case("7.1, no size", post(chunked, "x\r\n\(json)\r\n0\r\n\r\n"), [400], closes: true),
        Case("7.1, a size too large", post(chunked, "FFFFFFFFFFFFFFFFF\r\n"), [400], closes: true),
        Case("7.1, more than the size", post(chunked, "2\r\n{}}\r\n0\r\n\r\n"), [400], closes: true),
        Case("8, chunks break off", post(chunked, "1B\r\n\(json)\r\nx"), [400], closes: true),
    ]

    static let connections: [Case] = [
        Case("9.3, it goes on", get() + get(), [200, 200]),
        Case("9.6, close", get("Connection: close\r\n"), [200], closes: true),
        Case("9.6, in other letters", get("Connection: CLOSE\r\n"), [200], closes: true),
        Case("9.6, in a list", get("Connection: keep-alive , Close\r\n"), [200], closes: true),
        Case("9.6, in two lines", get("Connection: x\r\nConnection: close\r\n"), [200], closes: true),
        Case("9.3, HTTP/1.0", "GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n", [200], closes: true),
        Case(
            "9.3, HTTP/1.0 that would stay", "GET /healthz HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
            [200], closes: true),
        Case("9.3.2, in order", get() + get(path: "/none") + get(), [200, 404, 200]),
        Case("9.3.2, an error behind good ones", get() + get() + "nonsense\r\n\r\n", [200, 200, 400], closes: true),
        Case("9.3.2, nothing behind an error", get() + get("X : y\r\n") + get(), [200, 400], closes: true),
        Case(
            "9.3.2, a bad Host behind a good one", get() + "GET / HTTP/1.1\r\n\r\n" + get(), [200, 400], closes: true),
        Case("9.3.2, behind close", get("Connection: close\r\n") + get(), [200], closes: true),
        Case(
            "RFC 9110 7.8, a protocol nobody knows", get("Connection: Upgrade\r\nUpgrade: h2c\r\n"), [200], closes: true
        ),
        Case("RFC 9110 7.8, named without Connection", get("Upgrade: h2c\r\n"), [200]),
        Case("RFC 6455 4.2.2, no such WebSocket", upgrade("/none"), [404], closes: true),
        Case("RFC 6455 4.2.2, behind a request", get() + upgrade("/none"), [200, 404], closes: true),
        Case("RFC 9110 10.1.1", post("Content-Length: 27\r\nExpect: 100-Continue\r\n", json), [100, 200]),
        Case(
            "RFC 9110 10.1.1, larger than is read", post("Content-Length: 300000\r\nExpect: 100-continue\r\n", ""),
            [413], closes: true),
        Case("RFC 9110 10.1.1, anything else", get("Expect: miracles\r\n"), [417], closes: true),
        Case("RFC 9110 9.3.2, HEAD", "HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [200]),
        Case("RFC 9110 9.3.2, of nothing", "HEAD /none HTTP/1.1\r\nHost: a\r\n\r\n", [404]),
        Case("RFC 9110 9.3.2, where no GET is", "HEAD /login HTTP/1.1\r\nHost: a\r\n\r\n", [405]),
        Case("RFC 9110 9.3.2, without Host", "HEAD /healthz HTTP/1.1\r\n\r\n", [400], closes: true),
        Case("RFC 9110 15.5.6", "DELETE /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [404]),
    ]

    @Test("each request gets the expected responses", arguments: [lines, fields, bodies, connections])
    func table(cases: [Case]) async throws {
        try await TestApp.run(isLive: true) { app in
            let port = try #require(app.client.port)
            for one in cases {
                let socket = try await TestSocket.connect(port)
                // One more request, which is answered exactly if the connection stays open.
                let probe = "GET /probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                try await socket.send(Array((one.request + probe).utf8))
                let answer = await socket.all()
                let answers = Self.answers(in: answer)
                #expect(answers.map(\.status) == one.statuses + (one.closes ? [] : [404]), "\(one): \(answer)")
                #expect(answers.last?.fields["connection"] == "close", "\(one)")
                for answer in answers.dropLast() { #expect(answer.fields["connection"] == nil, "\(one)") }
                for answer in answers where answer.status >= 200 {
                    #expect(DateTests.isNow(answer.fields["date"]), "\(one): \(answer.status)")
                }
                if one.request.hasPrefix("HEAD") {
                    #expect(answers.first?.body == "", "\(one): \(answer)")
                    if answers.first?.status == 200 { #expect(answers.first?.fields["content-length"] == "3") }
                }
                try? await socket.close()
            }
            #expect(!app.log.text.contains("error "), "what clients send wrong is no error of the server's")
        }
    }

    struct Received: Sendable {
        let status: Int
        let fields: [String: String]
        let body: String
    }

    /// Splits the responses at their status lines.
    static func answers(in text: String) -> [Received] {
        text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { answer in
            let parts = answer.components(separatedBy: "\r\n\r\n")
            let lines = parts[0].components(separatedBy: "\r\n")
            let pairs = lines.dropFirst().map { $0.components(separatedBy: ": ") }
            return Received(
                status: Int(lines[0].prefix(3)) ?? 0,
                fields: Dictionary(pairs.map { ($0[0].lowercased(), $0.last ?? "") }, uniquingKeysWith: { $1 }),
                body: parts.dropFirst().joined(separator: "\r\n\r\n"))
        }
    }

    @Test("RFC 9110 section 9.3.2: HEAD works wherever GET does, with the same headers and no body")
    func head() async throws {
        try await TestApp.run(isLive: true) { app in
            let ana = try await app.signIn("ana@example.net")
            for path in ["/healthz", "/readyz", "/openapi.json", "/user", "/contacts/list", "/none", "/login"] {
                let token = "Authorization: Bearer \(ana.accessToken)\r\nConnection: close\r\n\r\n"
                var answers: [Received] = []
                for method in ["GET", "HEAD"] {
                    let socket = try await TestSocket.connect(try #require(app.client.port))
                    try await socket.send(Array("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(token)".utf8))
                    answers += Self.answers(in: await socket.all())
                }
                try #require(answers.count == 2)
                #expect(answers[0].status == answers[1].status && answers[1].body.isEmpty, "\(path)")
                #expect(!answers[0].body.isEmpty)
                let names = { (answer: Received) in Set(answer.fields.keys) }
                #expect(names(answers[0]) == names(answers[1]), "\(path)")
                #expect(answers[0].fields["content-length"] == answers[1].fields["content-length"], "\(path)")
            }
        }
    }

    @Test(
        "RFC 9110 section 5.6.1, 13: preconditions select the right status",
        arguments: [
            (nil, nil, .proceed), (nil, "\"t\"", .notModified), (nil, "W/\"t\"", .notModified),
            (nil, "*", .notModified),
            (nil, "\"a\", \"t\"", .notModified), (nil, "\"a\" ,\tW/\"t\" ,", .notModified),
            (nil, "\"a,\\\"t\"", .proceed),
            (nil, "\"a\"", .proceed), (nil, "t", .proceed), (nil, "", .proceed), (nil, "\"T\"", .proceed),
            ("\"t\"", nil, .proceed), ("*", nil, .proceed), ("\"a\", \"t\"", nil, .proceed),
            ("W/\"t\"", nil, .preconditionFailed), ("\"a\"", nil, .preconditionFailed),
            ("\"a\"", "\"t\"", .preconditionFailed), ("\"t\"", "\"t\"", .notModified),
        ] as [(String?, String?, EntityTags.Verdict)])
    func preconditions(match: String?, noneMatch: String?, expected: EntityTags.Verdict) {
        var headers = HTTPFields()
        headers[.ifMatch] = match
        headers[.ifNoneMatch] = noneMatch
        #expect(EntityTags.verdict(on: headers, method: .get, tag: "\"t\"") == expected)
        let other = EntityTags.verdict(on: headers, method: .put, tag: "\"t\"")
        #expect(other == (expected == .notModified ? .preconditionFailed : expected))
    }
}

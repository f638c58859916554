import ECallAPI
import Foundation
import HummingbirdTesting
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Clients know the server's time from the `Date` of its responses (wire-protocol 1.3). Every response of `RFC9112Tests`
/// has one, too.
@Suite("The date of responses", .timeLimit(.minutes(1)))
struct DateTests {
    /// Whether it is the `Date` of a recent response.
    static func isNow(_ text: String?) -> Bool {
        let now = Timestamp(Date())
        return (0...5).contains { HTTPDates.text(of: now.advanced(bySeconds: -$0)) == text }
    }

    @Test(
        "dates have the form of RFC 9110 section 5.6.7",
        arguments: [
            ("1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
            ("1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
            ("2000-02-29T23:59:59.999Z", "Tue, 29 Feb 2000 23:59:59 GMT"),
            ("2000-03-01T00:00:00Z", "Wed, 01 Mar 2000 00:00:00 GMT"),
            ("2026-11-28T17:30:05.001Z", "Sat, 28 Nov 2026 17:30:05 GMT"),
            ("2027-01-01T00:00:00Z", "Fri, 01 Jan 2027 00:00:00 GMT"),
            ("2100-02-28T12:00:00Z", "Sun, 28 Feb 2100 12:00:00 GMT"),
            ("2100-03-01T12:00:00Z", "Mon, 01 Mar 2100 12:00:00 GMT"),
        ])
    func format(moment: String, text: String) throws {
        #expect(HTTPDates.text(of: try #require(Timestamp(moment))) == text)
    }

    @Test("the date follows the server's clock at once, and there is exactly one")
    func followsClock() async throws {
        let clock = TestClock()
        let dates = HTTPDates(clock: WallClock { clock.now })
        try await TestApp.run(
            isLive: true,
            callParts: { dependencies in
                let limits = HTTPLimits(dependencies.settings.limits)
                return .recording(RecordingSignals(), http: .init(limits: limits, dates: dates))
            }
        ) { app in
            for seconds in [0, 1, 7200, -86_400] {
                clock.advance(seconds: seconds)
                let socket = try await TestSocket.connect(try #require(app.client.port))
                try await socket.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
                let lines = await socket.all().components(separatedBy: "\r\n")
                let found = lines.filter { $0.lowercased().hasPrefix("date:") }.map { $0.dropFirst(6) }
                #expect(found == ["\(HTTPDates.text(of: clock.now))"])
            }
        }
    }

    /// A session that sends nothing.
    private final class Silent: ChannelInboundHandler { typealias InboundIn = ByteBuffer }

    private static func upgrade(_ path: String, version: Int = 13) -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: \(version)\r\n\r\n"
    }

    @Test(
        "every response of the API, the pages and the WebSockets has the date, refused or not",
        arguments: [
            ("GET /app-config HTTP/1.1\r\nHost: a\r\n\r\n", 200), ("GET /user HTTP/1.1\r\nHost: a\r\n\r\n", 401),
            ("GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", 200), ("GET /none HTTP/1.1\r\nHost: a\r\n\r\n", 404),
            ("DELETE /app-config HTTP/1.1\r\nHost: a\r\n\r\n", 405),
            ("POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n{", 415),
            (upgrade("/none"), 404), (upgrade("/ws", version: 8), 426), (upgrade("/ws"), 101),
        ])
    func table(request: String, status: Int) async throws {
        let route = WebSocketRoute(
            name: "test", paths: ["/ws"], subprotocol: "v12.stomp", limits: .signaling,
            makeSession: { _, _ in Silent() })
        try await TestApp.run(
            isLive: true,
            callParts: { _ in
                let signals = RecordingSignals()
                return CallParts(
                    signals: signals, presence: signals, addRoutes: { _ in },
                    server: { _ in .http1(webSockets: [route]) }, services: [])
            }
        ) { app in
            let socket = try await TestSocket.connect(try #require(app.client.port))
            try await socket.send(Array(request.utf8))
            let answer = try #require(RFC9112Tests.answers(in: try await socket.head()).first)
            #expect(answer.status == status && Self.isNow(answer.fields["date"]), "\(answer)")
            try await socket.close()
        }
    }

    @Test("a refused connection gets the date as well")
    func turnedAway() async throws {
        var limits = Limits.development
        limits.connectionsPerAddress = 1
        try await TestApp.run(limits: limits, isLive: true) { app in
            let (address, port) = ("127.0.3.1", try #require(app.client.port))
            let first = try await TestSocket.connect(port, from: address)
            try await first.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            _ = try await first.head()
            let answer = try #require(
                RFC9112Tests.answers(in: await TestSocket.connect(port, from: address).all()).first)
            #expect(answer.status == 429 && Self.isNow(answer.fields["date"]))
            try await first.close()
        }
    }
}

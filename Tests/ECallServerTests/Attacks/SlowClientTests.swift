import ECallAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Connections that cost the client nothing and are meant to cost the server; none of them is authenticated.
@Suite("Attack: slow, large and unresponsive clients", .timeLimit(.minutes(2)))
struct SlowClientTests {
    private static func run(
        _ change: @escaping @Sendable (inout Limits) -> Void = { _ in }, tls: TLSFiles? = nil,
        _ body: @escaping @Sendable (TestApp, Int) async throws -> Void
    ) async throws {
        var limits = Limits.development
        change(&limits)
        try await TestApp.run(limits: limits, isLive: true, configure: { $0.tls = tls }) { app in
            try await body(app, try #require(app.client.port))
        }
    }

    /// Who: anyone, with a byte now and then.
    /// With: half a head, half a body, and endless chunks.
    /// Gets: a connection for as long as they like (before) → 408 and the end after `requestTime` (now).
    @Test("a request that takes too long ends with 408")
    func slowRequests() async throws {
        try await Self.run({ $0.requestTime = 1 }) { app, port in
            for begun in [
                "GET /healthz HTTP/1.1\r\nHost: a\r\nX: ",
                "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
                "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
                "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5;",
            ] {
                let socket = try await TestSocket.connect(port)
                let begin = ContinuousClock.now
                try await socket.send(Array(begun.utf8))
                let answer = await socket.all()
                #expect(RFC9112Tests.answers(in: answer).map(\.status) == [408], "\(answer)")
                #expect(ContinuousClock.now - begin < .seconds(10))
            }
            let silent = try await TestSocket.connect(port)
            #expect(await silent.all().isEmpty)
            #expect(app.outbox.messages.isEmpty)
        }
    }

    /// Who: anyone.
    /// With: a TLS handshake that is never finished: a part of the first record, and a byte now and then.
    /// Gets: a closed connection after `requestTime`; others still complete handshakes (before and now).
    @Test("a handshake that takes too long is closed")
    func slowHandshakes() async throws {
        let authority = try await TestAuthority.common()
        let files = TLSFiles(certificate: authority.certificate, key: authority.key)
        try await Self.run({ $0.requestTime = 2 }, tls: files) { _, port in
            // A record that announces 16 384 bytes of a ClientHello (RFC 8446 sections 4 and 5.1).
            let hello: [UInt8] = [22, 3, 1, 0x40, 0, 1, 0, 0x3F, 0xFC, 3, 3]
            for isTrickling in [false, true] {
                // The server counts from the connection on.
                let begin = ContinuousClock.now
                let socket = try await TestSocket.connect(port)
                try await socket.send(hello)
                let trickle = Task {
                    while isTrickling, !Task.isCancelled {
                        guard (try? await socket.send([0])) != nil else { return }
                        try await pause()
                    }
                }
                let probe = try await TLSProbe.connect(port)
                #expect(try await probe.get("/healthz")?.contains("200") == true)
                // On a busy machine the server may have closed it first.
                try? await probe.channel.close()
                _ = await socket.all()
                trickle.cancel()
                let time = ContinuousClock.now - begin
                #expect(time > .milliseconds(1900) && time < .seconds(10), "\(time)")
            }
        }
    }

    /// Who: anyone.
    /// With: the first 2 MB of a head.
    /// Gets: 2 MB of the server's memory for each connection (before) → 431 after 16 KiB, or a closed connection (now).
    @Test("a head that is too large ends with 431 or a closed connection")
    func largeHeads() async throws {
        try await Self.run { _, port in
            for line in ["X: y\r\n", "X:" + String(repeating: " ", count: 4000), String(repeating: "x", count: 4000)] {
                let socket = try await TestSocket.connect(port)
                try await socket.send(Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8))
                // The server closes the connection meanwhile.
                for _ in 0..<(2 << 20) / 4000 {
                    guard (try? await socket.send(Array(line.utf8))) != nil else { break }
                }
                let statuses = RFC9112Tests.answers(in: await socket.all()).map(\.status)
                #expect(statuses == [431] || statuses.isEmpty, "\(statuses)")
            }
        }
    }

    /// Who: anyone who uploads.
    /// With: a body that is too large, announced or in chunks.
    /// Gets: all of it read and discarded, however large (before) → 413 and a closed connection (now).
    @Test("413 ends the connection")
    func largeBodies() async throws {
        try await Self.run { app, port in
            let chunk = String(repeating: "x", count: 0x4000)
            for fields in ["Content-Length: 100000000", "Transfer-Encoding: chunked"] {
                let socket = try await TestSocket.connect(port)
                try await socket.send(
                    Array("POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\(fields)\r\n\r\n".utf8)
                )
                for _ in 0..<1000 {
                    guard (try? await socket.send(Array("4000\r\n\(chunk)\r\n".utf8))) != nil else { break }
                }
                let answers = RFC9112Tests.answers(in: await socket.all())
                #expect(answers.allSatisfy { $0.status == 413 && $0.fields["connection"] == "close" })
            }
            let polite = try await TestSocket.connect(port)
            try await polite.send(
                Array(
                    "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 300000\r\n\r\n"
                        .utf8))
            let answers = RFC9112Tests.answers(in: await polite.all())
            #expect(answers.map(\.status) == [413] && answers.first?.body.contains("ErrRequestTooLarge") == true)
        }
    }

    /// Who: one address.
    /// With: more connections than the people behind one address have.
    /// Gets: all of the server's connections (before) → 429 beyond its share; others are not affected (now).
    @Test("connections per address are limited, and closed ones are available again")
    func manyConnections() async throws {
        try await Self.run({ limits in
            limits.connectionsPerAddress = 8
            // None of them ends while the next is being opened.
            limits.requestTime = 300
            limits.idleConnectionTime = 300
        }) { _, port in
            var sockets: [TestSocket] = []
            // Each is answered before the next: two event loops may accept connections in either order.
            for _ in 0..<8 {
                let socket = try await TestSocket.connect(port, from: "127.0.3.1")
                try await socket.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
                let length = try await socket.head().firstMatch(of: /content-length: (\d+)/.ignoresCase())?.1
                try await socket.skip(try #require(length.flatMap { Int($0) }))
                sockets.append(socket)
            }
            let refused = try await TestSocket.connect(port, from: "127.0.3.1")
            let answers = RFC9112Tests.answers(in: await refused.all())
            #expect(answers.map(\.status) == [429])
            #expect(
                answers.first?.fields["retry-after"] != nil
                    && answers.first?.body.contains("ErrTooManyRequests") == true)

            let get = Array("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
            let other = try await TestSocket.connect(port, from: "127.0.3.2")
            try await other.send(get)
            #expect(RFC9112Tests.answers(in: await other.all()).map(\.status) == [200])

            try await sockets[0].send(get)
            #expect(RFC9112Tests.answers(in: await sockets[0].all()).map(\.status) == [200])
            // The server has noticed the close before it accepts the next connection, or a moment later.
            var statuses: [Int] = []
            while statuses != [200] {
                let next = try await TestSocket.connect(port, from: "127.0.3.1")
                try? await next.send(get)
                statuses = RFC9112Tests.answers(in: await next.all()).map(\.status)
            }
            for socket in sockets { try await socket.close() }
        }
    }

    /// Who: a client that sends nonsense, or disconnects in the middle of a request.
    /// With: an incomplete or invalid body whose first part would be a valid request.
    /// Gets: two errors in the log and a 500 in the metrics, or the incomplete request executed (before) → one line at
    /// debug, one in the metrics, and no effect (now).
    @Test("a client's malformed or incomplete request is not a server error and has no effect")
    func brokenBodies() async throws {
        try await Self.run { app, port in
            let half =
                "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1B\r\n{\"email\":\"ana@example.net\"}\r\n"
            let broken = try await TestSocket.connect(port)
            try await broken.send(Array((half + "nonsense\r\n").utf8))
            #expect(RFC9112Tests.answers(in: await broken.all()).map(\.status) == [400])
            for _ in 0..<3 {
                let gone = try await TestSocket.connect(port)
                try await gone.send(Array(half.utf8))
                try await gone.close()
            }
            // Earlier input has arrived by the time that this is answered.
            let token = try await app.signIn("bob@example.net").accessToken
            try await app.call(.user, token: token).expectOK()
            #expect(app.outbox.messages.count == 1)
            #expect(!app.log.text.contains("error "), "\(app.log.text)")
            #expect(app.log.text.components(separatedBy: "A request was refused.").count == 5, "one line each")
        }
    }
}

import ECallAPI
import Foundation
import HummingbirdTesting
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Here, where one test runs at a time, because it measures others' waiting time.
@Suite("Attack: a thousand slow clients", .timeLimit(.minutes(1)))
struct ThousandSlowClientsAttack {
    private static let attackers = 1000

    /// Who: 1 000 connections from 50 addresses, none of them over its limit.
    /// With: heads and bodies a byte at a time, endless heads, and responses that are not read.
    /// Gets: `/healthz` timed out (before) → a signed-in user's requests stay below a second, debug build (now).
    @Test("a signed-in user is served beside a thousand slow clients")
    func thousand() async throws {
        var limits = Limits.development
        limits.connectionsPerAddress = 32
        try await TestApp.run(limits: limits, isLive: true) { app in
            let port = try #require(app.client.port)
            let ana = try await app.signIn("ana@example.net")
            let sockets = try await Self.attack(port)
            var times: [Duration] = []
            for number in 0..<100 {
                if number % 10 == 0 { await Self.trickle(sockets) }
                let begin = ContinuousClock.now
                try await app.call(.user, as: ana).expectOK()
                times.append(ContinuousClock.now - begin)
            }
            times.sort()
            #expect(times[98] < .seconds(1), "the slowest were \(times.suffix(5))")
            for socket in sockets { try await socket.close() }
        }
    }

    private static func attack(_ port: Int) async throws -> [TestSocket] {
        let deaf = String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 20)
        let openings = [
            "GET /healthz HTTP/1.1\r\nHost: a\r\nX: ",
            "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{",
            "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 15_000), deaf,
        ]
        var sockets: [TestSocket] = []
        for number in 0..<attackers {
            let socket = try await TestSocket.connect(
                port, receiveBuffer: 4096, from: "127.0.4.\(1 + number % 50)")
            // On a slow machine the server may close one before its first bytes.
            if number % 4 == 3 { try? await socket.stopReading() }
            try? await socket.send(Array(openings[number % 4].utf8))
            sockets.append(socket)
        }
        return sockets
    }

    /// Sends a byte from each; those that timed out are closed.
    private static func trickle(_ sockets: [TestSocket]) async {
        for (number, socket) in sockets.enumerated() where number % 4 < 3 { try? await socket.send([0x78]) }
    }
}

import CallEngine
import ECallAPI
import Foundation
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import SignalRouting

@Suite("STOMP over real sockets", .timeLimit(.minutes(1)), .serialized)
struct STOMPTests {
    @Test("a client that is not the device, or asks for another device's destination, gets ERROR and is closed")
    func authorisation() async throws {
        try await CallServer.run { server in
            let (alice, bob) = (try await server.person("alice"), try await server.person("bob"))
            let (mine, theirs) = (try await server.passcode(alice), try await server.passcode(bob))
            let connect = CallServer.connectFrame(alice.device, mine)
            let inbox = Signal.inbox(of: bob.device)
            let table: [(name: String, frames: [String], error: String)] = [
                ("no passcode", [CallServer.connectFrame(alice.device, "")], "Bad CONNECT"),
                ("junk passcode", [CallServer.connectFrame(alice.device, "1.2.3.4")], "Bad CONNECT"),
                ("another device's", [CallServer.connectFrame(alice.device, theirs)], "Bad CONNECT"),
                ("an access token", [CallServer.connectFrame(alice.device, alice.accessToken)], "Bad CONNECT"),
                ("not connected", ["SEND\ndestination:\(Signal.outbox)\n\n{}\0"], "Bad CONNECT"),
                ("another's inbox", [connect, "SUBSCRIBE\nid:s\ndestination:\(inbox)\n\n\0"], "not allowed"),
                (
                    "a pattern", [connect, "SUBSCRIBE\nid:s\ndestination:/exchange/ecall.signal.out/#\n\n\0"],
                    "not allowed"
                ),
                ("sending to an inbox", [connect, "SEND\ndestination:\(inbox)\n\n{}\0"], "not allowed"),
                ("garbage", [connect, "garbage\0"], "malformed"),
                ("half a frame", [connect, "SEND\ndestination:"], "malformed"),
                ("connecting twice", [connect, connect], "unexpected"),
                (
                    "a large body",
                    [
                        connect,
                        "SEND\ndestination:\(Signal.outbox)\n\n\(String(repeating: "x", count: 20_000))\0",
                    ], "malformed"
                ),
            ]
            for row in table {
                let socket = try await TestSocket.webSocket(server.port, "/ws/")
                for (index, frame) in row.frames.enumerated() {
                    try await socket.text(frame)
                    if index + 1 < row.frames.count { _ = try await socket.nextText() }
                }
                let answer = try await socket.nextText()
                #expect(answer.hasPrefix("ERROR\n") && answer.contains(row.error), "\(row.name): \(answer)")
                guard case .close = try await socket.next() else {
                    Issue.record("not closed: \(row.name)")
                    continue
                }
                try await socket.close()
            }
            // After an hour the passcode has expired, but an established session continues.
            let session = try await server.session(alice)
            server.app.clock.advance(seconds: 3600)
            let late = try await TestSocket.webSocket(server.port, "/ws/")
            try await late.text(connect)
            #expect(try await late.nextText().contains("message:Bad CONNECT"))
            await server.calls.signals.deliver(Signal.sample(.callEnded), to: alice.identity)
            #expect(try await CallServer.signal(session).kind == .callEnded)
        }
    }

    @Test("the newest session of a device replaces the older one, which ends without side effects")
    func newest() async throws {
        try await CallServer.run { server in
            let alice = try await server.person("alice")
            let older = try await server.session(alice)
            let newer = try await server.session(alice)
            #expect(try await older.nextText().hasPrefix("ERROR\n"))
            #expect(try await older.next() == .close(1000))
            try await older.close()
            #expect(try await older.next() == .end)
            // The newer session's next message is handled after the end of the older one.
            try await newer.text("SEND\ndestination:\(Signal.outbox)\n\n{\0")
            while await server.calls.signals.statistics.dropped[.malformed] != 1 { try await pause() }
            #expect(await server.calls.signals.isOnline(alice.identity))
            await server.calls.signals.deliver(Signal.sample(.callEnded), to: alice.identity)
            #expect(try await CallServer.signal(newer).kind == .callEnded)
            try await newer.close()
            while await server.calls.signals.isOnline(alice.identity) { try await pause() }
        }
    }

    @Test("a client that does not read is dropped and delays no one")
    func slowReader() async throws {
        try await CallServer.run { server in
            let (alice, bob) = (try await server.person("alice"), try await server.person("bob"))
            let stalled = try await server.session(alice)
            try await stalled.stopReading()
            let reader = try await server.session(bob)
            let large = Signal.sample(.participantLeft, text: String(repeating: "x", count: 10_000))
            // Far more than the kernel buffers: the client must be dropped before the end.
            for _ in 0..<5000 {
                await server.calls.signals.deliver(large, to: alice.identity)
                guard await server.calls.signals.isOnline(alice.identity) else { break }
            }
            while await server.calls.signals.isOnline(alice.identity) { try await pause() }
            await server.calls.signals.deliver(Signal.sample(.callCancelled), to: bob.identity)
            #expect(try await CallServer.signal(reader).kind == .callCancelled)
            try await stalled.close()
        }
    }

    @Test("signals to strangers, unknown kinds and junk are dropped and counted, and the session continues")
    func drops() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (aliceSignals, bobSignals) = (try await server.session(alice), try await server.session(bob))
            for body in [
                "", "{", "[]", "{\"type\":7}", "{\"type\":\"unheard_of\"}", "{\"type\":\"call_ended\",\"callId\":1}",
            ] {
                try await aliceSignals.text("SEND\ndestination:\(Signal.outbox)\n\n\(body)\0")
            }
            let route = SignalRoute(call: nil, user: bob.id, device: bob.device)
            let key = Signal.sendAESKey(KeyAnswer(route: route, encryptedAESKey: nil, epoch: nil))
            try await CallServer.send(key, on: aliceSignals)
            try await aliceSignals.text("UNSUBSCRIBE\nid:sub\nreceipt:done\n\n\0")
            #expect(try await aliceSignals.nextText().contains("receipt-id:done"))
            while await server.calls.signals.isOnline(alice.identity) { try await pause() }
            let statistics = await server.calls.signals.statistics
            #expect(statistics.dropped == [.malformed: 4, .notRelayed: 1, .noCall: 1])
            // Nothing reached bob: his next signal is the test's own.
            await server.calls.signals.deliver(Signal.sample(.handoverHost), to: bob.identity)
            #expect(try await CallServer.signal(bobSignals).kind == .handoverHost)
        }
    }

    @Test(
        "a SEND with another account's token is dropped; one without a token, or with an expired one of its own, is accepted"
    )
    func sendAuthorization() async throws {
        try await CallServer.run { server in
            let (alice, bob) = (try await server.person("alice"), try await server.person("bob"))
            let session = try await server.session(alice)
            server.app.clock.advance(seconds: 1000)
            for header in [
                "authorization:Bearer \(bob.accessToken)", "authorization:Bearer junk", "authorization:Basic eDp5",
                "authorization:Bearer \(bob.accessToken)\nauthorization:Bearer \(alice.accessToken)",
                "authorization:Bearer \(alice.accessToken)", "authorization:Bearer", "authorization:", "x:y",
            ] {
                try await session.text("SEND\ndestination:\(Signal.outbox)\n\(header)\n\n{\0")
            }
            try await session.text("UNSUBSCRIBE\nid:sub\nreceipt:done\n\n\0")
            #expect(try await session.nextText().contains("receipt-id:done"))
            while await server.calls.signals.isOnline(alice.identity) { try await pause() }
            #expect(await server.calls.signals.statistics.dropped == [.foreignToken: 4, .malformed: 4])
        }
    }

    @Test("a connection may ask for a WebSocket at a later request, and a stopping server sends 1001")
    func lateUpgrade() async throws {
        let left = Mutex<TestSocket?>(nil)
        try await CallServer.run { server in
            let socket = try await TestSocket.connect(server.port)
            for _ in 0..<3 {
                try await socket.send(Array("GET /app-config HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
                let head = try await socket.head()
                #expect(head.hasPrefix("HTTP/1.1 200"))
                try await socket.skip(try #require(head.contentLength))
            }
            try await socket.send(
                Array(
                    """
                    GET /ws/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n
                    """.utf8))
            #expect(try await socket.head().hasPrefix("HTTP/1.1 101"))
            try await socket.text(CallServer.connectFrame(1, "x"))
            #expect(try await socket.nextText().hasPrefix("ERROR\n"))
            // Unknown paths and malformed requests.
            for (request, status) in [
                ("GET /nothing HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "404"),
                ("GET /ws/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "426"),
                ("\u{1}\u{2}\r\n\r\n", "400"),
            ] {
                let socket = try await TestSocket.connect(server.port)
                try await socket.send(Array(request.utf8))
                let head = try await socket.head()
                #expect(head.hasPrefix("HTTP/1.1 \(status)"))
                try await socket.skip(head.contentLength ?? 0)
                // The server announced that it closes, and does so.
                #expect(try await socket.next() == .end)
            }
            let remaining = try await TestSocket.webSocket(server.port, "/ws/")
            left.withLock { $0 = remaining }
        }
        #expect(try await left.withLock { $0 }?.next() == .close(1001))
    }
}

extension String {
    fileprivate var contentLength: Int? {
        split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
    }
}

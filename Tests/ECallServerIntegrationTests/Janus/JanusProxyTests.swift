import ECallAPI
import Foundation
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import ServerFoundation

@Suite("Janus behind the proxy", .timeLimit(.minutes(1)), .serialized)
struct JanusProxyTests {
    /// 002-18
    @Test("only participants on their joined device get into a room, and only as themselves")
    func rooms() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let carol = try await server.person("carol")
            let (call, room, janus) = try await server.ringing(alice, bob)
            let bobs = try await TestJanus.connect(server.port, bearer: bob.accessToken, path: "/janus/janus")
            let carols = try await TestJanus.connect(server.port, bearer: try await server.passcode(carol))

            // Bob rings, so the room is not open to him yet.
            #expect(try await bobs.join(room, as: bob.id).contains("\"code\":403"))
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            #expect(try await bobs.join(room, as: alice.id).contains("\"code\":403"))
            #expect(try await carols.join(room, as: carol.id).contains("\"code\":403"))
            #expect(try await carols.join(room, as: alice.id).contains("\"code\":403"))
            #expect(try await bobs.join(room, as: bob.id).contains("\"videoroom\":\"joined\""))
            // A page authenticates with a subprotocol, because it cannot set headers.
            let page = try await TestSocket.webSocket(
                server.port, "/janus", subprotocol: "janus-protocol, bearer.\(bob.accessToken)")
            let bobsPage = try await TestJanus.attached(page)
            #expect(try await bobsPage.join(room, as: alice.id).contains("\"code\":403"))
            #expect(try await bobsPage.join(room, as: bob.id).contains("\"videoroom\":\"joined\""))

            // A participant who left has no access.
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: alice).expectOK()
            #expect(try await janus.join(room, as: alice.id).contains("\"code\":403"))
        }
    }

    @Test("the proxy refuses what clients do not need")
    func refused() async throws {
        try await CallServer.run { server in
            let alice = try await server.person("alice")
            let janus = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            for body in [
                "{\"request\":\"list\"}", "{\"request\":\"listparticipants\",\"room\":1}",
                "{\"request\":\"destroy\",\"room\":1}", "{\"request\":\"kick\",\"room\":1,\"id\":1}",
                "{\"request\":\"edit\",\"room\":1}", "{\"request\":\"rtp_forward\",\"room\":1}",
                "{\"request\":\"enable_recording\",\"room\":1}", "{\"request\":\"moderate\",\"room\":1}", "{}",
                "[]", "7",
            ] {
                let answer = try await janus.ask(body)
                #expect(answer.contains("\"janus\":\"error\""), "\(body): \(answer)")
            }
        }
    }

    @Test("junk on the socket leads to an error or a close, never a crash")
    func junk() async throws {
        try await CallServer.run { server in
            let alice = try await server.person("alice")
            let table: [([UInt8], TestSocket.Received)] = [
                (TestSocket.frame(1, [0xFF, 0xFE]), .close(1007)),
                (TestSocket.frame(1, Array("{".utf8), masked: false), .close(1002)),
                (TestSocket.frame(3, []), .close(1002)),
                (TestSocket.frame(0, []), .close(1002)),
                (TestSocket.frame(1, Array("{}".utf8), reserved: 4), .close(1002)),
                (TestSocket.frame(2, Array(repeating: 0, count: 300_000)), .close(1009)),
                (TestSocket.frame(9, Array(repeating: 0, count: 126)), .close(1002)),
                (TestSocket.frame(9, Array("hi".utf8)), .pong("hi")),
                (TestSocket.frame(8, [0x03, 0xE8]), .close(1000)),
            ]
            for path in ["/janus", "/ws/"] {
                for (bytes, expected) in table {
                    let name = path == "/ws/" ? "v12.stomp" : "janus-protocol"
                    // Sent together with the handshake: none of it may be lost.
                    let socket = try await TestSocket.webSocket(
                        server.port, path, subprotocol: name, bearer: alice.accessToken, following: bytes)
                    #expect(try await socket.next() == expected, "\(path)")
                    try await socket.close()
                }
            }
            let janus = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            let nested = String(repeating: "[", count: 5000)
            for text in ["{", "[]", "null", nested, "{\"janus\":\"info\",\"transaction\":\"x\"}", "{\"janus\":1}"] {
                try await janus.socket.text(text)
                #expect(try await janus.socket.nextText().contains("\"janus\":\"error\""))
            }
            // Another connection's session and handle look unknown.
            let bob = try await server.person("bob")
            let other = try await TestJanus.connect(server.port, bearer: bob.accessToken)
            let stolen = TestJanus(socket: other.socket, session: janus.session, handle: janus.handle)
            #expect(try await stolen.ask("{\"request\":\"create\"}").contains("\"code\":458"))
            let mixed = TestJanus(socket: other.socket, session: other.session, handle: janus.handle)
            #expect(try await mixed.ask("{\"request\":\"create\"}").contains("\"code\":459"))
            // An invalid bearer.
            let nobody = try await TestSocket.webSocket(
                server.port, "/janus", subprotocol: "janus-protocol", bearer: "nobody")
            #expect(try await nobody.next() == .close(1008))
            // Rooms are bounded.
            var refusals = 0
            for _ in 0..<12 where try await janus.ask("{\"request\":\"create\"}").contains("\"code\":403") {
                refusals += 1
            }
            #expect(refusals == 4)
            for socket in [janus.socket, other.socket] { try await socket.close() }
            while try await server.janusSessions() > 0 { try await pause() }
        }
    }

    @Test("a device that lost its socket can claim its session, no other can, and its media are not reported gone")
    func claim() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (call, room, first) = try await server.ringing(alice, bob)
            #expect(try await first.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
            while try await server.feed(of: alice, in: call) == nil { try await pause() }
            let feed = try await server.feed(of: alice, in: call)
            // Lost without closing.
            try await first.socket.close()
            let thief = try await TestSocket.webSocket(
                server.port, "/janus", subprotocol: "janus-protocol", bearer: bob.accessToken)
            #expect(try await first.claim(on: thief).contains("\"code\":458"))
            // Twice in a row, the second time from a connection that is still open.
            var claimed = first
            for _ in 0..<2 {
                let socket = try await TestSocket.webSocket(
                    server.port, "/janus", subprotocol: "janus-protocol", bearer: alice.accessToken)
                #expect(try await first.claim(on: socket).contains("\"janus\":\"success\""))
                claimed = TestJanus(socket: socket, session: first.session, handle: first.handle)
                #expect(try await claimed.ask("{\"request\":\"configure\",\"audio\":true}").contains("configured"))
            }
            #expect(try await server.feed(of: alice, in: call) == feed)
            #expect(try await server.janusSessions() == 1)
            // A client that closes in order does not come back.
            try await claimed.socket.send(TestSocket.frame(8, [0x03, 0xE8]))
            while try await server.janusSessions() > 0 { try await pause() }
            while try await server.feed(of: alice, in: call) != nil { try await pause() }
        }
    }

    @Test("an unclaimed session is destroyed, a claimed one is not")
    func unclaimedSessions() async throws {
        try await CallServer.run(claimTime: .seconds(1)) { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (call, room, first) = try await server.ringing(alice, bob)
            let second = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            for janus in [first, second] {
                #expect(try await janus.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
                try await janus.socket.close()
            }
            #expect(try await server.janusSessions() == 2)
            let socket = try await TestSocket.webSocket(
                server.port, "/janus", subprotocol: "janus-protocol", bearer: alice.accessToken)
            #expect(try await first.claim(on: socket).contains("\"janus\":\"success\""))
            while try await server.janusSessions() > 1 { try await pause() }
            #expect(try await first.claim(on: socket).contains("\"janus\":\"success\""))
            #expect(try await second.claim(on: socket).contains("\"code\":458"))
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: alice).expectOK()
            try await socket.close()
            while try await server.janusSessions() > 0 { try await pause() }
        }
    }

    @Test(
        "a participant who has left is expelled from the room at their next message; the others stay, and are notified")
    func expulsion() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let carol = try await server.person("carol")
            try await server.app.befriend(alice, carol)
            let hers = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            let room = try await hers.createRoom()
            let keys = [bob, carol].map { (DeviceKey(user: $0.id, device: $0.device).description, "wrapped") }
            let started: StartCallResponse = try await server.app.call(
                .startCall,
                StartCallRequest(
                    roomId: room, calleeIds: [bob.id, carol.id],
                    encryptedAESKeys: Dictionary(uniqueKeysWithValues: keys), isVideo: true),
                as: alice
            ).value()
            let call = started.callRecord.id
            #expect(try await hers.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
            var others: [TestJanus] = []
            for person in [bob, carol] {
                try await server.app.call(.joinCall, id: call.rawValue, as: person).expectOK()
                let janus = try await TestJanus.connect(server.port, bearer: person.accessToken)
                #expect(try await janus.join(room, as: person.id).contains("\"videoroom\":\"joined\""))
                others.append(janus)
            }
            let carols = others[1]

            // Her client sends nothing about it to Janus, and continues.
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: carol).expectOK()
            try await carols.socket.text(
                "{\"janus\":\"keepalive\",\"session_id\":\(carols.session),\"transaction\":\"k\"}")
            while !(try await carols.socket.nextText().contains("\"janus\":\"detached\"")) {}
            while !(try await hers.socket.nextText().contains("\"leaving\"")) {}
            #expect(try await carols.ask("{\"request\":\"configure\",\"audio\":true}").contains("\"janus\":\"error\""))
            let back = try await TestJanus.connect(server.port, bearer: carol.accessToken)
            #expect(try await back.join(room, as: carol.id).contains("\"code\":403"))
            for janus in [hers, others[0]] {
                try await janus.message("{\"request\":\"configure\",\"audio\":true}")
                while !(try await janus.socket.nextText().contains("\"configured\":\"ok\"")) {}
            }
        }
    }

    @Test("a removed participant is expelled from the room at once without a message, even if they only receive")
    func removal() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let carol = try await server.person("carol")
            try await server.app.befriend(alice, carol)
            let hers = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            let room = try await hers.createRoom()
            let keys = [bob, carol].map { (DeviceKey(user: $0.id, device: $0.device).description, "wrapped") }
            let started: StartCallResponse = try await server.app.call(
                .startCall,
                StartCallRequest(
                    roomId: room, calleeIds: [bob.id, carol.id],
                    encryptedAESKeys: Dictionary(uniqueKeysWithValues: keys), isVideo: true),
                as: alice
            ).value()
            let call = started.callRecord.id
            #expect(try await hers.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
            var others: [TestJanus] = []
            for person in [bob, carol] {
                try await server.app.call(.joinCall, id: call.rawValue, as: person).expectOK()
                let janus = try await TestJanus.connect(server.port, bearer: person.accessToken)
                #expect(try await janus.join(room, as: person.id).contains("\"videoroom\":\"joined\""))
                others.append(janus)
            }
            // Carol has a second connection that does not publish: Janus allows the request, and refuses it for lack of a feed.
            let listening = try await TestJanus.connect(server.port, bearer: carol.accessToken)
            try await listening.message(
                "{\"request\":\"join\",\"room\":\(room),\"ptype\":\"subscriber\",\"streams\":[{\"feed\":1}]}")
            while !(try await listening.socket.nextText().contains("\"error_code\":428")) {}

            try await server.app.call(
                .removeParticipant, id: call.rawValue, ParticipantRequest(userId: carol.id), as: alice
            ).expectOK()
            for janus in [others[1], listening] {
                while !(try await janus.socket.nextText().contains("\"janus\":\"detached\"")) {}
            }
            while !(try await hers.socket.nextText().contains("\"leaving\"")) {}
            let back = try await TestJanus.connect(server.port, bearer: carol.accessToken)
            #expect(try await back.join(room, as: carol.id).contains("\"code\":403"))
            for janus in [hers, others[0]] {
                try await janus.message("{\"request\":\"configure\",\"audio\":true}")
                while !(try await janus.socket.nextText().contains("\"configured\":\"ok\"")) {}
            }
        }
    }

    @Test("rooms without a call are destroyed")
    func unclaimed() async throws {
        try await CallServer.run { server in
            let alice = try await server.person("alice")
            let janus = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            let room = try await janus.createRoom()
            server.app.clock.advance(seconds: 119)
            server.calls.rooms.destroyUnclaimed()
            #expect(server.calls.rooms.count == 1)
            server.app.clock.advance(seconds: 1)
            server.calls.rooms.destroyUnclaimed()
            #expect(server.calls.rooms.count == 0)
            while try await server.calls.media.control.exists(room: room.rawValue) { try await pause() }
        }
    }

    @Test("a crashed Janus comes back with the rooms of running calls; clients that connect meanwhile wait")
    func crash() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (call, room, janus) = try await server.ringing(alice, bob)
            #expect(try await janus.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
            for _ in 0..<2 {
                let pid = try #require(await server.calls.media.processIDs.first)
                let clock = ContinuousClock()
                let start = clock.now
                kill(pid, SIGKILL)
                let again = try await TestJanus.connect(server.port, bearer: alice.accessToken)
                #expect(try await again.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
                let time = start.duration(to: clock.now)
                print("measured: kill of Janus until a client is in its room again: \(time)")
                #expect(time < .seconds(5))
            }
            #expect(try await janus.end() == .close(1012))
            #expect(try await server.calls.media.control.exists(room: room.rawValue))
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
        }
    }

    @Test("connections per device are limited; refusals are counted")
    func connections() async throws {
        try await CallServer.run { server in
            let alice = try await server.person("alice")
            var open: [TestJanus] = []
            for _ in 0..<JanusSessionRegistry.connectionLimit {
                open.append(try await TestJanus.connect(server.port, bearer: alice.accessToken))
            }
            let more = try await TestSocket.webSocket(
                server.port, "/janus", subprotocol: "janus-protocol", bearer: alice.accessToken)
            #expect(try await more.next() == .close(1008))
            _ = try await open[0].ask("{\"request\":\"list\"}")
            let metrics = MetricsRegistry()
            server.calls.parts.collect(metrics)
            let text = await metrics.text()
            #expect(text.contains("ecall_media_requests_refused_total{reason=\"connections\"} 1"))
            #expect(text.contains("ecall_media_requests_refused_total{reason=\"pluginRequest\"} 1"))
        }
    }
}

import CallEngine
import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation
@testable import SignalRouting

/// E2EE messages between devices of a call (e2ee 7), through a whole server.
@Suite("E2EE messages over real sockets", .timeLimit(.minutes(1)), .serialized)
struct TextTests {
    private static let header = "\(E2EESignal.header.name):\(E2EESignal.header.value)\n"
    private static let needle = "needle5b1f"

    private static func send(_ json: String, on socket: TestSocket) async throws {
        try await socket.text("SEND\ndestination:\(Signal.outbox)\ncontent-type:application/json\n\n\(json)\0")
    }

    /// The next signal, as `kind body of device` for an E2EE message.
    private static func next(_ socket: TestSocket) async throws -> String {
        let signal = try await CallServer.signal(socket)
        guard case .e2ee(let text) = signal, case .body(let body) = text.content else { return signal.kind.rawValue }
        return "\(text.kind) \(body) of \(text.senderDevice ?? 0)"
    }

    private static func address(_ person: Person) -> String {
        DeviceKey(user: person.id, device: person.device).description
    }

    @Test("E2EE messages of a call arrive with the ring, on joining and on return, and are neither in SQL nor in logs")
    func call() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let aliceSignals = try await server.session(alice, more: Self.header)
            let bobSignals = try await server.session(bob, more: Self.header)
            let janus = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            let room = try await janus.createRoom()
            let opening = E2EEOpening(invite: "\(Self.needle).invite", join: "\(Self.needle).join~a")
            let started: StartCallResponse = try await server.app.call(
                .startCall,
                StartCallRequest(
                    roomId: room, calleeIds: [bob.id], encryptedAESKeys: [Self.address(bob): "key"], isVideo: true,
                    e2ee: opening), as: alice
            ).value()
            let call = started.callRecord.id
            #expect(try await CallServer.signal(bobSignals).invitation?.e2ee == opening)
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            let given = [
                "join \(opening.join) of \(alice.device)", "invite \(opening.invite) of \(alice.device)",
            ]
            #expect(try await [Self.next(bobSignals), Self.next(bobSignals)] == given)
            #expect(try await Self.next(aliceSignals) == "participant_joined")

            for kind in E2EEKind.allCases where kind != .reply {
                let body = "\(Self.needle).\(kind)"
                try await Self.send(
                    "{\"type\":\"e2ee\",\"callId\":\(call),\"kind\":\"\(kind)\",\"bodies\":{\"\(Self.address(alice))\":\"\(body)\"}}",
                    on: bobSignals)
                #expect(try await Self.next(aliceSignals) == "\(kind) \(body) of \(bob.device)")
            }
            try await bobSignals.close()
            while await server.calls.signals.isOnline(bob.identity) { try await pause() }
            for kind in ["status", "key", "again", "open"] {
                try await Self.send(
                    "{\"type\":\"e2ee\",\"callId\":\(call),\"kind\":\"\(kind)\",\"body\":\"\(Self.needle).\(kind)\"}",
                    on: aliceSignals)
            }
            while await server.calls.signals.outcomes[.init(kind: .e2ee, outcome: "away")] == nil { try await pause() }
            while await server.calls.signals.mailboxDepth.waiting[.e2ee] != 3 { try await pause() }
            let back = try await TestSocket.webSocket(server.port, "/ws/")
            try await back.text(
                CallServer.connectFrame(bob.device, try await server.passcode(bob), more: Self.header))
            #expect(try await back.nextText().hasPrefix("CONNECTED\n"))
            try await back.text("SUBSCRIBE\nid:sub\ndestination:\(Signal.inbox(of: bob.device))\n\n\0")
            for line in given + ["open", "key", "status"].map({ "\($0) \(Self.needle).\($0) of \(alice.device)" }) {
                #expect(try await Self.next(back) == line)
            }

            let files = try #require(FileManager.default.enumerator(atPath: server.app.dataDirectory))
            var searched = 0
            for case let file as String in files {
                guard let data = FileManager.default.contents(atPath: server.app.dataDirectory + "/" + file) else {
                    continue
                }
                searched += data.range(of: Data("alice@example.net".utf8)) == nil ? 0 : 1
                #expect(data.range(of: Data(Self.needle.utf8)) == nil, "\(file)")
            }
            // Stored values were found by the search.
            #expect(searched > 0)
            #expect(!server.app.log.text.contains(Self.needle))
        }
    }

    @Test("hostile E2EE messages reach no one and do not affect a bystander; one that is too large ends the session")
    func hostile() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let mallory = try await server.person("mallory")
            let aliceSignals = try await server.session(alice, more: Self.header)
            let bobSignals = try await server.session(bob)
            let mallorySignals = try await server.session(mallory, more: Self.header)
            let (call, _, _) = try await server.ringing(alice, bob)
            #expect(try await Self.next(bobSignals) == "call_invitation")
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            #expect(try await Self.next(aliceSignals) == "participant_joined")

            let (a, b, start) = (
                Self.address(alice), Self.address(bob), "{\"type\":\"e2ee\",\"callId\":\(call),\"kind\":"
            )
            let large = String(repeating: "j", count: 8193)
            for json in [
                "\(start)\"key\",\"bodies\":{\"\(a)\":\"1\",\"\(a)\":\"2\"}}",
                "\(start)\"key\",\"bodies\":{\"\(a)\":\"1\",\"\(a.replacing("_", with: "\\u005f"))\":\"2\"}}",
                "\(start)\"join\",\"body\":\"\(large)\"}", "\(start)\"key\",\"body\":\"\(large.prefix(257))\"}",
                "\(start)\"status\",\"body\":\"\(large.prefix(4097))\"}",
            ] { try await Self.send(json, on: bobSignals) }
            try await Self.send("\(start)\"key\",\"body\":\"forged\",\"senderId\":\(alice.id)}", on: bobSignals)
            for json in [
                "\(start)\"key\",\"body\":\"m\"}", "\(start)\"key\",\"bodies\":{\"\(a)\":\"m\",\"\(b)\":\"m\"}}",
            ] {
                try await Self.send(json, on: mallorySignals)
            }
            // Alice gets none of them; bob, who did not ask for E2EE messages, gets none of hers.
            try await Self.send("\(start)\"key\",\"body\":\"to-bob\"}", on: aliceSignals)
            try await Self.send("\(start)\"join\",\"body\":\"\(large.prefix(8192))\"}", on: bobSignals)
            #expect(try await Self.next(aliceSignals) == "join \(large.prefix(8192)) of \(bob.device)")
            while await server.calls.signals.statistics.dropped.values.reduce(0, +) < 8 { try await pause() }
            #expect(
                await server.calls.signals.statistics.dropped == [.malformed: 5, .forgedSender: 1, .noCall: 2])

            let filler = String(repeating: "x", count: 65_536)
            try await Self.send("\(start)\"key\",\"body\":\"k\",\"x\":\"\(filler)\"}", on: mallorySignals)
            #expect(try await mallorySignals.nextText().hasPrefix("ERROR\n"))
            try await Self.send("\(start)\"status\",\"body\":\"fine\"}", on: bobSignals)
            #expect(try await Self.next(aliceSignals) == "status fine of \(bob.device)")
            // 64 kB in one message are allowed for a client that asked for E2EE messages.
            let rest = 65_536 - "\(start)\"status\",\"body\":\"s\",\"x\":\"\"}".utf8.count
            try await aliceSignals.text(
                "SEND\ndestination:\(Signal.outbox)\nreceipt:large\n\n\(start)\"status\",\"body\":\"s\",\"x\":\"\(filler.prefix(rest))\"}\0"
            )
            #expect(try await aliceSignals.nextText().contains("receipt-id:large"))
            await server.calls.signals.deliver(.sample(.callEnded, call: call), to: bob.identity)
            #expect(try await Self.next(bobSignals) == "call_ended")
        }
    }

    @Test("a callee replies to the caller once, before declining; nothing else of it is relayed, and nothing is kept")
    func reply() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let mallory = try await server.person("mallory")
            let aliceSignals = try await server.session(alice, more: Self.header)
            let bobSignals = try await server.session(bob, more: Self.header)
            let mallorySignals = try await server.session(mallory, more: Self.header)
            let (call, _, _) = try await server.ringing(alice, bob)
            #expect(try await Self.next(bobSignals) == "call_invitation")

            func json(_ kind: String, _ text: String, to person: Person) -> String {
                "{\"type\":\"e2ee\",\"callId\":\(call),\"kind\":\"\(kind)\",\"bodies\":{\"\(Self.address(person))\":\"\(text)\"}}"
            }
            let largest = Self.needle + String(repeating: "r", count: 4_096 - Self.needle.utf8.count)
            for kind in ["join", "open", "key", "status"] {
                try await Self.send(json(kind, "t", to: alice), on: bobSignals)
            }
            try await Self.send(json("reply", largest + "r", to: alice), on: bobSignals)
            try await Self.send(json("reply", "r", to: mallory), on: bobSignals)
            try await Self.send(json("reply", "r", to: alice), on: mallorySignals)
            try await Self.send(json("reply", largest, to: alice), on: bobSignals)
            #expect(try await Self.next(aliceSignals) == "reply \(largest) of \(bob.device)")
            try await Self.send(json("reply", "r", to: alice), on: bobSignals)
            while await server.calls.signals.statistics.dropped.values.reduce(0, +) < 8 { try await pause() }
            #expect(
                await server.calls.signals.statistics.dropped == [
                    .senderNotInCall: 4, .malformed: 1, .addresseeNotInCall: 1, .noCall: 1, .repliedBefore: 1,
                ])

            try await server.app.call(.endCall, EndCallRequest(callId: call), as: bob).expectOK()
            #expect(
                try await [Self.next(aliceSignals), Self.next(aliceSignals)] == ["participant_rejected", "call_ended"])
            try await Self.send(json("reply", "r", to: alice), on: bobSignals)
            while await server.calls.signals.statistics.dropped[.noCall] != 2 { try await pause() }
            let files = try #require(FileManager.default.enumerator(atPath: server.app.dataDirectory))
            for case let file as String in files {
                let data = FileManager.default.contents(atPath: server.app.dataDirectory + "/" + file) ?? Data()
                #expect(data.range(of: Data(Self.needle.utf8)) == nil, "\(file)")
            }
            #expect(!server.app.log.text.contains(Self.needle))
        }
    }
}

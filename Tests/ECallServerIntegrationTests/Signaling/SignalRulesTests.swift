import CallEngine
import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import SignalRouting

@Suite("Rules of signals over real sockets", .timeLimit(.minutes(1)), .serialized)
struct SignalRulesTests {
    private static func rotation(to device: DeviceID, more: String = "") -> String {
        """
        SEND\ndestination:\(Signal.outbox)\ncontent-type:application/json\n\n\
        {"type":"key_rotation","callId":7,"participantId":1,"participantDeviceId":\(device)\(more)}\0
        """
    }

    /// Waits until everything sent by the socket is handled.
    private static func settle(_ server: SignalServer, _ socket: TestSocket, _ device: DeviceIdentity) async throws {
        try await socket.text("UNSUBSCRIBE\nid:sub\nreceipt:done\n\n\0")
        while try await !socket.nextText().contains("receipt-id:done") {}
        while await server.sessions.isOnline(device) { try await pause() }
    }

    /// 003-17
    @Test("unknown members arrive as they were written, and the server states the sender")
    func untouched() async throws {
        try await SignalServer.run { server in
            let (sender, receiver) = (try await server.session(21), try await server.session(22))
            try await server.online(22)
            try await sender.text(
                Self.rotation(to: 22, more: ",\"x\":{\"deep\":[1.50,1e400,\"\\u00e9\\/\"]},\"senderId\":2"))
            let text = try await receiver.nextText()
            #expect(
                text.contains("\"x\":{\"deep\":[1.50,1e400,\"\\u00e9\\/\"]},\"senderId\":2,\"senderDeviceId\":21}"))
            // content-length is that of the body, which contains no NUL (wire-protocol 3.2).
            let parts = text.dropLast().components(separatedBy: "\n\n")
            #expect(parts[0].contains("content-length:\(parts[1].utf8.count)"))
        }
    }

    @Test("a signal with a false sender is not relayed, but counted")
    func forged() async throws {
        try await SignalServer.run { server in
            let (sender, receiver) = (try await server.session(21), try await server.session(22))
            try await server.online(22)
            for forged in ["\"senderId\":22", "\"senderDeviceId\":22", "\"senderId\":2,\"senderDeviceId\":1"] {
                try await sender.text(Self.rotation(to: 22, more: ",\(forged)"))
            }
            try await sender.text(Self.rotation(to: 22, more: ",\"senderId\":0,\"good\":true"))
            #expect(try await receiver.nextText().contains("\"good\":true"))
            try await Self.settle(server, sender, 21)
            #expect(await server.sessions.statistics.dropped == [.forgedSender: 3])
        }
    }

    @Test("the rates of one device and of all devices of a call are limited; reconnecting does not help")
    func rates() async throws {
        try await SignalServer.run(rates: .init(perDevice: (1, 10), perCall: (1, 15))) { server in
            let receiver = try await server.session(22)
            try await server.online(22)
            for (device, connections) in [(21, 2), (23, 1)] as [(DeviceIdentity, Int)] {
                for _ in 0..<connections {
                    let sender = try await server.session(device)
                    try await server.online(device)
                    for _ in 0..<10 { try await sender.text(Self.rotation(to: 22)) }
                    try await Self.settle(server, sender, device)
                    try await sender.close()
                }
            }
            let dropped = await server.sessions.statistics.dropped
            // One or two tokens may have been refilled meanwhile.
            #expect((8...10).contains(dropped[.tooMany] ?? 0), "\(dropped)")
            #expect((3...7).contains(dropped[.tooManyInCall] ?? 0), "\(dropped)")
            for _ in 0..<15 { #expect(try await receiver.nextText().contains("key_rotation")) }
        }
    }

    @Test("the old names of requirement 003 are commands from devices, and are never sent to them")
    func orders() async throws {
        try await SignalServer.run { server in
            let sender = try await server.session(21)
            try await server.online(21)
            for json in [
                "{\"type\":\"call_accept\",\"callId\":7}", "{\"type\":\"call_reject\"}",
                "{\"type\":\"call_end\",\"callId\":9}",
            ] {
                try await sender.text("SEND\ndestination:\(Signal.outbox)\n\n\(json)\0")
            }
            while server.orders.all.count < 3 { try await pause() }
            #expect(server.orders.all == ["call_accept 7 21", "call_reject - 21", "call_end 9 21"])
            #expect(await server.sessions.statistics.dropped.isEmpty)
        }
    }

    /// 000-43
    @Test("a call is answered and ended, or declined, by the old names")
    func ordersInCalls() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (aliceSignals, bobSignals) = (try await server.session(alice), try await server.session(bob))
            func order(_ name: String, _ call: CallID?) async throws {
                let id = call.map { ",\"callId\":\($0)" } ?? ""
                try await bobSignals.text("SEND\ndestination:\(Signal.outbox)\n\n{\"type\":\"\(name)\"\(id)}\0")
            }
            let (first, _, _) = try await server.ringing(alice, bob)
            #expect(try await CallServer.signal(bobSignals).kind == .callInvitation)
            try await order("call_accept", first)
            #expect(try await CallServer.signal(aliceSignals).kind == .participantJoined)
            try await order("call_end", first)
            #expect(try await CallServer.signal(aliceSignals).kind == .callEnded)

            let (second, _, _) = try await server.ringing(alice, bob)
            #expect(try await CallServer.signal(bobSignals).call == second)
            try await order("call_reject", nil)
            #expect(try await CallServer.signal(aliceSignals).kind == .participantRejected)
            #expect(try await CallServer.signal(aliceSignals).kind == .callEnded)
        }
    }

    @Test("when the key host's socket closes, the other participant becomes key host and is notified")
    func hostGone() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (aliceSignals, bobSignals) = (try await server.session(alice), try await server.session(bob))
            let (call, _, _) = try await server.ringing(alice, bob)
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            #expect(try await CallServer.signal(bobSignals).kind == .callInvitation)
            try await aliceSignals.close()
            var signal = try await CallServer.signal(bobSignals)
            while signal.kind != .handoverHost { signal = try await CallServer.signal(bobSignals) }
            #expect(signal.participant == bob.id && signal.call == call)
            // The former key host lost its role: its rotation is not relayed.
            let back = try await server.session(alice)
            let rotation = Signal.sample(.keyRotation, call: call, user: bob.id, device: bob.device)
            try await CallServer.send(rotation, on: back)
            try await CallServer.send(rotation.rerouted { $0.call = 12_345 }, on: back)
            while await server.calls.signals.statistics.dropped.values.reduce(0, +) < 2 { try await pause() }
            #expect(await server.calls.signals.statistics.dropped == [.senderNotKeyHost: 1, .noCall: 1])
        }
    }

    @Test("waiting signals outlive the server and are delivered once; keys do not")
    func restart() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-restart-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        @Sendable func ended(_ call: CallID) -> Signal { .sample(.callEnded, call: call) }
        try await SignalServer.run(path: path) { server in
            for call in 1...3 { await server.sessions.deliver(ended(CallID(UInt64(call))), to: 21) }
            await server.sessions.deliver(Signal.sample(.keyRotation, call: 4), to: 21)
            await server.sessions.deliver(Signal.sample(.loginWarning), to: 22)
            #expect(await server.sessions.mailboxDepth.waiting == [.callEnded: 3, .keyRotation: 1, .loginWarning: 1])
        }
        try await SignalServer.run(path: path) { server in
            #expect(await server.sessions.mailboxDepth.waiting == [.callEnded: 3, .loginWarning: 1])
            let session = try await server.session(21)
            for call in 1...3 { #expect(try await CallServer.signal(session).call?.rawValue == UInt64(call)) }
            let (name, value) = SignalKind.extensionHeader
            let other = try await server.session(22, more: "\(name):\(value)\n")
            #expect(try await CallServer.signal(other).kind == .loginWarning)
            for device in [21, 22] as [DeviceIdentity] { try await server.online(device) }
            // Once this is stored, everything delivered before it is gone from the database.
            await server.sessions.deliver(Signal.sample(.loginWarning), to: 31)
        }
        try await SignalServer.run(path: path) { server in
            #expect(await server.sessions.mailboxDepth.waiting == [.loginWarning: 1])
        }
    }
}

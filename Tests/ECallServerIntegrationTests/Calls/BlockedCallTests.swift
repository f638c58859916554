import ECallAPI
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import SignalRouting

@Suite("Calls of blocked people, over sockets", .timeLimit(.minutes(1)), .serialized)
struct BlockedCallTests {
    /// The caller's signals, from the start of a call to its end, without the call's numbers.
    private static func story(_ server: CallServer, _ caller: Person, _ callee: Person) async throws -> [String] {
        let socket = try await server.session(caller)
        let (call, room, janus) = try await server.ringing(caller, callee)
        var lines: [String] = []
        let repeated = try await server.start(caller, callee, room: room)
        lines.append("\(repeated.status)")
        let participants = try await server.app.call(.participants, id: call.rawValue, as: caller)
            .value(ParticipantsResponse.self).participants
        lines += participants.map { "\($0.displayName) \($0.status.rawValue) \($0.deviceId)" }.suffix(1)
        server.app.clock.advance(seconds: 59)
        await server.calls.calls.tick()
        lines.append(try await server.app.call(.activeCall, as: caller).value(ActiveCallResponse.self).state ?? "none")
        server.app.clock.advance(seconds: 1)
        await server.calls.calls.tick()
        for _ in 0..<2 {
            let signal = try await CallServer.signal(socket)
            lines.append(
                "\(signal.kind.rawValue) \(signal.participant?.description ?? "-") \(signal.memberNames)")
        }
        try await janus.socket.close()
        try await socket.close()
        return lines
    }

    @Test(
        "an unanswered and a blocked call look the same to the caller; the callee sees nothing, not even in the history"
    )
    func ringsOut() async throws {
        try await CallServer.run { server in
            let (ana, bob) = try await server.friends("ana", "bob")
            let plain = try await Self.story(server, bob, ana)
            try await server.app.call(.toggleBlock, id: bob.id.rawValue, as: ana).expectOK()
            // Queued signals of the first call have expired by then.
            server.app.clock.advance(seconds: 120)
            let anas = try await server.session(ana)
            // Offline too: nothing may wait in a mailbox.
            let away = try await server.person("ana")
            let blocked = try await Self.story(server, bob, ana)
            #expect(plain == blocked)
            #expect(plain.suffix(2).first?.hasPrefix("participant_rejected \(ana.id)") == true, "\(plain)")
            await server.calls.signals.deliver(Signal.sample(.handoverHost), to: ana.identity)
            #expect(try await CallServer.signal(anas).kind == .handoverHost)
            let later = try await server.session(away)
            await server.calls.signals.deliver(Signal.sample(.handoverHost), to: away.identity)
            #expect(try await CallServer.signal(later).kind == .handoverHost)

            // After unblocking, the next call rings.
            try await server.app.call(.toggleBlock, id: bob.id.rawValue, as: ana).expectOK()
            let (call, _, janus) = try await server.ringing(bob, ana)
            #expect(try await CallServer.signal(anas).kind == .callInvitation)
            try await server.app.call(.joinCall, id: call.rawValue, as: ana).expectOK()
            // A block during a call does not end it.
            try await server.app.call(.toggleBlock, id: bob.id.rawValue, as: ana).expectOK()
            #expect(try await server.app.call(.activeCall, as: bob).value(ActiveCallResponse.self).active)
            #expect(try await server.app.call(.activeCall, as: ana).value(ActiveCallResponse.self).active)
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: bob).expectOK()
            try await janus.socket.close()
        }
    }

    @Test(
        "a blocked caller's call does not exist for the callee, even by its number; a blocker cannot call the blocked person"
    )
    func isNoCall() async throws {
        try await CallServer.run { server in
            let (ana, bob) = try await server.friends("ana", "bob")
            try await server.app.call(.toggleBlock, id: bob.id.rawValue, as: ana).expectOK()
            let (call, _, janus) = try await server.ringing(bob, ana)
            try await server.app.call(.participants, id: call.rawValue, as: ana).expect(.callNotFound)
            try await server.app.call(.joinCall, id: call.rawValue, as: ana).expect(.callNotFound)
            #expect(try await !server.app.call(.activeCall, as: ana).value(ActiveCallResponse.self).active)
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: ana).expectOK()
            #expect(try await server.app.call(.activeCall, as: bob).value(ActiveCallResponse.self).active)
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: bob).expectOK()
            // After its end, it is still not found.
            try await server.app.call(.joinCall, id: call.rawValue, as: ana).expect(.callNotFound)
            let anas = try await TestJanus.connect(server.port, bearer: ana.accessToken)
            try await server.start(ana, bob, room: try await anas.createRoom()).expect(.userNotAvailable)
            try await anas.socket.close()
            try await janus.socket.close()
        }
    }
}

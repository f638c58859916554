import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import SignalRouting

@Suite("Calls over real sockets, Janus and coturn", .timeLimit(.minutes(1)), .serialized)
struct CallTests {
    /// 000-40, 000-46, 000-50, 000-76, 002-4, 002-11, 002-14, 002-24
    @Test("two people ring, answer, exchange keys, publish and hang up, and nothing is left behind")
    func wholeCall() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (aliceSignals, bobSignals) = (try await server.session(alice), try await server.session(bob))
            let (call, room, janus) = try await server.ringing(alice, bob)

            let invitation = try await CallServer.signal(bobSignals)
            #expect(invitation.kind == .callInvitation)
            let expected = CallInvitation(
                call: call, room: room, caller: alice.identity, callerName: "alice", callee: bob.identity,
                isVideo: true,
                encryptedAESKey: "wrapped-door-key")
            #expect(invitation == .callInvitation(expected))

            let record: CallRecord = try await server.app.call(.joinCall, id: call.rawValue, as: bob).value()
            #expect(record.janusRoomId == room && record.status == .active && record.callType == .incoming)
            let joined = try await CallServer.signal(aliceSignals)
            #expect(joined.kind == .participantJoined && joined.participantDevice == bob.device)

            let route = SignalRoute(call: call, user: bob.id, device: bob.device)
            let rotation = Signal.keyRotation(
                KeyRotation(route: route, encryptedAESKey: "media-key-envelope", epoch: 1))
            try await CallServer.send(rotation, on: aliceSignals)
            #expect(try await CallServer.signal(bobSignals) == rotation.sent(by: alice.identity))

            // Janus reports the feed number.
            let answer = try await janus.join(room, as: alice.id)
            #expect(answer.contains("\"videoroom\":\"joined\""), "\(answer)")
            #expect(!answer.contains("pin") && !answer.contains("secret"))
            let feed = try await CallServer.signal(bobSignals)
            #expect(feed.kind == .participantFeedUpdated && feed.participant == alice.id)
            let list: ParticipantsResponse = try await server.app.call(
                .participants, id: call.rawValue, as: bob
            ).value()
            #expect(list.participants.first?.feedId == feed.feed)
            #expect(list.participants.filter(\.isHostKey).map(\.userId) == [alice.id])
            #expect(list.currentUser.email == "bob@example.net")
            #expect(try await server.calls.media.control.exists(room: room.rawValue))

            try await server.app.call(.endCall, EndCallRequest(callId: call), as: bob).expectOK()
            #expect(try await CallServer.signal(aliceSignals).kind == .callEnded)
            while try await server.calls.media.control.exists(room: room.rawValue) { try await pause() }
            #expect(server.calls.rooms.count == 0)
            // The client disconnects without closing.
            try await janus.socket.close()
            while try await server.janusSessions() > 0 { try await pause() }
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expect(.callNotAvailable)
            #expect(try await CallServer.signal(bobSignals).kind == .callEnded)

            for secret in ["wrapped-door-key", "media-key-envelope", try await server.passcode(bob)] {
                try server.expectNowhere(secret)
            }
        }
    }

    /// 002-9
    @Test("endpoints refuse strangers, bad input and ended calls without effect")
    func refusals() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let carol = try await server.person("carol")
            let app = server.app
            try await app.call(.startCall, token: "x").expect(.accessTokenExpired)
            try await server.start(alice, bob, room: 5).expect(.startCallFailed)
            try await server.start(alice, bob, room: 0).expect(.startCallFailed)
            let (call, room, _) = try await server.ringing(alice, bob)

            // A repetition returns the same call. Another person's room does not.
            let again: StartCallResponse = try await server.start(alice, bob, room: room).value()
            #expect(again.callRecord.id == call)
            try await app.befriend(carol, bob)
            try await server.start(carol, bob, room: room).expect(.startCallFailed)
            let other = try await TestJanus.connect(server.port, bearer: carol.accessToken)
            let carolsRoom = try await other.createRoom()
            try await server.start(alice, bob, room: carolsRoom).expect(.startCallFailed)
            try await server.start(carol, bob, room: carolsRoom).expect(.allCalleesBusy)
            try await server.start(carol, alice, room: carolsRoom).expect(.userNotAvailable)
            try await server.start(carol, carol, room: carolsRoom).expect(.startCallFailed)

            let id = call.rawValue
            try await app.call(.joinCall, id: id, as: carol).expect(.callNotFound)
            try await app.call(.participants, id: id, as: carol).expect(.callNotFound)
            try await app.call(
                .updateParticipant, id: id, UpdateParticipantRequest(callId: call, userId: bob.id, isMuted: true),
                as: carol
            ).expect(.callNotFound)
            try await app.call(
                .updateParticipant, id: id, UpdateParticipantRequest(callId: 4, userId: nil), as: alice
            ).expect(.updateParticipantFailed)
            try await app.call(.endCall, EndCallRequest(callId: call), as: carol).expectOK()
            let nothing: ParticipantsResponse = try await app.call(.participants, id: 0, as: carol).value()
            #expect(nothing.participants.isEmpty && nothing.currentUser.id == carol.id)

            for path in ["/call/x/join", "/call/-1/join", "/call/99999999999999999999/join"] {
                try await app.send(.post, "/app/api" + path, token: alice.accessToken).expect(.badRequest)
            }
            let nested = String(repeating: "[", count: 20_000)
            for body in ["", "{", "[]", "{\"roomId\":\"1\"}", "{\"roomId\":-1}", nested, "\u{0}"] {
                try await app.send(.post, "/app/api/call/start", Data(body.utf8), token: alice.accessToken)
                    .expect(.badRequest)
            }
            for body in ["{\"callId\":0}", "{\"callId\":null}", ""] {
                try await app.send(.post, "/api/call/end", Data(body.utf8), token: carol.accessToken).expectOK()
            }
            let active: ActiveCallResponse = try await app.call(.activeCall, as: bob).value()
            #expect(active.active && active.callId == call && active.state == "calling")
            let idle: ActiveCallResponse = try await app.call(.activeCall, as: carol).value()
            #expect(!idle.active)
            #expect(await server.calls.calls.count == 1)
            // The connection is closed after it.
            let large = Data(repeating: 0x20, count: 300_000)
            try await app.send(.post, "/call/start", large, token: alice.accessToken).expect(.requestTooLarge)
        }
    }

    @Test("queued signals are delivered once, and only while they are relevant")
    func mailbox() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (call, _, _) = try await server.ringing(alice, bob)
            let first = try await server.session(bob)
            #expect(try await CallServer.signal(first).kind == .callInvitation)
            try await first.close()
            while await server.calls.signals.isOnline(bob.identity) { try await pause() }
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: alice).expectOK()
            let second = try await server.session(bob)
            #expect(try await CallServer.signal(second).kind == .callEnded)

            // Rung and cancelled while offline, too long ago.
            try await second.close()
            while await server.calls.signals.isOnline(bob.identity) { try await pause() }
            let (again, _, _) = try await server.ringing(alice, bob)
            try await server.app.call(.endCall, EndCallRequest(callId: again), as: alice).expectOK()
            server.app.clock.advance(seconds: 61)
            let (third, _, _) = try await server.ringing(alice, bob)
            let session = try await server.session(bob)
            let invitation = try await CallServer.signal(session)
            #expect(invitation.kind == .callInvitation && invitation.call == third)
        }
    }

    @Test("a signed-out device leaves its call and loses its session")
    func signedOut() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (aliceSignals, bobSignals) = (try await server.session(alice), try await server.session(bob))
            let passcode = try await server.passcode(bob)
            let (call, _, _) = try await server.ringing(alice, bob)
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            #expect(try await CallServer.signal(aliceSignals).kind == .participantJoined)
            try await server.app.call(.logout, as: bob).expectOK()
            #expect(try await CallServer.signal(aliceSignals).kind == .callEnded)
            #expect(try await CallServer.signal(bobSignals).kind == .callInvitation)
            #expect(try await bobSignals.nextText().hasPrefix("ERROR\n"))
            // Its passcode is genuine and fresh, but the device no longer exists.
            let socket = try await TestSocket.webSocket(server.port, "/ws")
            try await socket.text(CallServer.connectFrame(bob.device, passcode))
            #expect(try await socket.nextText().contains("message:Bad CONNECT"))
        }
    }
}

extension CallServer {
    /// Expects that neither the data directory nor the log contains the text.
    func expectNowhere(_ secret: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(!app.log.text.contains(secret), sourceLocation: sourceLocation)
        let files = FileManager.default.enumerator(atPath: app.dataDirectory)
        var count = 0
        while let name = files?.nextObject() as? String {
            guard let data = FileManager.default.contents(atPath: app.dataDirectory + "/" + name) else { continue }
            count += 1
            #expect(data.firstRange(of: Data(secret.utf8)) == nil, "\(name)", sourceLocation: sourceLocation)
        }
        #expect(count > 5, sourceLocation: sourceLocation)
    }
}

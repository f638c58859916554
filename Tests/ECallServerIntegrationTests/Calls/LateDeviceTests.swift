import ECallAPI
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import SignalRouting

@Suite("Devices on a dead connection, over sockets", .timeLimit(.minutes(1)), .serialized)
struct LateDeviceTests {
    @Test("a connected device that has received nothing gets its ring by asking, with its own key and the opening")
    func learnsRing() async throws {
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let tablet = try await server.person("bob")
            let deaf = try await server.session(bob)
            try await deaf.stopReading()
            let janus = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            let room = try await janus.createRoom()
            let opening = E2EEOpening(invite: "e30.e30.invite", join: "e30.e30.join")
            let keys = [(bob, "for-bob"), (tablet, "for-the-tablet")]
            let request = StartCallRequest(
                roomId: room, calleeIds: [bob.id],
                encryptedAESKeys: Dictionary(
                    uniqueKeysWithValues: keys.map { person, key in
                        (DeviceKey(user: person.id, device: person.device).description, key)
                    }), isVideo: false, e2ee: opening)
            let started: StartCallResponse = try await server.app.call(.startCall, request, as: alice).value()

            for (device, key) in keys {
                let answer: ActiveCallResponse = try await server.app.call(.activeCall, as: device).value()
                let ring = try #require(answer.ringing?.first)
                #expect(answer.ringing?.count == 1 && ring.call == started.callRecord.id && ring.room == room)
                #expect(ring.encryptedAESKey == key && ring.callee == device.identity && ring.e2ee == opening)
            }
            let own: ActiveCallResponse = try await server.app.call(.activeCall, as: alice).value()
            #expect(own.ringing == [])

            // Cancelled meanwhile, which the dead connection does not deliver either.
            try await server.app.call(.endCall, EndCallRequest(callId: started.callRecord.id), as: alice).expectOK()
            let after: ActiveCallResponse = try await server.app.call(.activeCall, as: bob).value()
            #expect(!after.active && after.ringing == [])
            #expect(after.ended == [SentEnd(callId: started.callRecord.id, reason: .cancelled)])
            let missed: [CallRecord] = try await server.app.call(.callHistory, as: bob, query: "?isMissed=true").value()
            #expect(missed.map(\.id) == [started.callRecord.id])
            try await janus.socket.close()
        }
    }
}

import ECallAPI
import Foundation
import GRDB
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Waiting signals when the server is killed", .timeLimit(.minutes(1)), .serialized)
struct KilledServerTests {
    @Test(
        "kill -9 right after the answer: an absent device gets what was acknowledged once, from whichever server runs then"
    )
    func waitsAndIsKilled() async throws {
        try await ServerProcess.withFolder { folder in
            let first = try await ServerProcess.start(in: folder)
            let (ana, bo) = try await first.friends("ana", "bo")
            let cy = try await first.signIn("cy")
            try await first.call(.sendFriendRequest, FriendRequestTarget(targetUserId: cy.id), as: ana).expectOK()
            try await first.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: cy).expectOK()
            let cancelled = try await Self.ring(bo, by: ana, at: first)
            try await first.call(.endCall, EndCallRequest(callId: cancelled), as: ana).expectOK()
            var hers = try await Self.session(cy, at: first)
            let ringing = try await Self.ring(cy, by: ana, at: first)
            #expect(try await Self.signal(hers) == "call_invitation \(ringing)")
            await first.end(SIGKILL)

            let second = try await ServerProcess.start(in: folder)
            var his = try await Self.session(bo, at: second)
            #expect(try await Self.signal(his) == "call_ended \(cancelled)")
            let database = try DatabaseQueue(path: second.data + "/ecall.sqlite")
            while try await database.read({ try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM mailbox") }) != 0 {
                try await pause()
            }
            try database.close()
            await second.end(SIGKILL)

            let third = try await ServerProcess.start(in: folder)
            (his, hers) = (try await Self.session(bo, at: third), try await Self.session(cy, at: third))
            // A delivered signal is not repeated before new ones.
            try await third.call(.endCall, EndCallRequest(callId: ringing), as: ana).expectOK()
            #expect(try await Self.signal(hers) == "call_ended \(ringing)")
            let again = try await Self.ring(bo, by: ana, at: third)
            #expect(try await Self.signal(his) == "call_invitation \(again)")
            await third.end(SIGTERM)
        }
    }

    @Test(
        "a hang-up while the server is away is reported on its return: no one is in the call, and the time is not counted"
    )
    func hungUpWhileAway() async throws {
        try await ServerProcess.withFolder { folder in
            let first = try await ServerProcess.start(in: folder)
            let (ana, bo) = try await first.friends("ana", "bo")
            let call = try await Self.ring(bo, by: ana, at: first)
            try await first.call(.joinCall, id: call.rawValue, as: bo).expectOK()
            for person in [ana, bo] { _ = try await Self.session(person, at: first) }
            await first.end(SIGKILL)
            let killed = Timestamp(Date())

            let second = try await ServerProcess.start(in: folder)
            // Both would be waited for during a minute.
            let waiting: ActiveCallResponse = try await second.call(.activeCall, as: bo).value()
            #expect(waiting.active && waiting.callId == call)
            try await second.call(.endCall, EndCallRequest(callId: call), as: bo).expectOK()
            for person in [ana, bo] {
                let active: ActiveCallResponse = try await second.call(.activeCall, as: person).value()
                #expect(!active.active)
            }
            let records: [CallRecord] = try await second.call(.callHistory, as: ana).value()
            let ended = try #require(records.first { $0.id == call }?.endedAt)
            #expect(ended <= killed)
            await second.end(SIGTERM)
        }
    }

    @Test("kill -9 right after the answer to a swap: the next server has both calls as it said, and swaps back")
    func swapped() async throws {
        try await ServerProcess.withFolder { folder in
            let first = try await ServerProcess.start(in: folder)
            let (ana, bo) = try await first.friends("ana", "bo")
            let cy = try await first.signIn("cy")
            try await first.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bo.id), as: cy).expectOK()
            try await first.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: cy.id), as: bo).expectOK()
            let his = try await Self.session(bo, at: first)
            let one = try await Self.ring(bo, by: ana, at: first)
            #expect(try await Self.signal(his) == "call_invitation \(one)")
            try await first.call(.joinCall, id: one.rawValue, as: bo).expectOK()
            let able = UpdateParticipantRequest(callId: one, userId: bo.id, takesCalls: true)
            try await first.call(.updateParticipant, id: one.rawValue, able, as: bo).expectOK()
            let other = try await Self.ring(bo, by: cy, at: first)
            #expect(try await Self.signal(his) == "call_invitation \(other)")
            var hold = HoldCallRequest(join: "e30.e30.join", leave: "e30.e30.leave")
            try await first.call(.holdCall, id: one.rawValue, hold, as: bo).expectOK()
            try await first.call(.joinCall, id: other.rawValue, as: bo).expectOK()
            hold.resumedCallId = one
            try await first.call(.holdCall, id: other.rawValue, hold, as: bo).expectOK()
            await first.end(SIGKILL)

            let second = try await ServerProcess.start(in: folder)
            // The answer may have been lost.
            for _ in 0..<2 {
                let active: ActiveCallResponse = try await second.call(.activeCall, as: bo).value()
                #expect(active.callId == one && active.heldCallId == other)
                try await second.call(.holdCall, id: other.rawValue, hold, as: bo).expectOK()
            }
            hold.resumedCallId = other
            try await second.call(.holdCall, id: one.rawValue, hold, as: bo).expectOK()
            let back: CallRecord = try await second.call(.joinCall, id: other.rawValue, as: bo).value()
            #expect(back.participants.map(\.isOnHold) == [nil, nil])
            await second.end(SIGTERM)
        }
    }

    /// A ringing call to a callee who is not listening.
    private static func ring(_ callee: Person, by caller: Person, at server: ServerProcess) async throws -> CallID {
        let janus = try await TestJanus.connect(server.port, bearer: caller.accessToken)
        let request = StartCallRequest(
            roomId: try await janus.createRoom(), calleeIds: [callee.id],
            encryptedAESKeys: [DeviceKey(user: callee.id, device: callee.device).description: "wrapped-door-key"],
            isVideo: true)
        let started: StartCallResponse = try await server.call(.startCall, request, as: caller).value()
        return started.callRecord.id
    }

    private static func session(_ person: Person, at server: ServerProcess) async throws -> TestSocket {
        let credentials: CredentialsResponse = try await server.call(.credentials, as: person).value()
        let socket = try await TestSocket.webSocket(server.port, "/ws/")
        let connect = CallServer.connectFrame(person.device, try #require(credentials.rabbitmqToken))
        try await socket.text(connect.replacing("heart-beat:10000,10000", with: "heart-beat:0,0"))
        #expect(try await socket.nextText().hasPrefix("CONNECTED\n"))
        try await socket.text("SUBSCRIBE\nid:sub\ndestination:\(Signal.inbox(of: person.device))\n\n\0")
        return socket
    }

    /// The next signal, as `kind call`.
    private static func signal(_ socket: TestSocket) async throws -> String {
        let signal = try await CallServer.signal(socket)
        return "\(signal.kind.rawValue) \(signal.call?.description ?? "-")"
    }
}

import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

@Suite("Calls over a restart, with real sockets and Janus", .timeLimit(.minutes(1)), .serialized)
struct RestartTests {
    private struct Carried: Sendable {
        let alice: Person
        let bob: Person
        let call: CallID
        let room: RoomID
    }

    @Test("both come back to the same call, in a room of the same number, and hang up")
    func comesBack() async throws {
        let (clock, shelf) = (TestClock(), Shelf<Carried>())
        try await CallServer.inDirectory { directory in
            try await CallServer.run(directory: directory, clock: clock) { server in
                let (alice, bob) = try await server.friends("alice", "bob")
                let (aliceSignals, bobSignals) = (try await server.session(alice), try await server.session(bob))
                let (call, room, _) = try await server.ringing(alice, bob)
                try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
                #expect(try await CallServer.signal(bobSignals).kind == .callInvitation)
                #expect(try await CallServer.signal(aliceSignals).kind == .participantJoined)
                shelf.put(Carried(alice: alice, bob: bob, call: call, room: room))
            }
            try await CallServer.run(directory: directory, clock: clock) { server in
                let carried = try #require(shelf.item)
                let (alice, bob, call) = (carried.alice, carried.bob, carried.call)
                #expect(await server.calls.calls.count == 1)
                #expect(try await server.calls.media.control.exists(room: carried.room.rawValue))
                let (aliceSignals, bobSignals) = (try await server.session(alice), try await server.session(bob))
                let janus = try await TestJanus.connect(server.port, bearer: bob.accessToken)
                let answer = try await janus.join(carried.room, as: bob.id)
                #expect(answer.contains("\"videoroom\":\"joined\""), "\(answer)")
                let feed = try await CallServer.signal(aliceSignals)
                #expect(feed.kind == .participantFeedUpdated && feed.call == call)
                let active: ActiveCallResponse = try await server.app.call(.activeCall, as: bob).value()
                #expect(active.callId == call && active.state == "active")
                try await server.app.call(.endCall, EndCallRequest(callId: call), as: alice).expectOK()
                // Nothing about the restart was signalled: the end is the first signal that bob gets.
                #expect(try await CallServer.signal(bobSignals).kind == .callEnded)
                try await janus.socket.close()
            }
            try await CallServer.run(directory: directory, clock: clock) { server in
                #expect(await server.calls.calls.count == 0 && server.calls.rooms.count == 0)
            }
        }
    }
}

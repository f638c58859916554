import ECallAPI
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Swaps between two calls", .timeLimit(.minutes(1)))
struct SwapEndpointTests {
    /// Bob is in a call of cy's, and has the one of ana's on hold.
    private struct Scene {
        let ana: Person
        let bob: Person
        let cy: Person
        let first: CallID
        let second: CallID

        init(_ bench: StoredCalls) async throws {
            ana = try await bench.person("ana")
            bob = try await bench.person("bob", friends: [ana])
            cy = try await bench.person("cy", friends: [bob])
            first = try await bench.connected(ana, [bob])
            let able = UpdateParticipantRequest(callId: first, userId: bob.id, takesCalls: true)
            try await bench.app.call(.updateParticipant, id: first.rawValue, able, as: bob).expectOK()
            second = try await bench.start(cy, [bob], room: 78)
            try await bench.app.call(.holdCall, id: first.rawValue, Self.hold(), as: bob).expectOK()
            try await bench.app.call(.joinCall, id: second.rawValue, as: bob).expectOK()
            _ = bench.signals.takeDelivered()
        }

        static func hold(resuming call: CallID? = nil) -> HoldCallRequest {
            HoldCallRequest(join: "e30.e30.j", leave: "e30.e30.l", resumedCallId: call)
        }
    }

    @Test("a swap holds and resumes in one request, and a repetition of it notifies no one")
    func swaps() async throws {
        try await StoredCalls.run { bench in
            let (app, scene) = (bench.app, try await Scene(bench))
            let (first, second) = (scene.first.rawValue, scene.second.rawValue)
            try await app.call(.holdCall, id: second, Scene.hold(), as: scene.bob).expect(.userAlreadyInCall)
            #expect(bench.signals.takeDelivered().isEmpty)
            for _ in 0..<2 {
                try await app.call(.holdCall, id: second, Scene.hold(resuming: scene.first), as: scene.bob).expectOK()
            }
            #expect(
                bench.signals.takeDelivered() == [
                    "e2ee \(scene.bob.id) → \(scene.cy.device)", "participant_updated - → \(scene.cy.device)",
                    "participant_updated - → \(scene.ana.device)",
                ])
            let back: CallRecord = try await app.call(.joinCall, id: first, as: scene.bob).value()
            #expect(back.participants.map(\.isOnHold) == [nil, nil])
            let other: ParticipantsResponse = try await app.call(.participants, id: second, as: scene.cy).value()
            #expect(other.participants.map(\.isOnHold) == [nil, true])
            let active: ActiveCallResponse = try await app.call(.activeCall, as: scene.bob).value()
            #expect(active.callId == scene.first && active.heldCallId == scene.second)
            let tablet = try await bench.person("bob")
            let elsewhere: ActiveCallResponse = try await app.call(.activeCall, as: tablet).value()
            #expect(elsewhere.callId == scene.first && elsewhere.heldCallId == nil)
        }
    }

    @Test("if the call to resume has ended, or never was, the running one goes on and no one is notified")
    func refuses() async throws {
        try await StoredCalls.run { bench in
            let (app, scene) = (bench.app, try await Scene(bench))
            let second = scene.second.rawValue
            let unknown = Scene.hold(resuming: 5)
            try await app.call(.holdCall, id: second, unknown, as: scene.bob).expect(.callNotFound)
            try await bench.end(scene.first, scene.ana)
            _ = bench.signals.takeDelivered()
            let over = Scene.hold(resuming: scene.first)
            try await app.call(.holdCall, id: second, over, as: scene.bob).expect(.callNotAvailable)
            #expect(bench.signals.takeDelivered().isEmpty)
            let list: ParticipantsResponse = try await app.call(.participants, id: second, as: scene.cy).value()
            #expect(list.participants.map(\.isOnHold) == [nil, nil])
            // The call ended before this server started.
            let after = try await bench.restarted()
            await #expect(throws: APIFailure(.callNotAvailable, "The call has ended")) {
                try await after.hold(scene.second, over, by: scene.bob.identity)
            }
        }
    }

    @Test("a kill right after the answer leaves both calls as it said, and a repetition is taken by the next server")
    func survives() async throws {
        try await StoredCalls.run { bench in
            let scene = try await Scene(bench)
            let swap = Scene.hold(resuming: scene.first)
            try await bench.app.call(.holdCall, id: scene.second.rawValue, swap, as: scene.bob).expectOK()
            let after = try await bench.restarted()
            for _ in 0..<2 {
                #expect(
                    try await after.participants(of: scene.first, for: scene.bob.identity).map(\.isOnHold) == [
                        nil, nil,
                    ])
                #expect(
                    try await after.participants(of: scene.second, for: scene.bob.identity).map(\.isOnHold) == [
                        nil, true,
                    ])
                try await after.hold(scene.second, swap, by: scene.bob.identity)
            }
            #expect(try await after.join(scene.first, by: scene.bob.identity).id == scene.first)
        }
    }

    @Test("swaps at once from two devices: the one in the calls swaps, the other is refused")
    func twoDevices() async throws {
        try await StoredCalls.run { bench in
            let scene = try await Scene(bench)
            let tablet = try await bench.person("bob")
            let swap = Scene.hold(resuming: scene.first)
            async let one = bench.app.call(.holdCall, id: scene.second.rawValue, swap, as: scene.bob)
            async let other = bench.app.call(.holdCall, id: scene.second.rawValue, swap, as: tablet)
            try await one.expectOK()
            try await other.expect(.updateParticipantFailed)
            let active: ActiveCallResponse = try await bench.app.call(.activeCall, as: scene.bob).value()
            #expect(active.callId == scene.first)
        }
    }
}

import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CallEngine
@testable import ECallServer
@testable import ECallServerTestSupport

/// `GET /call/active`: the first request of a device that was offline.
@Suite("The active call of a returning device", .timeLimit(.minutes(1)))
struct ActiveCallTests {
    private static func ringing(_ bench: StoredCalls, _ person: Person) async throws -> [CallInvitation]? {
        try await bench.app.call(.activeCall, as: person).value(ActiveCallResponse.self).ringing
    }

    /// How a client whose ringing stopped learns whether the call was missed (wire-protocol 3.6).
    private static func isMissed(_ call: CallID, _ bench: StoredCalls, _ person: Person) async throws -> Bool {
        let missed: [CallRecord] = try await bench.app.call(
            .callHistory, as: person, query: "?isMissed=true&size=20"
        ).value()
        return missed.contains { $0.id == call }
    }

    private static func end(_ call: CallID, _ bench: StoredCalls, _ person: Person, _ reason: EndReason? = nil)
        async throws
    {
        try await bench.app.call(.endCall, EndCallRequest(callId: call, reason: reason), as: person).expectOK()
    }

    @Test("a ringing invitation is returned unchanged to its own device, and to no other")
    func givesRing() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let tablet = try await bench.person("bob")
            let cy = try await bench.person("cy")
            #expect(try await Self.ringing(bench, bob) == [])
            var request = bench.request([bob])
            let opening = E2EEOpening(invite: "e30.e30.invite", join: "e30.e30.join")
            request.e2ee = opening
            request.encryptedAESKeys[DeviceKey(user: bob.id, device: tablet.device).description] = "for-the-tablet"
            let started: StartCallResponse = try await bench.app.call(.startCall, request, as: ana).value()
            let call = started.callRecord.id

            let given = try #require(try await Self.ringing(bench, bob))
            let sent = bench.signals.delivered.filter { $0.device == bob.device }.map(\.signal)
            #expect(given.map(Signal.callInvitation) == sent.filter { $0.kind == .callInvitation })
            #expect(given.map(\.call) == [call] && given.first?.e2ee == opening && given.first?.isOnGoing == false)
            #expect(given.first?.encryptedAESKey == "wrapped-for-\(bob.device)" && given.first?.callee == bob.identity)
            #expect(try await Self.ringing(bench, tablet)?.map(\.encryptedAESKey) == ["for-the-tablet"])
            for person in [ana, cy] { #expect(try await Self.ringing(bench, person) == []) }
            try await bench.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            for person in [bob, tablet] { #expect(try await Self.ringing(bench, person) == []) }
        }
    }

    @Test("a callee who has blocked the caller gets no ring and no missed call")
    func blocked() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            try await bench.app.call(.toggleBlock, id: ana.id.rawValue, as: bob).expectOK()
            let call = try await bench.start(ana, [bob])
            #expect(try await Self.ringing(bench, bob) == [])
            try await Self.end(call, bench, ana)
            #expect(try await !Self.isMissed(call, bench, bob))
        }
    }

    /// A call of ana's that rings on bob's two devices; in a group cy has joined it.
    struct Scene: Sendable {
        let bench: StoredCalls
        let call: CallID
        let ana: Person
        let bob: Person
        let tablet: Person
        let cy: Person
    }

    struct Ending: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isGroup = false
        let isMissed: Bool
        let happens: @Sendable (Scene) async throws -> Void
    }

    private static let ringOut: @Sendable (Scene) async throws -> Void = { scene in
        scene.bench.app.clock.advance(seconds: 60)
        await scene.bench.calls.tick()
    }

    static let endings: [Ending] = [
        Ending(testDescription: "cancelled", isMissed: true) { try await end($0.call, $0.bench, $0.ana) },
        Ending(testDescription: "rang out", isMissed: true, happens: ringOut),
        Ending(testDescription: "rang out, says a device", isMissed: true) {
            try await end($0.call, $0.bench, $0.tablet, .noAnswer)
        },
        Ending(testDescription: "busy elsewhere", isMissed: true) {
            try await end($0.call, $0.bench, $0.tablet, .busy)
        },
        Ending(testDescription: "answered elsewhere", isMissed: false) {
            try await $0.bench.app.call(.joinCall, id: $0.call.rawValue, as: $0.tablet).expectOK()
        },
        Ending(testDescription: "declined elsewhere", isMissed: false) {
            try await end($0.call, $0.bench, $0.tablet)
        },
        Ending(testDescription: "rang out, the group goes on", isGroup: true, isMissed: true, happens: ringOut),
        Ending(testDescription: "taken back, the group goes on", isGroup: true, isMissed: true) {
            let bob = ParticipantRequest(userId: $0.bob.id)
            try await $0.bench.app.call(.removeParticipant, id: $0.call.rawValue, bob, as: $0.ana).expectOK()
        },
        Ending(testDescription: "the group ends", isGroup: true, isMissed: true) {
            for person in [$0.ana, $0.cy] { try await end($0.call, $0.bench, person) }
        },
        Ending(testDescription: "declined elsewhere, the group goes on", isGroup: true, isMissed: false) {
            try await end($0.call, $0.bench, $0.tablet)
        },
        Ending(testDescription: "answered elsewhere and left, the group goes on", isGroup: true, isMissed: false) {
            try await $0.bench.app.call(.joinCall, id: $0.call.rawValue, as: $0.tablet).expectOK()
            try await end($0.call, $0.bench, $0.tablet)
        },
    ]

    private static func scene(_ bench: StoredCalls, isGroup: Bool) async throws -> Scene {
        let ana = try await bench.person("ana")
        let bob = try await bench.person("bob", friends: [ana])
        let (tablet, cy) = (try await bench.person("bob"), try await bench.person("cy", friends: [ana]))
        var request = bench.request(isGroup ? [bob, cy] : [bob])
        request.encryptedAESKeys[DeviceKey(user: bob.id, device: tablet.device).description] = "for-the-tablet"
        let started: StartCallResponse = try await bench.app.call(.startCall, request, as: ana).value()
        let call = started.callRecord.id
        if isGroup { try await bench.app.call(.joinCall, id: call.rawValue, as: cy).expectOK() }
        for person in [ana, cy] { await bench.calls.sessionOpened(person.identity) }
        return Scene(bench: bench, call: call, ana: ana, bob: bob, tablet: tablet, cy: cy)
    }

    @Test(
        "as soon as a device sees that its ringing stopped, the history says whether the call was missed",
        arguments: endings
    )
    func missed(_ ending: Ending) async throws {
        try await StoredCalls.run { bench in
            let scene = try await Self.scene(bench, isGroup: ending.isGroup)
            #expect(try await Self.ringing(bench, scene.bob)?.map(\.call) == [scene.call])
            #expect(try await !Self.isMissed(scene.call, bench, scene.bob))
            try await ending.happens(scene)
            #expect(try await Self.ringing(bench, scene.bob) == [])
            #expect(try await Self.isMissed(scene.call, bench, scene.bob) == ending.isMissed)
        }
    }

    @Test("the answer waits until the history is stored")
    func waitsForHistory() async throws {
        try await StoredCalls.run { bench in
            let scene = try await Self.scene(bench, isGroup: false)
            bench.records.hold()
            async let cancelled: Void = Self.end(scene.call, bench, scene.ana)
            await bench.records.reached()
            let answered = Shelf<Bool>()
            async let ringing = {
                defer { answered.put(true) }
                return try await Self.ringing(bench, scene.bob)
            }()
            // Requests that need not wait overtake it.
            for _ in 0..<5 { try await bench.app.call(.appConfig).expectOK() }
            #expect(answered.item == nil)
            bench.records.release()
            #expect(try await ringing == [])
            #expect(try await Self.isMissed(scene.call, bench, scene.bob))
            try await cancelled
        }
    }

    @Test("after a kill during ringing, the active call is unknown until it is rung again")
    func isUnknownAfterKill() async throws {
        try await StoredCalls.run { bench in
            let scene = try await Self.scene(bench, isGroup: false)
            let after = try await bench.restarted()
            #expect(await after.active(for: scene.bob.identity).ringing == nil)
            #expect(await after.active(for: scene.ana.identity).ringing == [])
            #expect(try await !bench.states().contains { $0.contains("wrapped-for") })
        }
    }
}

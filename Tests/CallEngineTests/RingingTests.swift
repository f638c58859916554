import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// The answer to a device that asks what rings on it, having missed the signal.
@Suite("Ringing invitations", .timeLimit(.minutes(1)))
struct RingingTests {
    private let call = ActiveCallsBench.call

    private static func keys(_ bench: ActiveCallsBench, _ device: DeviceIdentity) -> [String]? {
        bench.activeCalls.invitations(ringing: device)?.map(\.encryptedAESKey)
    }

    private static var ringing: ActiveCallsBench {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2, 3])
        return bench
    }

    @Test("each ringing device gets the invitation that it was sent, and no other device gets any")
    func givesEachItsOwn() throws {
        var bench = ActiveCallsBench.everybody
        let outcome = bench.activeCalls.handle(
            .start(ActiveCallsBench.request(id: call, room: 77, by: Cast.alice, callees: [2])), now: bench.now)
        var count = 0
        for case .ring(let invitation, let device) in outcome.effects {
            #expect(bench.activeCalls.invitations(ringing: device) == [invitation])
            count += 1
        }
        #expect(count == 2)
        for device in [Cast.alice, Cast.alice2, Cast.carol] { #expect(Self.keys(bench, device) == []) }
        // A device of bob's with the number of another user's.
        #expect(Self.keys(bench, DeviceIdentity(user: 2, device: 31)) == [])
        #expect(Self.keys(bench, DeviceIdentity(user: 3, device: 21)) == [])
    }

    @Test("an answered, declined, cancelled, expired or signed-out ring is over, and its key is dropped")
    func forgets() {
        let ends: [(String, (inout ActiveCallsBench) -> Void)] = [
            ("answered", { _ = $0.send(.join(ActiveCallsBench.call, by: Cast.bob)) }),
            ("answered elsewhere", { _ = $0.send(.join(ActiveCallsBench.call, by: Cast.bob2)) }),
            ("declined", { _ = $0.send(.end(ActiveCallsBench.call, by: Cast.bob)) }),
            ("declined elsewhere", { _ = $0.send(.end(nil, by: Cast.bob2)) }),
            ("cancelled", { _ = $0.send(.end(ActiveCallsBench.call, by: Cast.alice)) }),
            ("removed", { _ = $0.send(.remove(ActiveCallsBench.call, 2, by: Cast.alice)) }),
            ("rung out", { _ = $0.tick(after: 60) }),
            ("signed out", { _ = $0.send(.deviceRemoved(Cast.bob)) }),
        ]
        for (name, end) in ends {
            var bench = Self.ringing
            #expect(Self.keys(bench, Cast.bob) == ["key-21"])
            end(&bench)
            #expect(Self.keys(bench, Cast.bob) == [], "\(name)")
            let kept = bench.activeCalls.invitations[call] ?? [:]
            #expect(kept[Cast.bob] == nil, "\(name)")
            #expect(Self.keys(bench, Cast.carol) == (bench.status(3) == .inviting ? ["key-31"] : []), "\(name)")
        }
    }

    @Test("a callee who has blocked the caller gets none")
    func givesNothingToShielded() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.alice, shielded: [3])
        #expect(bench.status(3) == .inviting && Self.keys(bench, Cast.carol) == [])
        // Until a participant whom they have not blocked invites them.
        _ = bench.invite([3], by: Cast.bob)
        #expect(Self.keys(bench, Cast.carol) == ["key-31"])
        #expect(bench.activeCalls.invitations(ringing: Cast.carol)?.first?.isOnGoing == true)
    }

    @Test("after a restart the ringing invitation is unknown rather than absent, until the caller repeats the request")
    func isUnknownAfterRestart() {
        let before = Self.ringing
        var bench = ActiveCallsBench(at: before.now)
        for call in before.activeCalls.calls.values { bench.activeCalls.restore(call, now: bench.now) }
        #expect(Self.keys(bench, Cast.bob) == nil && Self.keys(bench, Cast.alice) == [])
        _ = bench.start(callees: [2, 3])
        #expect(Self.keys(bench, Cast.bob) == ["key-21"] && Self.keys(bench, Cast.bob2) == ["key-22"])
    }
}

import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import CallEngine

/// Calls left by an earlier server.
@Suite("Restored calls", .timeLimit(.minutes(1)))
struct RestoredCallTests {
    private let call = ActiveCallsBench.call

    /// The calls after a kill of the server, with no one connected. Encoded and decoded as stored.
    /// - Parameter away: seconds until the restart.
    private static func killed(_ bench: ActiveCallsBench, away: Int = 0) throws -> ActiveCallsBench {
        var after = ActiveCallsBench(at: bench.now.advanced(bySeconds: away))
        for call in bench.activeCalls.calls.values {
            let stored = try JSONEncoder().encode(call)
            #expect(!String(decoding: stored, as: UTF8.self).contains("key-"))
            after.activeCalls.restore(
                try JSONDecoder().decode(LiveCall.self, from: stored), aliveAt: bench.now, now: after.now)
        }
        return after
    }

    @Test("a returning participant is connected, and no one is notified")
    func comesBack() throws {
        var bench = try Self.killed(.connectedPair)
        #expect(bench.status(1) == .reconnecting && bench.status(2) == .reconnecting)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
        #expect(bench.send(.sessionOpened(11)).lines == ["participant_updated 1 connected → 21"])
        #expect(bench.keyHost == 1)
        #expect(bench.tick(after: 600).isEmpty)
        #expect(bench.send(.end(call, by: Cast.bob)).lines == ["call_ended → 11", "end room 77"])
    }

    @Test("a participant who does not return in the usual time has left")
    func staysAway() throws {
        var bench = try Self.killed(.connectedThree)
        for device in [11 as DeviceIdentity, 21] { _ = bench.send(.sessionOpened(device)) }
        #expect(bench.tick(after: 59).isEmpty)
        #expect(bench.tick(after: 1) == ["participant_left 3 → 11", "participant_left 3 → 21"])
        var nobody = try Self.killed(.connectedPair)
        #expect(nobody.tick(after: 60).last == "end room 77")
        #expect(nobody.activeCalls.calls.isEmpty)
    }

    private static func record(_ bench: inout ActiveCallsBench, _ event: CallEngineEvent) -> CallSnapshot? {
        bench.activeCalls.handle(event, now: bench.now).effects.compactMap {
            if case .record(let snapshot) = $0 { snapshot } else { nil }
        }.last
    }

    @Test("a call to which no one returns ended when the server was last alive, however that is detected")
    func endedWithServer() throws {
        let alive = ActiveCallsBench.connectedPair.now
        // Given up, a minute after the server is back.
        var silent = try Self.killed(.connectedPair, away: 30)
        silent.advance(60)
        let givenUp = try #require(Self.record(&silent, .tick))
        #expect(givenUp.endedAt == alive && givenUp.members.map(\.leftAt) == [alive, alive])
        // Hung up while the server was away, and reported by HTTP as soon as it is back.
        var told = try Self.killed(.connectedPair, away: 30)
        let hungUp = try #require(Self.record(&told, .end(call, by: Cast.bob)))
        #expect(hungUp.endedAt == alive && told.activeCalls.calls.isEmpty)
        // With three participants.
        var three = try Self.killed(.connectedThree, away: 30)
        three.advance(60)
        #expect(Self.record(&three, .tick)?.endedAt == ActiveCallsBench.connectedThree.now)
        // Killed twice.
        var twice = try Self.killed(Self.killed(.connectedPair, away: 30), away: 20)
        twice.advance(60)
        #expect(Self.record(&twice, .tick)?.endedAt == alive)
    }

    @Test("a participant who returns waits: the call ends when the others, who were lost with the server, are given up")
    func oneComesBack() throws {
        let alive = ActiveCallsBench.connectedPair.now
        for returns in [CallEngineEvent.sessionOpened(21), .join(call, by: Cast.bob)] {
            var bench = try Self.killed(.connectedPair, away: 30)
            _ = bench.send(returns)
            if case .join = returns { _ = bench.send(.sessionOpened(21)) }
            bench.advance(60)
            let record = try #require(Self.record(&bench, .tick))
            #expect(record.endedAt == bench.now)
            #expect(record.members.first { $0.user == 1 }?.leftAt == alive)
        }
    }

    @Test("no call ends before it was answered, however old the server's last sign of life is")
    func notBeforeAnswer() throws {
        let before = ActiveCallsBench.connectedThree
        let call = try #require(before.activeCalls.calls[call])
        var bench = ActiveCallsBench(at: before.now.advanced(bySeconds: 30))
        bench.activeCalls.restore(call, aliveAt: call.startedAt.advanced(bySeconds: -5), now: bench.now)
        bench.advance(60)
        let joined = try #require(call.members.compactMap(\.joinedAt).max())
        #expect(Self.record(&bench, .tick)?.endedAt == joined)
    }

    @Test("the key host has 10 s to come back before another participant gets the role")
    func keyHost() throws {
        var bench = try Self.killed(.connectedThree)
        #expect(!bench.send(.sessionOpened(31)).lines.contains { $0.hasPrefix("handover") })
        #expect(!bench.send(.sessionOpened(21)).lines.contains { $0.hasPrefix("handover") })
        #expect(bench.tick(after: 9).isEmpty)
        #expect(bench.tick(after: 1).contains("handover_host 2 → 31"))
        var back = try Self.killed(.connectedThree)
        for device in [31 as DeviceIdentity, 11, 21] { _ = back.send(.sessionOpened(device)) }
        #expect(back.tick(after: 10).isEmpty)
        #expect(back.keyHost == 1)
    }

    @Test("a ringing callee rings until the original timeout, and is not rung again")
    func ringing() throws {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        bench.advance(50)
        bench = try Self.killed(bench)
        for device in [11 as DeviceIdentity, 21, 22] { #expect(bench.send(.sessionOpened(device)).lines.isEmpty) }
        #expect(bench.tick(after: 9).isEmpty)
        #expect(
            bench.tick(after: 1) == [
                "participant_rejected 2 → 11", "call_ended → 21", "call_ended → 22", "call_ended → 11",
                "end room 77",
            ])
        #expect(bench.tick(after: 60).isEmpty)
    }

    @Test("a timer that had fired does not fire again; one that came due meanwhile fires once")
    func timers() throws {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2, 3])
        _ = bench.send(.join(call, by: Cast.bob))
        bench.connect(Cast.alice)
        #expect(bench.tick(after: 60).count == 3)
        var after = try Self.killed(bench)
        #expect(!after.tick(after: 1).contains { $0.hasPrefix("participant_rejected") })
        bench = ActiveCallsBench.everybody
        _ = bench.start()
        bench.advance(90)
        after = try Self.killed(bench)
        #expect(after.activeCalls.deadline.map { $0 <= after.now } == true)
        #expect(after.tick(after: 0).count == 5)
        #expect(after.tick(after: 0).isEmpty)
    }

    @Test("a start request repeated after the restart rings once more, because devices may have missed it")
    func startedAgain() throws {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        bench = try Self.killed(bench)
        #expect(bench.start(id: 901).lines == ["ring key-21 → 21", "ring key-22 → 22"])
        #expect(bench.start(id: 902).lines.isEmpty)
        #expect(bench.activeCalls.calls.keys.sorted() == [call])
    }

    @Test("requests to rejoin, leaves and shields survive")
    func rest() throws {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.carol))
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        _ = bench.invite([4], by: Cast.alice, shielded: [4])
        bench = try Self.killed(bench)
        #expect(bench.activeCalls.call(call, with: 4) == nil)
        for device in [11 as DeviceIdentity, 21, 31] { _ = bench.send(.sessionOpened(device)) }
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == nil)
        // The host had not rotated since carol left, and got more time.
        #expect(bench.tick(after: 10).contains("handover_host 2 → 11"))
    }

    @Test("stored calls cannot put a user into two calls")
    func twice() throws {
        var bench = try Self.killed(.connectedPair)
        var other = ActiveCallsBench.everybody
        _ = other.start(id: 901, room: 78, by: Cast.dave, callees: [2])
        let stored = try #require(other.activeCalls.calls[901])
        bench.activeCalls.restore(stored, now: bench.now)
        #expect(bench.activeCalls.calls.keys.sorted() == [call])
    }
}

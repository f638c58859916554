import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import CallEngine

/// What a machine makes of calls that another one left.
@Suite("Recovered calls", .timeLimit(.minutes(1)))
struct RestoredCallTests {
    private let call = ActiveCallsBench.call

    /// The same calls after the server was killed; nobody is connected. They go through their stored form.
    private static func killed(_ bench: ActiveCallsBench) throws -> ActiveCallsBench {
        var after = ActiveCallsBench(at: bench.now)
        for call in bench.activeCalls.calls.values {
            let stored = try JSONEncoder().encode(call)
            #expect(!String(decoding: stored, as: UTF8.self).contains("key-"))
            after.activeCalls.restore(try JSONDecoder().decode(LiveCall.self, from: stored), now: after.now)
        }
        return after
    }

    @Test("who comes back is connected, and nobody was told anything")
    func comesBack() throws {
        var bench = try Self.killed(.connectedPair)
        #expect(bench.status(1) == .reconnecting && bench.status(2) == .reconnecting)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
        #expect(bench.send(.sessionOpened(11)).lines == ["participant_updated 1 connected → 21"])
        #expect(bench.keyHost == 1)
        #expect(bench.tick(after: 600).isEmpty)
        #expect(bench.send(.end(call, by: Cast.bob)).lines == ["call_ended → 11", "end room 77"])
    }

    @Test("who does not come back in the usual time has left")
    func staysAway() throws {
        var bench = try Self.killed(.connectedThree)
        for device in [11 as DeviceIdentity, 21] { _ = bench.send(.sessionOpened(device)) }
        #expect(bench.tick(after: 59).isEmpty)
        #expect(bench.tick(after: 1) == ["participant_left 3 → 11", "participant_left 3 → 21"])
        var nobody = try Self.killed(.connectedPair)
        #expect(nobody.tick(after: 60).last == "end room 77")
        #expect(nobody.activeCalls.calls.isEmpty)
    }

    @Test("the key host has 10 s to come back before the role goes to somebody who is there")
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

    @Test("who rings rings until the moment that was set, and is not rung again")
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

    @Test("a request to start that comes again after the restart rings once more: perhaps nobody heard of it")
    func startedAgain() throws {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        bench = try Self.killed(bench)
        #expect(bench.start(id: 901).lines == ["ring key-21 → 21", "ring key-22 → 22"])
        #expect(bench.start(id: 902).lines.isEmpty)
        #expect(bench.activeCalls.calls.keys.sorted() == [call])
    }

    @Test("requests to come back, leaves and shields survive")
    func rest() throws {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.carol))
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        _ = bench.invite([4], by: Cast.alice, shielded: [4])
        bench = try Self.killed(bench)
        #expect(bench.activeCalls.call(call, with: 4) == nil)
        for device in [11 as DeviceIdentity, 21, 31] { _ = bench.send(.sessionOpened(device)) }
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == nil)
        // The host had not rotated since carol left, and was given time again.
        #expect(bench.tick(after: 10).contains("handover_host 2 → 11"))
    }

    @Test("nobody gets into two calls by what is stored")
    func twice() throws {
        var bench = try Self.killed(.connectedPair)
        var other = ActiveCallsBench.everybody
        _ = other.start(id: 901, room: 78, by: Cast.dave, callees: [2])
        let stored = try #require(other.activeCalls.calls[901])
        bench.activeCalls.restore(stored, now: bench.now)
        #expect(bench.activeCalls.calls.keys.sorted() == [call])
    }
}

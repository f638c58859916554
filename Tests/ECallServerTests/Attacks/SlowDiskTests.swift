import ECallAPI
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

@Suite("Attacks: calls on a slow disk", .timeLimit(.minutes(1)))
struct SlowDiskTests {
    /// Who: someone who ends a call that rings on 49 offline devices.
    /// With: one `POST /call/end`, on a disk that takes 4 ms per sync.
    /// Gets: 49 syncs, one after the other, before any other call continues → one, of the end itself.
    @Test("the end of a call of fifty is one synced transaction with all mailboxes, durable before it is answered")
    func largeEnd() async throws {
        try await Crowd.run { crowd in
            let large = try await crowd.start(1, Array(2...50), room: 77)
            let small = try await crowd.start(51, [52], room: 78)
            try await crowd.diskWritten(3)
            // Nothing waits for the mailboxes' own writes.
            crowd.mailbox.hold()
            crowd.disk.hold()
            let (synced, isEnded) = (crowd.disk.synced, Shelf<Bool>())
            let encoded = await crowd.sessions.statistics.encoded
            async let end: Void = {
                try await crowd.calls.end(large, by: Crowd.device(1))
                isEnded.put(true)
            }()
            await crowd.disk.reached()
            #expect(try await crowd.waiting().isEmpty && isEnded.item == nil)
            crowd.disk.release()
            try await end
            #expect(crowd.disk.synced == synced + 1)
            #expect(await crowd.sessions.statistics.encoded == encoded + 1)
            #expect(try await crowd.waiting().map(\.call) == Array(repeating: large, count: 49))
            // A stranger's call is answered, and a third one rings.
            #expect(try await crowd.calls.join(small, by: Crowd.device(52)).status == .active)
            _ = try await crowd.start(53, [54], room: 79)
            crowd.mailbox.release()
        }
    }

    /// Who: everyone whose device is away for a moment.
    /// With: a device that connects after the end of its call was decided and before that is stored.
    /// Gets: the end twice, or never → once, and its copy is deleted.
    @Test("a device that comes while a signal for it is being stored gets it once")
    func comesMeanwhile() async throws {
        try await Crowd.run { crowd in
            let call = try await crowd.start(1, [2], room: 77)
            try await crowd.diskWritten(2)
            crowd.disk.hold()
            async let end: Void = crowd.calls.end(call, by: Crowd.device(1))
            await crowd.disk.reached()
            let wire = await SignalWire(Crowd.device(2), to: crowd.sessions)
            async let _: Void = SignalRouter(sessions: crowd.sessions, authority: crowd.calls).run()
            wire.open()
            while await !crowd.sessions.isOnline(Crowd.device(2)) { try await pause() }
            crowd.disk.release()
            try await end
            #expect(try await wire.takes() == "waited call_ended \(call)")
            while try await !crowd.waiting().isEmpty { try await pause() }
            await crowd.sessions.deliver(.sample(.participantJoined), to: Crowd.device(2))
            #expect(try await wire.takes() == "live participant_joined 1")
        }
    }

    /// Who: two callers of the same person, whose device is offline.
    /// With: calls that ring and are cancelled, one after the other, while the disk is blocked.
    /// Gets: (nothing, before as now) signals of one device in another order than they were decided.
    @Test("a device's queued signals are in the order of the decisions, whichever calls they concern")
    func order() async throws {
        try await Crowd.run { crowd in
            crowd.mailbox.hold()
            let ends = try await withThrowingTaskGroup(of: Void.self) { group in
                var calls: [CallID] = []
                for caller in 1...8 as ClosedRange<UInt64> {
                    let call = try await crowd.start(caller, [52], room: RoomID(100 + caller))
                    calls.append(call)
                    // Decided before the next one begins; answered when the disk accepts it.
                    group.addTask { try await crowd.calls.end(call, by: Crowd.device(caller)) }
                    while await crowd.calls.count > 0 { try await pause() }
                }
                crowd.mailbox.release()
                try await group.waitForAll()
                return calls
            }
            #expect(try await crowd.waiting().map(\.call) == ends)
        }
    }

    /// Who: someone whose client uses the old names.
    /// With: `call_end` over STOMP, on a blocked disk.
    /// Gets: no session's opening or closing is noticed until the disk continues → all are, at once.
    @Test("a command over STOMP does not wait for the disk, and keeps its order")
    func orders() async throws {
        try await Crowd.run { crowd in
            let call = try await crowd.start(1, [2], room: 77)
            crowd.mailbox.hold()
            await crowd.calls.perform(.end, call, by: Crowd.device(1))
            #expect(await crowd.calls.count == 0)
            await crowd.calls.sessionOpened(Crowd.device(9))
            crowd.mailbox.release()
        }
    }

    /// Who: everyone, on a day with many large calls.
    /// With: calls of 50 that end while others are answered; 4 ms per sync.
    /// Gets: 250 ms for the end, and for each answer behind it → some tens of ms, mostly of the test's own work.
    @Test("answers beside the end of a large call need no sync per device")
    func measured() async throws {
        try await Crowd.run(sync: .milliseconds(4)) { crowd in
            let large = try await crowd.start(1, Array(2...50), room: 77)
            let small = try await crowd.start(51, [52], room: 78)
            let clock = ContinuousClock()
            let began = clock.now
            async let end: Void = crowd.calls.end(large, by: Crowd.device(1))
            while await crowd.calls.count > 1 { try await pause() }
            _ = try await crowd.calls.join(small, by: Crowd.device(52))
            let joined = clock.now - began
            try await end
            print(
                "measured: 49 devices away, 4 ms a sync: another call's answer \(joined), the end \(clock.now - began)")
            // The syncs alone would take 196 ms; a busy machine must not fail the test.
            #expect(crowd.mailbox.writes <= 4)
        }
    }
}

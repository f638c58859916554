import CallEngine
import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Calls outlive the server", .timeLimit(.minutes(1)))
struct CallSurvivalTests {
    @Test(
        "after a kill, calls continue with their rooms, participants and ringing devices, and no device is rung twice")
    func goesOn() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let (cy, dan) = (try await bench.person("cy"), try await bench.person("dan"))
            try await bench.app.befriend(cy, dan)
            let running = try await bench.connected(ana, [bob])
            let ringing = try await bench.start(cy, [dan], room: 78)
            let (signals, rooms) = (RecordingSignals(), OpenRooms())
            let rung = bench.push.rings.count
            let after = try await bench.restarted(signals, rooms: rooms)

            #expect(await after.count == 2)
            #expect(signals.delivered.isEmpty && bench.push.rings.count == rung)
            #expect(
                rooms.restored.sorted { $0.room < $1.room } == [
                    .init(room: 77, creator: ana.identity, members: [ana.id: ana.device, bob.id: bob.device]),
                    .init(room: 78, creator: cy.identity, members: [cy.id: cy.device]),
                ])
            await after.sessionOpened(bob.identity)
            #expect(await after.isRelevant(.sample(.callInvitation, call: ringing), for: dan.identity))
            #expect(try await after.join(ringing, by: dan.identity).status == .active)
            #expect(signals.kinds(to: cy.device) == [.participantJoined])
            #expect(try await after.join(running, by: bob.identity).janusRoomId == 77)
            try await after.end(running, by: bob.identity)
            #expect(signals.kinds(to: ana.device).last == .callEnded && rooms.ended == [77])
            #expect(try await bench.restarted().count == 1)
        }
    }

    @Test("after a kill, a participant who stays away leaves, and a call that rang out meanwhile ends")
    func staysAway() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            _ = try await bench.start(ana, [bob])
            bench.app.clock.advance(seconds: 61)
            let signals = RecordingSignals()
            let after = try await bench.restarted(signals)
            await after.tick()
            #expect(await after.count == 0)
            #expect(signals.kinds(to: bob.device) == [.callEnded])
            #expect(signals.kinds(to: ana.device) == [.participantRejected, .callEnded])
            await after.tick()
            #expect(try await bench.restarted(signals).count == 0)
            #expect(signals.kinds(to: ana.device).count == 2)
            #expect(try await bench.states().isEmpty)
        }
    }

    @Test("if no participant returns, the history ends the call at the kill, not at the end of the timeout")
    func lengthInHistory() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            bench.app.clock.advance(seconds: 100)
            try await bench.records.noteAlive(at: bench.app.clock.now)
            bench.app.clock.advance(seconds: 40)
            let after = try await bench.restarted()
            bench.app.clock.advance(seconds: 60)
            await after.tick()
            #expect(await after.count == 0)
            let records: [CallRecord] = try await bench.app.call(.callHistory, as: bob).value()
            #expect(records.first?.id == call && records.first?.duration == 100)
        }
    }

    @Test("no device is rung and no request answered before the call is stored")
    func storedFirst() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            bench.records.hold()
            let isAnswered = Shelf<Bool>()
            async let call = {
                defer { isAnswered.put(true) }
                return try await bench.start(ana, [bob])
            }()
            await bench.records.reached()
            #expect(await bench.calls.count == 1)
            #expect(bench.signals.kinds(to: bob.device).isEmpty && bench.push.rings.isEmpty && isAnswered.item == nil)
            bench.records.release()
            let id = try await call
            #expect(bench.signals.kinds(to: bob.device) == [.callInvitation])
            #expect(try await bench.states().first?.contains(id.description) == true)
        }
    }

    @Test("changes during a write are stored together, and signalled in order")
    func together() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            let (saved, told) = (bench.records.saved.count, bench.signals.kinds(to: ana.device).count)
            bench.records.hold()
            await bench.calls.feedPublished(1, in: 77, by: bob.identity)
            await bench.records.reached()
            for feed in 2...9 { await bench.calls.feedPublished(FeedID(UInt64(feed)), in: 77, by: bob.identity) }
            #expect(bench.signals.kinds(to: ana.device).count == told)
            bench.records.release()
            // Answered when everything before it is stored and signalled.
            try await bench.calls.end(5, by: bob.identity)
            let feeds = bench.signals.delivered.filter { $0.device == ana.device }.compactMap { $0.signal.feed }
            #expect(feeds == (1...9).map { FeedID($0) })
            #expect(bench.records.saved.dropFirst(saved).compactMap { $0.live[call]?.call[bob.id]?.feed } == [1, 9])
        }
    }

    @Test("a call that cannot be stored is not started; changes of others are stored as soon as possible")
    func fullDisk() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            bench.records.setFull(true)
            try await bench.app.call(.startCall, bench.request([bob]), as: ana).expect(.internalError)
            #expect(await bench.calls.count == 0)
            #expect(bench.push.rings.isEmpty && !bench.signals.kinds(to: bob.device).contains(.callInvitation))
            bench.records.setFull(false)
            let call = try await bench.start(ana, [bob])
            bench.records.setFull(true)
            try await bench.app.call(.joinCall, id: call.rawValue, as: bob).expect(.internalError)
            #expect(bench.signals.kinds(to: ana.device).contains(.participantJoined))
            bench.records.setFull(false)
            // The client retries: nothing changes, but the answer waits until it is stored.
            try await bench.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            let after = try await bench.restarted()
            #expect(try await after.participants(of: call, for: bob.identity).map(\.status) == [.accepted, .accepted])
        }
    }

    @Test(
        "a stored end that may not have been signalled is signalled once by the next server, even from an earlier version",
        arguments: [false, true])
    func untold(isEarlier: Bool) async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            // The database of a process that dies after the end was stored.
            try await bench.database.write { sql in
                try LiveCallRepository(sql).end(call, untold: [bob.identity])
                guard isEarlier else { return }
                _ = try sql.execute("UPDATE live_calls SET state = '[\(bob.device), 4711]' WHERE is_over = 1", [:])
            }
            let signals = RecordingSignals()
            let after = try await bench.restarted(signals)
            #expect(await after.count == 0)
            #expect(signals.kinds(to: bob.device) == [.callEnded] && signals.kinds(to: ana.device).isEmpty)
            await after.tick()
            // The completed notification is recorded after the signal.
            while try await !bench.states().isEmpty { try await pause() }
            _ = try await bench.restarted(signals)
            #expect(signals.kinds(to: bob.device) == [.callEnded])
        }
    }

    @Test("a call stored by an earlier version, with its members in one row, continues and is stored anew")
    func earlierRow() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let call = try await bench.connected(ana, [bob])
            let now = try #require(await bench.calls.activeCalls.calls[call])
            let row = String(decoding: try JSONText.encode(now), as: UTF8.self)
            try await bench.database.write { sql in
                try sql.execute("UPDATE live_calls SET state = :state", ["state": .text(row)])
                try sql.execute("DELETE FROM live_members")
            }
            for _ in 0..<2 {
                let after = try await bench.restarted()
                #expect(try await after.participants(of: call, for: bob.identity).map(\.displayName) == ["ana", "bob"])
                let state = try #require(try await bench.states().first).split(separator: "\n")
                #expect(state.count == 3 && !state[0].contains("bob") && state[2].contains("bob"))
            }
        }
    }

    @Test("a change of one member writes its row alone, and any order of changes is read back as it was")
    func rows() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana])
            let call = try await bench.connected(ana, [bob, cy])
            let before = try await bench.rowVersions()
            let request = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: true)
            try await bench.app.call(.updateParticipant, id: call.rawValue, request, as: cy).expectOK()
            let muted = try await bench.rowVersions()
            #expect(muted == [before[0] + 1, before[1], before[2], before[0] + 1])
            let stored = try await DatabaseCallRecords(database: bench.database).recoveredCalls().calls
            #expect(stored == [try #require(await bench.calls.activeCalls.calls[call])])
            try await bench.end(call, cy)
            #expect(try await bench.rowVersions() == [muted[0] + 1, before[1], before[2], muted[0] + 1])
        }
    }

    @Test("an unreadable call has ended; the others continue")
    func unreadable() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let (cy, dan) = (try await bench.person("cy"), try await bench.person("dan"))
            try await bench.app.befriend(cy, dan)
            let broken = try await bench.connected(ana, [bob])
            let call = try await bench.connected(cy, [dan], room: 78)
            _ = try await bench.database.write { sql in
                try sql.execute(
                    "UPDATE live_calls SET state = '{\"id\":1}' WHERE call_id = :call", ["call": .id(broken)])
            }
            bench.app.clock.advance(seconds: 5)
            let killed = bench.app.clock.now
            try await bench.records.noteAlive(at: killed)
            bench.app.clock.advance(seconds: 5)
            let after = try await bench.restarted()
            #expect(await after.count == 1)
            #expect(try await after.participants(of: call, for: dan.identity).count == 2)
            let history: [CallRecord] = try await bench.app.call(.callHistory, as: ana).value()
            #expect(history.map(\.endedAt) == [killed] && history.first?.status == .completed)
            await #expect(throws: APIFailure(.callNotAvailable, "The call has ended")) {
                try await after.join(broken, by: bob.identity)
            }
            #expect(try await bench.states().count == 1)
        }
    }

    /// 002-28
    @Test("stored calls contain no key")
    func noKeys() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            _ = try await bench.start(ana, [bob])
            let states = try await bench.states()
            #expect(states.count == 1 && !states.contains { $0.contains("wrapped") })
            #expect(bench.push.rings.map(\.push.encryptedAESKey) == ["wrapped-for-\(bob.device)"])
        }
    }
}

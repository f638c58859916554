import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("The history of calls", .timeLimit(.minutes(1)))
struct CallHistoryTests {
    private static func list(
        _ bench: StoredCalls, _ person: Person, _ query: String = ""
    ) async throws -> (calls: [CallRecord], total: Int) {
        let answer = try await bench.app.call(.callHistory, as: person, query: query)
        let name = try #require(HTTPField.Name("X-Total-Count"))
        return (try answer.value(), Int(answer.headers[name] ?? "") ?? -1)
    }

    @Test("000-13: the history has pages, newest first, with the total number")
    func pages() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            var calls: [CallID] = []
            for number in 0..<5 {
                let call = try await bench.start(ana, [bob], room: RoomID(UInt64(100 + number)))
                try await bench.end(call, bob)
                calls.insert(call, at: 0)
                bench.app.clock.advance(seconds: 60)
            }
            let all = try await Self.list(bench, bob)
            #expect(all.calls.map(\.id) == calls && all.total == 5)
            let second = try await Self.list(bench, bob, "?page=1&size=2")
            #expect(second.calls.map(\.id) == Array(calls[2..<4]) && second.total == 5)
            let last = try await Self.list(bench, ana, "?page=2&size=2")
            #expect(last.calls.map(\.id) == [calls[4]] && last.calls.first?.callType == .outgoing)
            #expect(try await Self.list(bench, ana, "?page=3&size=2").calls.isEmpty)
            for query in ["?page=-1", "?page=x", "?size=0", "?size=101", "?isMissed=maybe"] {
                try await bench.app.call(.callHistory, as: ana, query: query).expect(.badRequest)
            }
            try await bench.app.call(.callHistory, token: "x").expect(.accessTokenExpired)
        }
    }

    /// 000-47, 000-54
    @Test("each participant sees missed, completed and running calls with their own status")
    func statuses() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana", name: "Ána")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", name: "Cy", friends: [ana])
            let missed = try await bench.start(ana, [bob])
            #expect(try await Self.list(bench, bob).calls.first?.status == .calling)
            try await bench.end(missed, ana)
            bench.app.clock.advance(seconds: 5)
            let talked = try await bench.connected(ana, [bob, cy], room: 78)
            bench.app.clock.advance(seconds: 30)
            try await bench.end(talked, cy)
            // Cy has left and may come back; bob is in the call.
            let running = try #require(try await Self.list(bench, cy).calls.first)
            #expect(running.status == .active && running.endedAt == nil && running.duration == 30)
            #expect(running.callCategory == .group && running.callMediaType == .video && running.janusRoomId == 78)
            #expect(try await Self.list(bench, bob).calls.first?.status == .completed)
            bench.app.clock.advance(seconds: 10)
            try await bench.end(talked, bob)

            let bobs = try await Self.list(bench, bob).calls
            #expect(bobs.map(\.status) == [.completed, .missed])
            #expect(bobs.first?.duration == 40 && bobs.first?.callType == .incoming && bobs.last?.duration == 0)
            // The other participants, connected if they took part, whatever happened to them.
            #expect(bobs.first?.participants.map(\.userId).sorted() == [ana.id, cy.id].sorted())
            #expect(bobs.first?.participants.allSatisfy { $0.status == .connected } == true)
            #expect(bobs.last?.participants.map(\.status) == [.connected])
            let anas = try await Self.list(bench, ana).calls
            #expect(anas.map(\.status) == [.completed, .completed])
            #expect(anas.last?.participants.map(\.status) == [.rejected])

            #expect(try await Self.list(bench, bob, "?isMissed=true").calls.map(\.id) == [missed])
            #expect(try await Self.list(bench, ana, "?isMissed=true").total == 0)
            #expect(try await Self.list(bench, bob, "?displayName=C").calls.map(\.id) == [talked])
            #expect(try await Self.list(bench, bob, "?displayName=%C3%A1N&isMissed=true").calls.map(\.id) == [missed])
            #expect(try await Self.list(bench, bob, "?displayName=zoe").total == 0)
            // The viewer's own name is not searched.
            #expect(try await Self.list(bench, bob, "?displayName=bob").total == 0)
        }
    }

    @Test("the duration counts from when the media of two people are there, and a call without media has none")
    func countsFromMedia() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let silent = try await bench.start(ana, [bob])
            try await bench.app.call(.joinCall, id: silent.rawValue, as: bob).expectOK()
            bench.app.clock.advance(seconds: 30)
            try await bench.end(silent, bob)
            let without = try #require(try await Self.list(bench, ana).calls.first)
            #expect(without.answeredAt != nil && without.connectedAt == nil && without.duration == 0)

            let call = try await bench.start(ana, [bob], room: 78)
            try await bench.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            for (feed, person) in [(4, ana), (5, bob)] as [(FeedID, Person)] {
                await bench.calls.feedPublished(feed, in: 78, by: person.identity)
                bench.app.clock.advance(seconds: 3)
                await bench.calls.mediaOfFeed(feed, in: 78, by: person.identity)
            }
            let connectedAt = bench.app.clock.now
            bench.app.clock.advance(seconds: 20)
            await bench.calls.settled()
            let running = try #require(try await Self.list(bench, bob).calls.first)
            #expect(running.connectedAt == connectedAt && running.duration == 20 && running.endedAt == nil)
            let again: CallRecord = try await bench.app.call(.joinCall, id: call.rawValue, as: bob).value()
            #expect(again.connectedAt == connectedAt)
            bench.app.clock.advance(seconds: 20)
            try await bench.end(call, bob)
            let over = try #require(try await Self.list(bench, ana).calls.first)
            #expect(over.id == call && over.connectedAt == connectedAt && over.duration == 40)
        }
    }

    @Test("a declined call is not missed and has that reason; a cancelled one is missed")
    func declined() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let declined = try await bench.start(ana, [bob])
            try await bench.end(declined, bob)
            bench.app.clock.advance(seconds: 5)
            let cancelled = try await bench.start(ana, [bob], room: 78)
            try await bench.end(cancelled, ana)
            let bobs = try await Self.list(bench, bob).calls
            // The app has no other word for the status.
            #expect(bobs.map(\.status) == [.missed, .missed])
            #expect(bobs.map(\.endReason) == [.cancelled, .declined])
            #expect(try await Self.list(bench, bob, "?isMissed=true").calls.map(\.id) == [cancelled])
            #expect(try await Self.list(bench, ana).calls.map(\.endReason) == [nil, nil])
        }
    }

    @Test("a call deleted from one history stays in the others, and is deleted once no history has it")
    func deletes() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy")
            let call = try await bench.connected(ana, [bob])
            try await bench.end(call, bob)
            let request = DeleteCallsRequest(callIds: [call, 5])
            let strangers: DeleteCallsResponse = try await bench.app.call(.deleteCallHistory, request, as: cy).value()
            #expect(strangers.deleted.isEmpty)
            let bobs: DeleteCallsResponse = try await bench.app.call(.deleteCallHistory, request, as: bob).value()
            #expect(bobs.deleted == [call])
            #expect(try await Self.list(bench, bob).total == 0)
            #expect(try await Self.list(bench, ana).total == 1)
            let data = try JSONEncoder().encode(request)
            try await bench.app.send(.delete, "/app/api/calls", data, token: ana.accessToken).expectOK()
            #expect(try await Self.list(bench, ana).total == 0)
            let task = try #require(RetentionTask.all(Limits()).first { $0.name == "unseen calls" })
            let now = bench.app.clock.now
            #expect(try await task.part(bench.database, now, 10, 0) == .init(count: 1, next: nil))
            #expect(try await task.part(bench.database, now, 10, 0) == .init(count: 0, next: nil))
            let many = DeleteCallsRequest(callIds: (1...1001).map { CallID($0) })
            try await bench.app.call(.deleteCallHistory, many, as: ana).expect(.deleteCallHistoriesFailed)
        }
    }

    @Test("a shielded call is only in the histories of those who know of it")
    func shielded() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana, bob])
            try await bench.app.call(.toggleBlock, id: bob.id.rawValue, as: ana).expectOK()
            let call = try await bench.start(bob, [ana])
            try await bench.end(call, bob)
            #expect(try await Self.list(bench, ana).total == 0)
            #expect(try await Self.list(bench, bob).total == 1)
            #expect(try await Self.list(bench, ana, "?displayName=bob").total == 0)
            let deleted: DeleteCallsResponse = try await bench.app.call(
                .deleteCallHistory, DeleteCallsRequest(callIds: [call]), as: ana
            ).value()
            #expect(deleted.deleted.isEmpty)
            // Invited by bob, then by cy, ana knows of the call.
            let group = try await bench.connected(bob, [cy], room: 78)
            let request = bench.request([ana], room: 78)
            let first: InviteResponse = try await bench.app.call(
                .inviteToCall, id: group.rawValue, request, as: bob
            ).value()
            #expect(first.invitedUsers == [ana.id] && bench.signals.kinds(to: ana.device).isEmpty)
            #expect(try await Self.list(bench, ana).total == 0)
            try await bench.app.call(.inviteToCall, id: group.rawValue, request, as: cy).expectOK()
            #expect(bench.signals.kinds(to: ana.device) == [.callInvitation])
            #expect(try await Self.list(bench, ana).total == 1)
        }
    }

    @Test("the history keeps the reason of the end: missed for the callee, not answered for the caller")
    func endReasons() async throws {
        try await StoredCalls.run { bench in
            let ana = try await bench.person("ana")
            let bob = try await bench.person("bob", friends: [ana])
            // A caller who stays away while it rings has given up.
            await bench.calls.sessionOpened(ana.identity)
            _ = try await bench.start(ana, [bob])
            bench.app.clock.advance(seconds: 61)
            await bench.calls.tick()
            let declined = try await bench.start(ana, [bob], room: 78)
            try await bench.end(declined, bob)
            let talked = try await bench.connected(ana, [bob], room: 79)
            try await bench.end(talked, bob)
            let anas: [CallRecord] = try await bench.app.call(.callHistory, as: ana).value()
            let reasons = anas.map { ($0.janusRoomId, $0.participants.first?.endReason?.rawValue ?? "-") }
            #expect(Dictionary(uniqueKeysWithValues: reasons) == [77: "no_answer", 78: "declined", 79: "-"])
            let bobs: [CallRecord] = try await bench.app.call(.callHistory, as: bob, query: "?isMissed=true").value()
            #expect(bobs.map(\.janusRoomId) == [77] && bobs.allSatisfy { $0.status == .missed })
        }
    }
}

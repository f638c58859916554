import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Attacks: endless ringing", .timeLimit(.minutes(1)))
struct RingingTests {
    private static func retryAfter(_ answer: Answer) -> Int? { answer.headers[.retryAfter].flatMap { Int($0) } }

    /// Who: a friend.
    /// With: starting and ending calls as fast as answers come.
    /// Gets: 463 rings and pushes in six seconds (before) → ten a minute and sixty an hour, then 429 (now).
    @Test("rings from one friend to another are limited; others still ring")
    func pair() async throws {
        try await StoredCalls.run(limits: Limits()) { bench in
            let vera = try await bench.person("vera")
            let mallory = try await bench.person("mallory", friends: [vera])
            let fay = try await bench.person("fay", friends: [vera, mallory])
            for round in 0..<7 {
                var answer = try await bench.app.call(.startCall, bench.request([vera]), as: mallory)
                while answer.status == 200 {
                    try await bench.app.call(.endCall, as: mallory).expectOK()
                    answer = try await bench.app.call(.startCall, bench.request([vera]), as: mallory)
                }
                answer.expect(.tooManyRequests)
                #expect(bench.push.rings.count == min((round + 1) * 10, 60))
                let wait = try #require(Self.retryAfter(answer))
                #expect(wait == (round < 5 ? 60 : 3600 - round * 60))
                let place = PlaceCallRequest(
                    roomId: 78, calleeId: vera.id, encryptedAESKeys: bench.request([vera]).encryptedAESKeys,
                    isVideo: false)
                try await bench.app.call(.placeCall, place, as: mallory).expect(.tooManyRequests)
                bench.app.clock.advance(seconds: 60)
            }
            // Both still reach, and are reached by, a third person.
            for (caller, callee) in [(fay, vera), (vera, mallory), (mallory, fay)] {
                let call = try await bench.start(caller, [callee], room: 80)
                try await bench.end(call, caller)
            }
        }
    }

    /// Who: a participant of a call.
    /// With: inviting the same person again whenever they decline; naming them beside others.
    /// Gets: a ring each (before) → ten a minute, then 429, and no one else of the request rings (now).
    @Test("invitations count as rings; repeating one that still rings does not")
    func invitations() async throws {
        try await StoredCalls.run(limits: Limits()) { bench in
            let vera = try await bench.person("vera")
            let mallory = try await bench.person("mallory", friends: [vera])
            let bo = try await bench.person("bo", friends: [mallory])
            let fay = try await bench.person("fay", friends: [mallory])
            let call = try await bench.connected(mallory, [bo])
            let before = bench.push.rings.count
            for _ in 0..<10 {
                for _ in 0..<2 {
                    try await bench.app.call(.inviteToCall, id: call.rawValue, bench.request([vera]), as: mallory)
                        .expectOK()
                }
                try await bench.end(call, vera)
            }
            #expect(bench.push.rings.count == before + 10)
            for callees in [[vera], [vera, fay]] {
                let answer = try await bench.app.call(
                    .inviteToCall, id: call.rawValue, bench.request(callees), as: mallory)
                answer.expect(.tooManyRequests)
                #expect(Self.retryAfter(answer) == 60)
            }
            #expect(bench.push.rings.count == before + 10)
            try await bench.app.call(.inviteToCall, id: call.rawValue, bench.request([fay]), as: mallory).expectOK()
        }
    }

    /// Who: someone with many friends.
    /// With: ringing all of them, again and again.
    /// Gets: as many rings as requests (before) → as many as a full group called twice in a minute (now).
    @Test("rings from one person to all are limited; callees who have blocked the caller count the same")
    func caller() async throws {
        var limits = Limits()
        limits.ringsPerCaller = Rate(count: 5, seconds: 60)
        try await StoredCalls.run(limits: limits) { bench in
            let mallory = try await bench.person("mallory")
            var friends: [Person] = []
            for name in ["a", "b", "c"] { friends.append(try await bench.person(name, friends: [mallory])) }
            try await bench.app.call(.toggleBlock, id: mallory.id.rawValue, as: friends[0]).expectOK()
            let call = try await bench.start(mallory, friends)
            try await bench.end(call, mallory)
            try await bench.app.call(.startCall, bench.request(friends), as: mallory).expect(.tooManyRequests)
            let second = try await bench.start(mallory, [friends[0], friends[1]])
            try await bench.end(second, mallory)
            for friend in friends {
                try await bench.app.call(.startCall, bench.request([friend]), as: mallory).expect(.tooManyRequests)
            }
            bench.app.clock.advance(seconds: 60)
            _ = try await bench.start(mallory, friends)
        }
    }

    /// Who: someone who was in a call.
    /// With: asking to rejoin and withdrawing, endlessly.
    /// Gets: a signal to everyone in the call each time (before) → thirty a minute (now).
    @Test("requests to rejoin are limited")
    func rejoins() async throws {
        try await StoredCalls.run(limits: Limits()) { bench in
            let ana = try await bench.person("ana")
            let bo = try await bench.person("bo", friends: [ana])
            let mallory = try await bench.person("mallory", friends: [ana])
            let call = try await bench.connected(ana, [bo, mallory])
            try await bench.end(call, mallory)
            for _ in 0..<30 {
                try await bench.app.call(.requestRejoin, id: call.rawValue, as: mallory).expectOK()
                try await bench.end(call, mallory)
            }
            let answer = try await bench.app.call(.requestRejoin, id: call.rawValue, as: mallory)
            answer.expect(.tooManyRequests)
            #expect(Self.retryAfter(answer) == 60)
            #expect(bench.signals.kinds(to: bo.device).count { $0 == .participantRequestRejoin } == 30)
        }
    }

    @Test("redialling a few times, a busy line, and retries of a lost request are not limited")
    func legitimate() async throws {
        try await StoredCalls.run(limits: Limits()) { bench in
            let ana = try await bench.person("ana")
            let bo = try await bench.person("bo", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana, bo])
            let call = try await bench.start(cy, [bo])
            // A busy callee does not ring.
            for _ in 0..<30 {
                try await bench.app.call(.startCall, bench.request([bo], room: 78), as: ana).expect(.allCalleesBusy)
            }
            try await bench.end(call, cy)
            for _ in 0..<8 {
                let call = try await bench.start(ana, [bo], room: 78)
                for _ in 0..<5 { #expect(try await bench.start(ana, [bo], room: 78) == call) }
                bench.app.clock.advance(seconds: 5)
                try await bench.end(call, ana)
            }
        }
    }

    @Test("the wait lasts until enough of the oldest rings have left the window")
    func waiting() {
        let start = Timestamp(milliseconds: 1_000_000)
        var limits = Limits()
        limits.ringsPerCaller = Rate(count: 3, seconds: 10)
        var rates = CallRates(limits)
        #expect(rates.wait(toRing: [2, 3, 4, 5, 6], by: 1, at: start) == nil, "a call to many rings once")
        for second in 0..<3 { rates.rang([UserID(UInt64(second + 2))], by: 1, at: start.advanced(bySeconds: second)) }
        let now = start.advanced(bySeconds: 3)
        #expect(rates.wait(toRing: [9], by: 1, at: now) == 7)
        #expect(rates.wait(toRing: [8, 9], by: 1, at: now) == 8)
        #expect(rates.wait(toRing: [5, 6, 7, 8, 9], by: 1, at: now) == 9)
        #expect(rates.wait(toRing: [9], by: 7, at: now) == nil)
        #expect(rates.wait(toRing: [9], by: 1, at: start.advanced(bySeconds: 10)) == nil)
    }
}

import ECallAPI
import Testing

@testable import ECallServer

@Suite("Rules of refreshing", .timeLimit(.minutes(1)))
struct RefreshRuleTests {
    private static let begin = Timestamp(milliseconds: 1_000_000_000)
    private static let family = TokenFamily(
        id: "f", identity: DeviceIdentity(user: 1, device: 2), generation: 5, rotatedAt: begin, createdAt: begin)

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Generation, and whether the token made the next one.
        var stored: (generation: Int64, isUsed: Bool)?
        /// Generation, and when it was issued relative to the last known moment.
        var stamp: (generation: Int64, issued: Int)?
        var later = 0
        /// Until when devices are let back in; nil if nothing was restored.
        var grace: Int?
        let verdict: RefreshVerdict
    }

    private static let rows = [
        Row(testDescription: "the newest", stored: (5, false), verdict: .rotate),
        Row(testDescription: "the newest, late", stored: (5, false), later: 1_000_000, verdict: .rotate),
        Row(testDescription: "the clock was set back", stored: (5, false), later: -86_400, verdict: .rotate),
        Row(testDescription: "the one before", stored: (4, true), verdict: .repeatNewest),
        Row(
            testDescription: "the one before, weeks later", stored: (4, true), later: 2_000_000, verdict: .repeatNewest),
        Row(testDescription: "its sibling at once", stored: (4, false), later: 60, verdict: .repeatNewest),
        Row(testDescription: "its sibling late", stored: (4, false), later: 61, verdict: .revoke),
        Row(testDescription: "its sibling, clock back", stored: (4, false), later: -86_400, verdict: .repeatNewest),
        Row(testDescription: "two behind", stored: (3, true), verdict: .revoke),
        Row(testDescription: "newer than the newest", stored: (6, false), verdict: .revoke),
        Row(testDescription: "forgotten", verdict: .revoke),
        Row(testDescription: "forgotten, and it says so", stamp: (2, 0), verdict: .revoke),
        Row(testDescription: "newer than is known, nothing restored", stamp: (7, 10), verdict: .refuse),
        Row(testDescription: "newer than the backup", stamp: (7, 10), grace: 100, verdict: .adopt),
        Row(testDescription: "a repetition after the backup", stamp: (5, 10), grace: 100, verdict: .adopt),
        Row(testDescription: "from before the backup", stamp: (7, -10), grace: 100, verdict: .refuse),
        Row(testDescription: "older than the backup", stamp: (3, 10), grace: 100, verdict: .revoke),
        Row(testDescription: "newer, too late", stamp: (7, 10), later: 100, grace: 100, verdict: .refuse),
        Row(testDescription: "of an earlier version, restored", grace: 100, verdict: .refuse),
        Row(testDescription: "known, restored", stored: (5, false), stamp: (5, 10), grace: 100, verdict: .rotate),
    ]

    @Test("every combination of token and time has its verdict", arguments: rows)
    func table(row: Row) {
        let token = ShownToken(
            stored: row.stored.map { .init(generation: $0.generation, isUsed: $0.isUsed) },
            stamp: row.stamp.map {
                .init(generation: $0.generation, issuedAt: Self.begin.advanced(bySeconds: $0.issued))
            })
        let restoration = row.grace.map {
            Restoration(knownUntil: Self.begin, graceEnd: Self.begin.advanced(bySeconds: $0))
        }
        let verdict = RefreshVerdict.judge(
            token, of: Self.family, restoration: restoration, grace: 60, at: Self.begin.advanced(bySeconds: row.later))
        #expect(verdict == row.verdict)
    }

    @Test(
        "a family unknown to the backup is adopted only within the grace period",
        arguments: [
            (10, nil, 100, .adopt), (0, nil, 100, .adopt), (-1, nil, 100, .refuse), (10, nil, nil, .refuse),
            (10, nil, 0, .refuse), (10, 5, 100, .adopt), (10, 20, 100, .refuse), (nil, nil, 100, .refuse),
        ] as [(Int?, Int?, Int?, RefreshVerdict)])
    func orphans(issued: Int?, last: Int?, grace: Int?, verdict: RefreshVerdict) {
        func moment(_ seconds: Int) -> Timestamp { Self.begin.advanced(bySeconds: seconds) }
        let found = RefreshVerdict.judge(
            orphan: issued.map { .init(generation: 3, issuedAt: moment($0)) }, last: last.map(moment),
            restoration: grace.map { Restoration(knownUntil: moment(0), graceEnd: moment($0)) }, at: moment(0))
        #expect(found == verdict)
    }

    /// A family as the server stores it, without a database.
    private struct Model {
        var generation: Int64 = 1
        var rotated = begin
        var tokens: [Int: ShownToken.Stored] = [0: .init(generation: 1, isUsed: false)]
        var isRevoked = false

        /// Shows a token; returns the number of the resulting one.
        mutating func show(_ number: Int, at now: Timestamp) -> Int? {
            guard !isRevoked else { return nil }
            let family = TokenFamily(
                id: "f", identity: DeviceIdentity(user: 1, device: 2), generation: generation, rotatedAt: rotated,
                createdAt: begin)
            let verdict = RefreshVerdict.judge(
                ShownToken(stored: tokens[number]), of: family, restoration: nil, grace: 60, at: now)
            switch verdict {
            case .rotate:
                tokens = tokens.filter { $0.value.generation >= generation }
                tokens[number] = .init(generation: generation, isUsed: true)
                generation += 1
            case .repeatNewest: break
            case .revoke, .refuse, .adopt:
                isRevoked = true
                return nil
            }
            rotated = now
            let fresh = (tokens.keys.max() ?? 0) + 1 + Int(generation) * 100
            tokens[fresh] = .init(generation: generation, isUsed: false)
            return fresh
        }
    }

    @Test("a thief who alternates with the owner is detected at the second turn", arguments: [true, false])
    func turns(thiefIsFirst: Bool) {
        var (model, now) = (Model(), Self.begin)
        var hands = [0, 0]
        var turns = 0
        while !model.isRevoked, turns < 10 {
            now = now.advanced(bySeconds: 600)
            let hand = turns % 2 == (thiefIsFirst ? 0 : 1) ? 0 : 1
            if let next = model.show(hands[hand], at: now) { hands[hand] = next }
            turns += 1
        }
        #expect(model.isRevoked && turns <= 4)
    }

    @Test("a device that loses any number of answers stays signed in")
    func losses() {
        var (model, now, hand) = (Model(), Self.begin, 0)
        for round in 1...200 {
            now = now.advanced(bySeconds: round * 37 % 5000)
            let answer = model.show(hand, at: now)
            // Every third answer arrives.
            if round % 3 == 0, let answer { hand = answer }
        }
        #expect(!model.isRevoked)
    }
}

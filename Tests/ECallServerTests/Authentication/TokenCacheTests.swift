import ECallAPI
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("The cache of tokens", .timeLimit(.minutes(1)))
struct TokenCacheTests {
    private static let device = DeviceIdentity(user: 1, device: 11)
    private static func moment(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    @Test(
        "a token is cached for five seconds from its lookup, and never beyond its own expiry",
        arguments: [
            (10_000, 100, true), (14_999, 100, true), (15_000, 100, false), (9_999, 100, false), (11_999, 12, true),
            (12_000, 12, false),
        ])
    func life(now: Int64, expires: Int64, isKnown: Bool) {
        let (tokens, token) = (TokenCache(), TokenCache.digest("a"))
        tokens.keep(token, of: Self.device, until: expires, readAt: Self.moment(10_000), since: tokens.era)
        #expect(tokens.identity(of: token, at: Self.moment(now)) == (isKnown ? Self.device : nil))
        #expect(tokens.identity(of: TokenCache.digest("b"), at: Self.moment(now)) == nil)
    }

    @Test("the end of a sign-in empties the cache, and earlier reads are not inserted after it")
    func eras() {
        let (tokens, token, now) = (TokenCache(), TokenCache.digest("a"), Self.moment(10_000))
        let before = tokens.era
        tokens.keep(token, of: Self.device, until: 100, readAt: now, since: before)
        tokens.empty()
        #expect(tokens.identity(of: token, at: now) == nil)
        tokens.keep(token, of: Self.device, until: 100, readAt: now, since: before)
        #expect(tokens.identity(of: token, at: now) == nil && tokens.count == 0)
        tokens.keep(token, of: Self.device, until: 100, readAt: now, since: tokens.era)
        #expect(tokens.identity(of: token, at: now) == Self.device)
    }

    @Test("the cache is bounded, and always has the latest half")
    func bound() {
        let (tokens, now) = (TokenCache(capacity: 8), Self.moment(10_000))
        for number in 0..<100 {
            tokens.keep(
                TokenCache.digest("\(number)"), of: Self.device, until: 100, readAt: now, since: tokens.era)
            #expect(tokens.count <= 8)
            for latest in max(0, number - 3)...number {
                #expect(tokens.identity(of: TokenCache.digest("\(latest)"), at: now) == Self.device)
            }
        }
    }

    @Test("the second request with a token does not query the database for its device")
    func spares() async throws {
        let shelf = Shelf<HeldReads>()
        try await TestApp.run(database: { database in
            let held = HeldReads(database)
            shelf.put(held)
            return held
        }) { app in
            let (reads, ana) = (try #require(shelf.item), try await app.signIn("ana@example.net"))
            let before = reads.lookUps
            try await app.call(.user, as: ana).expectOK()
            #expect(reads.lookUps == before + 2)
            try await app.call(.user, as: ana).expectOK()
            #expect(reads.lookUps == before + 3)
        }
    }

    /// A way to end a sign-in from another device of the account.
    enum End: CaseIterable {
        case terminated, others, reused, loggedOut

        func happen(to victim: Person, by other: Person, _ app: TestApp) async throws {
            switch self {
            case .terminated: try await app.call(.terminateSession, id: victim.device.rawValue, as: other).expectOK()
            case .others: try await app.call(.terminateOthers, as: other).expectOK()
            case .loggedOut: try await app.call(.logout, as: victim).expectOK()
            case .reused:
                var token = victim.refreshToken
                for _ in 0..<2 {
                    let answer = try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: token))
                    token = try answer.value(RefreshTokenResponse.self).refreshToken
                }
                try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: victim.refreshToken))
                    .expect(.refreshTokenExpired)
            }
        }
    }

    @Test(
        "ASVS 7.4.1: a signed-out device is refused at its next request, however it was signed out",
        arguments: End.allCases)
    func ends(end: End) async throws {
        try await TestApp.run { app in
            let (ana, other) = (try await app.signIn("ana@example.net"), try await app.signIn("ana@example.net"))
            let bo = try await app.signIn("bo@example.net")
            for person in [ana, other, bo] { try await app.call(.user, as: person).expectOK() }
            try await end.happen(to: ana, by: other, app)
            try await app.call(.user, as: ana).expect(.deviceNotRegistered)
            for person in [other, bo] { try await app.call(.user, as: person).expectOK() }
        }
    }

    @Test(
        "ASVS 7.4.1: a request that was reading the database meanwhile does not cache the token either",
        arguments: End.allCases)
    func race(end: End) async throws {
        let shelf = Shelf<HeldReads>()
        try await TestApp.run(database: { database in
            let held = HeldReads(database)
            shelf.put(held)
            return held
        }) { app in
            let reads = try #require(shelf.item)
            let (ana, other) = (try await app.signIn("ana@example.net"), try await app.signIn("ana@example.net"))
            reads.holdNext()
            async let early = app.call(.devices, as: ana)
            await reads.reached()
            try await end.happen(to: ana, by: other, app)
            reads.release()
            // It was sent before: either answer is right.
            #expect([200, 401].contains(try await early.status))
            try await app.call(.devices, as: ana).expect(.deviceNotRegistered)
        }
    }
}

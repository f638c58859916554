import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Search", .timeLimit(.minutes(1)))
struct SearchTests {
    private static let miss = #"{"results":[]}"#

    private static func search(_ app: TestApp, _ request: SearchRequest, _ person: Person) async throws -> Answer {
        try await app.call(.searchContacts, request, as: person)
    }

    private static func hit(_ answer: Answer) throws -> ResolvedContact {
        let results = try answer.value(SearchResponse.self).results
        try #require(results.count == 1, "\(answer.text)")
        return results[0]
    }

    /// 000-62
    @Test("000-10: search finds by e-mail, phone number and either form of the key's hash; whole, in any case")
    func finds() async throws {
        try await TestApp.run { app in
            let key = TestKeys.p256()
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let bob = try await app.signIn("Bob@Example.net", name: "Bob", publicKey: key)
            let bytes = Data(base64Encoded: key) ?? Data()
            for request in [
                SearchRequest(email: "bob@example.net"), SearchRequest(email: "BOB@example.NET", phoneNumber: ""),
                SearchRequest(publicKeyHash: HexDigest.sha256(key)),
                SearchRequest(publicKeyHash: HexDigest.hex(SHA256.hash(data: bytes)).uppercased()),
            ] {
                let answer = try await Self.search(app, request, ana)
                let hit = try Self.hit(answer)
                #expect(hit.displayName == "Bob" && ShareToken(hit.token) != nil)
                #expect(!answer.text.contains(bob.id.description) && !answer.text.lowercased().contains("example"))
                let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: [[String: Any]]]
                #expect(object?["results"]?.first?.keys.sorted() == ["displayName", "token"])
            }
            for text in ["bob@example.ne", "ob@example.net", "bob%@example.net", "b_b@example.net"] {
                #expect(try await Self.search(app, SearchRequest(email: text), ana).text == Self.miss)
            }
        }
    }

    @Test("search finds by phone number once it is proven")
    func findsByNumber() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            app.clock.advance(seconds: 10)
            let number = "+4915112345678"
            try await app.call(.login, LoginRequest(phoneNumber: number, displayName: "Bob")).expectOK()
            let request = SearchRequest(phoneNumber: number)
            // The number has not been proven yet.
            #expect(try await Self.search(app, request, ana).text == Self.miss)
            let code = try #require(app.outbox.lastCode(to: number))
            try await app.call(
                .verifyLogin, VerifyLoginRequest(code: code, phoneNumber: number, device: DevicePayload())
            ).expectOK()
            #expect(try Self.hit(await Self.search(app, request, ana)).displayName == "Bob")
            #expect(try await Self.search(app, SearchRequest(phoneNumber: "+491511234567"), ana).text == Self.miss)
        }
    }

    @Test(
        "a hit's token is valid once, for a day, for the searcher alone, and does not count towards the found person's limit"
    )
    func token() async throws {
        var limits = Limits.development
        limits.shareTokens = Rate(count: 1, seconds: 3600)
        limits.accessTokenLifetime = 1_000_000
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let bob = try await app.signIn("bob@example.net", name: "Bob")
            let eve = try await app.signIn("eve@example.net", name: "Eve")
            var tokens: [TokenBody] = []
            for _ in 0..<3 {
                let hit = try Self.hit(await Self.search(app, SearchRequest(email: bob.email), ana))
                tokens.append(TokenBody(token: hit.token))
            }
            #expect(Set(tokens.map(\.token)).count == 3)
            try await app.call(.createShareToken, as: bob).expectOK()
            try await app.call(.resolveShareToken, tokens[0], as: eve).expect(.tokenNotFound)
            try await app.call(.sendFriendRequestByToken, tokens[0], as: eve).expect(.tokenNotFound)
            try await app.send(.get, "/share/contact/\(tokens[0].token)").expectLanding(404)
            #expect(
                try await app.call(.resolveShareToken, tokens[0], as: ana).value()
                    == ResolvedContact(token: tokens[0].token, displayName: "Bob"))
            try await app.call(.sendFriendRequestByToken, tokens[0], as: ana).expectOK()
            app.clock.advance(seconds: 60)
            try await app.call(.sendFriendRequestByToken, tokens[0], as: ana).expect(.tokenUsed)
            #expect(try await Lists.of(bob, app).received == [ana.id])
            app.clock.advance(seconds: 86_400)
            try await app.call(.sendFriendRequestByToken, tokens[1], as: ana).expect(.tokenExpired)
        }
    }

    @Test("blocked, hidden, unverified, about to be deleted, unknown and oneself get the same answer")
    func misses() async throws {
        let database = Shelf<any Database>()
        try await TestApp.run(
            callParts: { dependencies in
                database.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let ana = try await app.signIn("ana@example.net", name: "Ana")
                var people: [String: Person] = [:]
                for name in ["blocker", "blocked", "hidden", "deleted", "seen"] {
                    people[name] = try await app.signIn("\(name)@example.net", name: name, publicKey: TestKeys.p256())
                }
                let (blocker, blocked) = (try #require(people["blocker"]), try #require(people["blocked"]))
                for person in [blocker, blocked] { try await app.befriend(ana, person) }
                try await app.call(.toggleBlock, id: ana.id.rawValue, as: blocker).expectOK()
                try await app.call(.toggleBlock, id: blocked.id.rawValue, as: ana).expectOK()
                try await app.call(.updatePrivacy, PrivacySettings(searchable: false), as: people["hidden"]).expectOK()
                let deleted = try #require(people["deleted"]).id
                try await #require(database.item).write { sql in
                    _ = try sql.execute("UPDATE users SET deleted_at = 1 WHERE id = :id", ["id": .id(deleted)])
                }
                app.clock.advance(seconds: 10)
                try await app.call(.login, LoginRequest(email: "unverified@example.net")).expectOK()
                for name in ["blocker", "blocked", "hidden", "deleted", "unverified", "unknown", "ana"] {
                    let answer = try await Self.search(app, SearchRequest(email: "\(name)@example.net"), ana)
                    #expect(answer.status == 200 && answer.text == Self.miss, "\(name)")
                    guard let person = people[name] else { continue }
                    let device = try await #require(database.item).read {
                        try DeviceRepository($0).devices(of: person.id)
                    }
                    let hash = HexDigest.sha256(device[0].publicKey)
                    #expect(
                        try await Self.search(app, SearchRequest(publicKeyHash: hash), ana).text == Self.miss, "\(name)"
                    )
                }
                _ = try Self.hit(await Self.search(app, SearchRequest(email: "seen@example.net"), ana))
            })
    }

    @Test("being searchable is on by default, and can be turned off and on")
    func privacy() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let bob = try await app.signIn("bob@example.net", name: "Bob")
            #expect(try await app.call(.privacy, as: bob).text == #"{"searchable":true}"#)
            for isSearchable in [false, true] {
                let settings = PrivacySettings(searchable: isSearchable)
                #expect(try await app.call(.updatePrivacy, settings, as: bob).value() == settings)
                #expect(try await app.call(.privacy, as: bob).value() == settings)
                let answer = try await Self.search(app, SearchRequest(email: bob.email), ana)
                #expect((answer.text == Self.miss) == !isSearchable)
            }
            for body in ["{}", #"{"searchable":1}"#, #"{"searchable":"no"}"#, "[]"] {
                try await app.send(.patch, "/user/privacy", Data(body.utf8), token: bob.accessToken).expect(.badRequest)
            }
        }
    }

    @Test("a search without exactly one valid key is refused")
    func malformed() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let hash = String(repeating: "a", count: 64)
            for request in [
                SearchRequest(), SearchRequest(email: "", phoneNumber: ""), SearchRequest(email: "ana"),
                SearchRequest(phoneNumber: "12345"), SearchRequest(email: "a@b.example", phoneNumber: "+4915112345"),
                SearchRequest(publicKeyHash: "abc"), SearchRequest(publicKeyHash: hash + "a"),
                SearchRequest(publicKeyHash: String(repeating: "g", count: 64)),
                SearchRequest(email: "a@b.example", publicKeyHash: hash),
            ] {
                try await Self.search(app, request, ana).expect(.searchFailed)
            }
            #expect(try await Self.search(app, SearchRequest(publicKeyHash: hash), ana).text == Self.miss)
        }
    }

    @Test("searches are limited per person and per address; malformed ones do not count")
    func limits() async throws {
        var limits = Limits.development
        limits.searchesPerUser = Rate(count: 3, seconds: 3600)
        limits.searchesPerAddress = Rate(count: 5, seconds: 3600)
        limits.accessTokenLifetime = 100_000
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net")
            let bob = try await app.signIn("bob@example.net")
            let request = SearchRequest(email: "x@example.net")
            try await Self.search(app, SearchRequest(email: "x"), ana).expect(.searchFailed)
            for _ in 0..<3 { try await Self.search(app, request, ana).expectOK() }
            try await Self.search(app, request, ana).expect(.tooManySearches)
            // Refused by the person's limit, it has still counted for the address.
            try await Self.search(app, request, bob).expectOK()
            try await Self.search(app, request, bob).expect(.tooManySearches)
            app.clock.advance(seconds: 3600)
            try await Self.search(app, request, bob).expectOK()
        }
    }

    @Test("devices stored before the second form of the hash are found by it")
    func olderDevices() async throws {
        let database = Shelf<any Database>()
        try await TestApp.run(
            callParts: { dependencies in
                database.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let key = TestKeys.p256()
                let ana = try await app.signIn("ana@example.net", name: "Ana")
                _ = try await app.signIn("bob@example.net", name: "Bob", publicKey: key)
                let database = try #require(database.item)
                try await database.write { _ = try $0.execute("UPDATE devices SET key_bytes_hash = ''") }
                let hash = HexDigest.hex(SHA256.hash(data: Data(base64Encoded: key) ?? Data()))
                #expect(try await Self.search(app, SearchRequest(publicKeyHash: hash), ana).text == Self.miss)
                try await database.write { try DeviceRepository($0).addMissingKeyHashes() }
                _ = try Self.hit(await Self.search(app, SearchRequest(publicKeyHash: hash), ana))
            })
    }
}

extension Answer {
    /// Expects the landing page with this status.
    func expectLanding(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self.status == status, "\(text)", sourceLocation: sourceLocation)
        #expect(text.hasPrefix("<!doctype html>"), sourceLocation: sourceLocation)
    }
}

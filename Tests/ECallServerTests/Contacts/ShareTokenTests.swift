import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Share tokens", .timeLimit(.minutes(1)))
struct ShareTokenTests {
    private static func make(_ app: TestApp, _ person: Person) async throws -> TokenBody {
        try await app.call(.createShareToken, as: person).value()
    }

    private static func use(_ app: TestApp, _ token: TokenBody, _ person: Person) async throws -> Answer {
        try await app.call(.sendFriendRequestByToken, token, as: person)
    }

    private static func resolve(_ app: TestApp, _ token: TokenBody, _ person: Person) async throws -> Answer {
        try await app.call(.resolveShareToken, token, as: person)
    }

    private static func received(_ app: TestApp, _ person: Person) async throws -> [UserID] {
        try await app.call(.receivedFriendRequests, as: person).value(FriendRequestsResponse.self)
            .friendRequests.map(\.senderId)
    }

    private static func people(_ app: TestApp) async throws -> (Person, Person) {
        (try await app.signIn("ana@example.net", name: "Ana"), try await app.signIn("bob@example.net", name: "Bob"))
    }

    /// 004-13, 004-33
    @Test("004-4: a link reveals the name any number of times, never the number, and is used once")
    func life() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            let eve = try await app.signIn("eve@example.net")
            let token = try await Self.make(app, ana)
            #expect(token.token.count == 43 && token.token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
            for _ in 0..<3 {
                let answer = try await Self.resolve(app, token, bob)
                #expect(try answer.value() == ResolvedContact(token: token.token, displayName: "Ana"))
                #expect(!answer.text.contains(ana.id.description))
            }
            let answer = try await Self.use(app, token, bob)
            #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
            #expect(try await Self.received(app, ana) == [bob.id])
            // Bob's own repetition would get the same answer as the first time.
            app.clock.advance(seconds: 60)
            for person in [bob, eve] {
                try await Self.use(app, token, person).expect(.tokenUsed)
                try await Self.resolve(app, token, person).expect(.tokenUsed)
            }
            #expect(try await Self.received(app, ana) == [bob.id])
        }
    }

    @Test("of fifty simultaneous uses of a link exactly one person's succeed")
    func atTheSameMoment() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            var others: [Person] = []
            for index in 0..<10 { others.append(try await app.signIn("person\(index)@example.net")) }
            for count in [10, 1] {
                let (token, people) = (try await Self.make(app, ana), others)
                let before = try await Self.received(app, ana).count
                let answers = try await atOnce(50) { try await Self.use(app, token, people[$0 % count]) }
                // Repetitions by the same device count as the same use.
                #expect(answers.filter { $0.status == 200 }.count == 50 / count)
                for answer in answers where answer.status != 200 { answer.expect(.tokenUsed) }
                #expect(try await Self.received(app, ana).count <= before + 1)
            }
        }
    }

    @Test("004-3: a link is valid for a day", arguments: [(86_399, true), (86_400, false)])
    func expiry(seconds: Int, isGood: Bool) async throws {
        var limits = Limits.development
        limits.accessTokenLifetime = 1_000_000
        try await TestApp.run(limits: limits) { app in
            let (ana, bob) = try await Self.people(app)
            let token = try await Self.make(app, ana)
            app.clock.advance(seconds: seconds)
            let answers = [try await Self.resolve(app, token, bob), try await Self.use(app, token, bob)]
            for answer in answers { isGood ? answer.expectOK() : answer.expect(.tokenExpired) }
        }
    }

    @Test("004-5: one's own link is refused and stays valid")
    func ownLink() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            let token = try await Self.make(app, ana)
            try await Self.resolve(app, token, ana).expect(.selfResolve)
            try await Self.use(app, token, ana).expect(.selfResolve)
            try await Self.use(app, token, bob).expectOK()
        }
    }

    @Test("a friend's link reports the friendship and stays valid for others")
    func friendsLink() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            let eve = try await app.signIn("eve@example.net")
            try await app.befriend(ana, bob)
            let token = try await Self.make(app, ana)
            try await Self.use(app, token, bob).expect(.alreadyFriends)
            try await Self.use(app, token, eve).expectOK()
        }
    }

    /// 004-24
    @Test("004-6: revoking ends one link or all of them, one's own only")
    func revoking() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            let (first, second, third) = (
                try await Self.make(app, ana), try await Self.make(app, ana), try await Self.make(app, ana)
            )
            let bobs = try await Self.make(app, bob)
            try await app.call(.revokeShareToken, first, as: bob).expect(.tokenNotFound)
            try await Self.resolve(app, first, bob).expectOK()
            for _ in 0..<2 {
                let answer = try await app.call(.revokeShareToken, first, as: ana)
                #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
            }
            try await Self.resolve(app, first, bob).expect(.tokenNotFound)
            try await Self.resolve(app, second, bob).expectOK()
            try await app.call(.revokeShareToken, as: ana).expectOK()
            for token in [second, third] { try await Self.use(app, token, bob).expect(.tokenNotFound) }
            try await Self.resolve(app, bobs, ana).expectOK()
        }
    }

    @Test("004-2: links are limited to twenty an hour, including revoked ones")
    func limit() async throws {
        var limits = Limits.development
        limits.accessTokenLifetime = 1_000_000
        try await TestApp.run(limits: limits) { app in
            let (ana, bob) = try await Self.people(app)
            let statuses = try await atOnce(25) { _ in try await app.call(.createShareToken, as: ana).status }
            #expect(statuses.filter { $0 == 200 }.count == 20)
            try await app.call(.revokeShareToken, as: ana).expectOK()
            try await app.call(.createShareToken, as: ana).expect(.tooManyShareTokens)
            try await app.call(.createShareToken, as: bob).expectOK()
            app.clock.advance(seconds: 3600)
            try await app.call(.createShareToken, as: ana).expectOK()
        }
    }

    /// 004-9
    @Test(
        "a malformed or unknown link is not found",
        arguments: [
            "", "x", String(repeating: "a", count: 42), String(repeating: "a", count: 44), "' OR 1=1 --",
            String(repeating: "a", count: 43), String(repeating: "ä", count: 43), String(repeating: "9", count: 43),
        ])
    func unknown(text: String) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let token = TokenBody(token: text)
            try await Self.resolve(app, token, ana).expect(.tokenNotFound)
            try await Self.use(app, token, ana).expect(.tokenNotFound)
            try await app.call(.revokeShareToken, token, as: ana).expect(.tokenNotFound)
        }
    }

    /// 004-32
    @Test("a number in place of a link is a user id, in either member")
    func numbers() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await Self.use(app, TokenBody(token: bob.id.description), ana).expectOK()
            #expect(try await Self.received(app, bob) == [ana.id])
            try await app.call(.sendFriendRequestByToken, FriendRequestTarget(targetUserId: ana.id), as: bob).expectOK()
            try await Self.use(app, TokenBody(token: bob.id.description), ana).expect(.alreadyFriends)
            try await app.call(.sendFriendRequestByToken, EmptyResponse(), as: ana).expect(.badRequest)
            // 0 counts as absent, and a token takes precedence.
            let path = "/app/api/friend-request/by-token"
            let eve = try await app.signIn("eve@example.net")
            let token = try await Self.make(app, eve).token
            for (body, code) in [
                (#"{"targetUserId":0}"#, ErrorCode.badRequest), (#"{"token":"","targetUserId":0}"#, .tokenNotFound),
                (#"{"token":"0"}"#, .tokenNotFound), (#"{"token":"9007199254740992"}"#, .tokenNotFound),
            ] {
                try await app.send(.post, path, Data(body.utf8), token: ana.accessToken).expect(code)
            }
            let both = Data(#"{"token":"\#(token)","targetUserId":\#(bob.id)}"#.utf8)
            try await app.send(.post, path, both, token: ana.accessToken).expectOK()
            #expect(try await Self.received(app, eve) == [ana.id])
        }
    }

    @Test("004-1: bytes become a number in base 62, padded to 43 characters")
    func encoding() {
        #expect(ShareToken(bytes: [UInt8](repeating: 0, count: 32)).text == String(repeating: "0", count: 43))
        let one = [UInt8](repeating: 0, count: 31) + [61]
        #expect(ShareToken(bytes: one).text == String(repeating: "0", count: 42) + "z")
        #expect(
            ShareToken(bytes: [UInt8](repeating: 0xFF, count: 32)).text == "yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1"
        )
        #expect(ShareToken(bytes: (0..<32).map { UInt8($0) }).text == "003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf")
        let tokens = (0..<1000).map { _ in ShareToken.random() }
        #expect(Set(tokens).count == 1000 && tokens.allSatisfy { ShareToken($0.text) == $0 })
    }
}

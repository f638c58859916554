import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ServerFoundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Personal links", .timeLimit(.minutes(1)))
struct PersonalLinkTests {
    private static let month = 30 * 86_400

    private static func link(_ app: TestApp, _ person: Person) async throws -> PersonalLink? {
        try await app.call(.personalLink, as: person).value(PersonalLinkResponse.self).personalLink
    }

    @discardableResult
    private static func set(
        _ app: TestApp, _ person: Person, _ uses: Int = 10, for seconds: Int = month, isNew: Bool? = nil
    ) async throws -> PersonalLink {
        let body = PersonalLinkRequest(maxUses: uses, lifetime: seconds, isNew: isNew)
        let answer = try await app.call(.setPersonalLink, body, as: person).value(PersonalLinkResponse.self)
        return try #require(answer.personalLink)
    }

    private static func ask(_ app: TestApp, _ link: PersonalLink, _ person: Person) async throws -> Answer {
        try await app.call(.sendFriendRequestByToken, TokenBody(token: link.token), as: person)
    }

    private static func people(_ app: TestApp, _ count: Int) async throws -> [Person] {
        var people: [Person] = []
        for index in 0..<count { people.append(try await app.signIn("person\(index)@example.net")) }
        return people
    }

    @Test(
        "a personal link is off at first; then the given number of people can ask once each, and its owner can show it again"
    )
    func life() async throws {
        var limits = Limits.development
        limits.accessTokenLifetime = 10_000_000
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let others = try await Self.people(app, 4)
            #expect(try await Self.link(app, ana) == nil)
            #expect(try await app.call(.personalLink, as: ana).text == #"{"personalLink":null}"#)
            let link = try await Self.set(app, ana, 2)
            #expect(ShareLink.isToken(link.token) && link.usedCount == 0 && link.maxUses == 2)
            let isShown = try await Self.link(app, ana) == link
            let name = try await app.call(.resolveShareToken, TokenBody(token: link.token), as: others[0])
            let resolved: ResolvedContact = try name.value()
            #expect(isShown && resolved == ResolvedContact(token: link.token, displayName: "Ana"))
            for person in others[...1] { try await Self.ask(app, link, person).expectOK() }
            try await Self.ask(app, link, others[2]).expect(.tokenUsed)
            #expect(try await Self.link(app, ana)?.usedCount == 2)
            try await Self.ask(app, link, ana).expect(.tokenUsed)
            // A printed link stays valid.
            let longer = try await Self.set(app, ana, 1, for: 3_600)
            #expect(longer.token == link.token && longer.usedCount == 0)
            try await Self.ask(app, link, ana).expect(.selfResolve)
            app.clock.advance(seconds: 3_600)
            try await Self.ask(app, link, others[2]).expect(.tokenExpired)
            #expect(try await Self.link(app, ana)?.hasEnded(at: app.clock.now) == true)
            try await Self.set(app, ana, 1)
            try await Self.ask(app, link, others[2]).expectOK()
            let received = try await app.call(.receivedFriendRequests, as: ana).value(FriendRequestsResponse.self)
            #expect(Set(received.friendRequests.map(\.senderId)) == Set(others[...2].map(\.id)))
        }
    }

    @Test("a new link revokes the former, and so do turning it off and revoking all links")
    func ends() async throws {
        try await TestApp.run { app in
            let people = try await Self.people(app, 2)
            let first = try await Self.set(app, people[0])
            let second = try await Self.set(app, people[0], isNew: true)
            #expect(first.token != second.token)
            try await Self.ask(app, first, people[1]).expect(.tokenNotFound)
            for _ in 0..<2 { try await app.call(.removePersonalLink, as: people[0]).expectOK() }
            try await Self.ask(app, second, people[1]).expect(.tokenNotFound)
            #expect(try await Self.link(app, people[0]) == nil)
            let third = try await Self.set(app, people[0])
            #expect(![first.token, second.token].contains(third.token))
            try await app.call(.revokeShareToken, as: people[0]).expectOK()
            try await Self.ask(app, third, people[1]).expect(.tokenNotFound)
            #expect(try await Self.link(app, people[0]) == nil)
        }
    }

    @Test("a person uses one place, however often they ask, cancel and ask again")
    func oneEach() async throws {
        try await TestApp.run { app in
            let people = try await Self.people(app, 3)
            let link = try await Self.set(app, people[0], 2)
            for _ in 0..<5 {
                try await Self.ask(app, link, people[1]).expectOK()
                try await app.call(.cancelFriendRequest, FriendRequestTarget(targetUserId: people[0].id), as: people[1])
                    .expectOK()
            }
            #expect(try await Self.link(app, people[0])?.usedCount == 1)
            try await Self.ask(app, link, people[2]).expectOK()
            // A repetition by the last device, whose answer was lost, counts as the same use.
            try await Self.ask(app, link, people[2]).expectOK()
            try await Self.ask(app, link, people[1]).expect(.tokenUsed)
        }
    }

    @Test("extending sets the new expiry from the time of the request")
    func extended() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let first = try await Self.set(app, ana, 10, for: 86_400)
            app.clock.advance(seconds: 600)
            let link = try await Self.set(app, ana, 10, for: 86_400)
            #expect(link.token == first.token && link.createdAt == first.createdAt.advanced(bySeconds: 600))
            #expect(link.expiresAt == link.createdAt.advanced(bySeconds: 86_400))
        }
    }

    @Test(
        "an exhausted link tells a contact its owner and that they are contacts, and others that it is used")
    func fullForAContact() async throws {
        var limits = Limits.development
        limits.accessTokenLifetime = 10_000_000
        try await TestApp.run(limits: limits) { app in
            let people = try await Self.people(app, 3)
            let link = try await Self.set(app, people[0], 1)
            try await Self.ask(app, link, people[1]).expectOK()
            try await app.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: people[1].id), as: people[0])
                .expectOK()
            try await app.call(.resolveShareToken, TokenBody(token: link.token), as: people[1]).expectOK()
            try await Self.ask(app, link, people[1]).expect(.alreadyFriends)
            try await app.call(.resolveShareToken, TokenBody(token: link.token), as: people[2]).expect(.tokenUsed)
            try await Self.ask(app, link, people[2]).expect(.tokenUsed)
            #expect(try await Self.link(app, people[0])?.usedCount == 1)
            app.clock.advance(seconds: Self.month)
            try await Self.ask(app, link, people[1]).expect(.tokenExpired)
        }
    }

    @Test("of thirty simultaneous requests exactly the allowed number succeed")
    func atTheSameMoment() async throws {
        try await TestApp.run { app in
            let people = try await Self.people(app, 31)
            let link = try await Self.set(app, people[0], 7)
            let answers = try await atOnce(30) { try await Self.ask(app, link, people[1 + $0]) }
            #expect(answers.count { $0.status == 200 } == 7)
            for answer in answers where answer.status != 200 { answer.expect(.tokenUsed) }
            // Simultaneous requests of several devices make one link.
            let made = try await atOnce(4) { _ in try await Self.set(app, people[0], isNew: true) }
            let left = try #require(try await Self.link(app, people[0]))
            #expect(made.contains(left))
        }
    }

    @Test(
        "an amount or time out of range is refused without effect",
        arguments: [(0, month), (1_001, month), (-1, month), (1, 3_599), (1, 31_536_001), (.max, .max)])
    func limits(uses: Int, seconds: Int) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let link = try await Self.set(app, ana)
            let body = PersonalLinkRequest(maxUses: uses, lifetime: seconds, isNew: true)
            try await app.call(.setPersonalLink, body, as: ana).expect(.badRequest)
            #expect(try await Self.link(app, ana) == link)
        }
    }

    @Test("personal links and one-time tokens share one hourly limit")
    func tooMany() async throws {
        var limits = Limits.development
        limits.shareTokens = Rate(count: 2, seconds: 3_600)
        try await TestApp.run(limits: limits) { app in
            let (ana, bob) = (try await app.signIn("ana@example.net"), try await app.signIn("bob@example.net"))
            try await app.call(.createShareToken, as: ana).expectOK()
            let link = try await Self.set(app, ana)
            let body = PersonalLinkRequest(maxUses: 1, lifetime: Self.month, isNew: true)
            try await app.call(.setPersonalLink, body, as: ana).expect(.tooManyShareTokens)
            #expect(try await Self.link(app, ana) == link, "the former is not lost")
            #expect(try await Self.set(app, ana, 5).maxUses == 5, "to extend it makes none")
            try await Self.set(app, bob)
        }
    }

    @Test("the token is derived from a key outside of the database and from its owner")
    func derivation() {
        let tokens = PersonalTokens(key: .init(data: [UInt8](repeating: 1, count: 32)), hashKey: .init(size: .bits256))
        let other = PersonalTokens(key: .init(data: [UInt8](repeating: 2, count: 32)), hashKey: tokens.hashKey)
        let made = [
            tokens.token(of: 1, "00"), tokens.token(of: 2, "00"), tokens.token(of: 1, "01"), other.token(of: 1, "00"),
        ]
        #expect(Set(made).count == 4 && tokens.token(of: 1, "00") == made[0])
        #expect(PersonalTokens.randomSalt() != PersonalTokens.randomSalt())
    }

    @Test("the landing page of a personal link does not say that it works once")
    func landing() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let link = try await Self.set(app, ana)
            let page = try await app.client.executeRequest(
                uri: ShareLink.path(token: link.token), method: .get, headers: [:], body: nil)
            let html = String(buffer: page.body)
            #expect(page.status == .ok && html.contains("Ana is on ECall") && !html.contains("once"))
        }
    }
}

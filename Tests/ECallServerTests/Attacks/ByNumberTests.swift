import ECallAPI
import Foundation
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import OpenIDConnect

/// Friend requests to numbers, to find out which accounts exist.
@Suite("Attacks: asking by number", .timeLimit(.minutes(1)))
struct ByNumberTests {
    private static func target(_ user: UserID) -> FriendRequestTarget { FriendRequestTarget(targetUserId: user) }

    /// Vera, who is not searchable, and Mallory.
    private static func people(_ app: TestApp) async throws -> (vera: Person, mallory: Person) {
        let vera = try await app.signIn("vera@example.net", name: "Vera Secret", publicKey: TestKeys.p256())
        try await app.call(.updatePrivacy, PrivacySettings(searchable: false), as: vera).expectOK()
        return (vera, try await app.signIn("mallory@example.net", name: "Mallory"))
    }

    private static func received(_ app: TestApp, _ person: Person) async throws -> [UserID] {
        try await app.call(.receivedFriendRequests, as: person).value(FriendRequestsResponse.self)
            .friendRequests.map(\.senderId)
    }

    /// All requests about a number, with the number removed from the answers.
    private static func story(of user: UserID, _ app: TestApp, _ person: Person) async throws -> [String] {
        var answers: [Answer] = []
        func ask(_ endpoint: Endpoint, id: UInt64? = nil, _ body: (any Encodable & Sendable)? = nil) async throws {
            answers.append(try await app.call(endpoint, id: id, body, as: person))
        }
        for _ in 0..<2 { try await ask(.sendFriendRequest, target(user)) }
        try await ask(.sendFriendRequestByToken, TokenBody(token: "\(user)"))
        try await ask(.publicKeys, PublicKeysRequest(userIds: [user]))
        try await ask(.sentFriendRequests)
        try await ask(.toggleBlock, id: user.rawValue)
        try await ask(.toggleFavorite, id: user.rawValue)
        try await ask(.acceptFriendRequest, target(user))
        try await ask(.declineFriendRequest, target(user))
        try await ask(.sentFriendRequests)
        for _ in 0..<2 { try await ask(.cancelFriendRequest, target(user)) }
        try await ask(.sentFriendRequests)
        try await ask(.deleteContact, id: user.rawValue)
        return answers.map { "\($0.status) \($0.text)" }.map {
            $0.replacing("\(user)", with: "N").replacing(/"id":\d+/, with: "\"id\":R")
        }
    }

    /// Who: someone with a list of numbers.
    /// With: a friend request to each, and every request about one.
    /// Gets: 200 for a hidden person and 400 for an unused number (before) → the same for both, and the same own signals (now).
    @Test("a hidden person and an unused number are indistinguishable")
    func hiddenOrNobody() async throws {
        try await TestApp.run { app in
            let (vera, mallory) = try await Self.people(app)
            _ = (app.signals.takeDelivered(), app.push.take())
            let hidden = try await Self.story(of: vera.id, app, mallory)
            let signals = app.signals.takeDelivered().map { $0.replacing("\(vera.id)", with: "N") }
            let number: UserID = 4_711_000_000_004_711
            let nobody = try await Self.story(of: number, app, mallory)
            #expect(hidden == nobody)
            #expect(signals == app.signals.takeDelivered().map { $0.replacing("\(number)", with: "N") })
            #expect(hidden.allSatisfy { !$0.contains("Vera") } && app.push.take().isEmpty)
            #expect(hidden.first == "200 {\"status\":\"ok\"}" && hidden[4].contains("pending"))
            #expect(!signals.contains { $0.hasSuffix("→ \(vera.device)") })
        }
    }

    /// Who: someone who knows the number of a person who is not searchable.
    /// With: requests by that number, before and after the person becomes searchable.
    /// Gets: a place in the person's list, and a push (before) → nothing that the person ever sees (now).
    @Test("a request to a person who is not searchable is never shown")
    func neverShown() async throws {
        try await TestApp.run { app in
            let (vera, mallory) = try await Self.people(app)
            try await app.call(.sendFriendRequest, Self.target(vera.id), as: mallory).expectOK()
            #expect(try await Self.received(app, vera).isEmpty)
            try await app.call(.acceptFriendRequest, Self.target(mallory.id), as: vera).expect(.acceptRequestFailed)
            try await app.call(.updatePrivacy, PrivacySettings(searchable: true), as: vera).expectOK()
            #expect(try await Self.received(app, vera).isEmpty)
            // Now that she is searchable she can be asked, and the stored request is not duplicated.
            try await app.call(.sendFriendRequest, Self.target(vera.id), as: mallory).expectOK()
            #expect(try await Self.received(app, vera) == [mallory.id])
            let sent: FriendRequestsResponse = try await app.call(.sentFriendRequests, as: mallory).value()
            #expect(sent.friendRequests.map(\.receiverName) == ["Vera Secret"])
        }
    }

    @Test("a link, or a common call, reaches a hidden person; mutual requests make friends")
    func delivered() async throws {
        try await StoredCalls.run { bench in
            let (app, fay) = (bench.app, try await bench.person("fay"))
            let people = (vera: try await bench.person("vera"), bo: try await bench.person("bo"))
            let (linked, asked) = (try await bench.person("linked"), try await bench.person("asked"))
            try await app.call(.updatePrivacy, PrivacySettings(searchable: false), as: people.vera).expectOK()
            for person in [people.bo, linked, asked] {
                try await app.call(.sendFriendRequest, Self.target(people.vera.id), as: person).expectOK()
            }
            #expect(try await Self.received(app, people.vera).isEmpty)

            let token = try await app.call(.createShareToken, as: people.vera).value(TokenBody.self)
            try await app.call(.sendFriendRequestByToken, token, as: linked).expectOK()
            #expect(try await Self.received(app, people.vera) == [linked.id])

            for person in [people.vera, people.bo] { try await app.befriend(person, fay) }
            _ = try await bench.connected(fay, [people.vera, people.bo])
            try await app.call(.sendFriendRequest, Self.target(people.vera.id), as: people.bo).expectOK()
            #expect(try await Set(Self.received(app, people.vera)) == [linked.id, people.bo.id])

            try await app.call(.sendFriendRequest, Self.target(asked.id), as: people.vera).expectOK()
            try await app.call(.acceptFriendRequest, Self.target(people.vera.id), as: asked).expectOK()
            let sent: FriendRequestsResponse = try await app.call(.sentFriendRequests, as: asked).value()
            #expect(sent.friendRequests.isEmpty)
        }
    }

    /// Who: someone with the number of a searchable person.
    /// With: a friend request, then `publicKeys`.
    /// Gets: the numbers and keys of all their devices (before) → none until the person agrees (now).
    @Test("a friend request reveals none of the target's devices")
    func noKeys() async throws {
        try await TestApp.run { app in
            let vera = try await app.signIn("vera@example.net", publicKey: TestKeys.p256())
            let mallory = try await app.signIn("mallory@example.net", publicKey: TestKeys.p256())
            try await app.call(.sendFriendRequest, Self.target(vera.id), as: mallory).expectOK()
            let body = PublicKeysRequest(userIds: [vera.id, mallory.id])
            let keys: PublicKeysResponse = try await app.call(.publicKeys, body, as: mallory).value()
            #expect(Array(keys.publicKeys.keys) == ["\(mallory.id)_\(mallory.device)"])
            let hers: PublicKeysResponse = try await app.call(.publicKeys, body, as: vera).value()
            #expect(hers.publicKeys.count == 2)
        }
    }
}

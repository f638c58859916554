import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// The visible lists of one person, as names.
struct Lists: Equatable {
    var contacts: Set<UserID> = []
    var blockedContacts: Set<UserID> = []
    var received: Set<UserID> = []
    var sent: Set<UserID> = []
    var blocked: Set<UserID> = []

    static func of(_ person: Person, _ app: TestApp) async throws -> Lists {
        let contacts = try await app.call(.contacts, as: person).value(ContactsResponse.self).contacts
        let received = try await app.call(.receivedFriendRequests, as: person).value(FriendRequestsResponse.self)
        let sent = try await app.call(.sentFriendRequests, as: person).value(FriendRequestsResponse.self)
        let blocked = try await app.call(.blockedContacts, as: person).value(ContactsResponse.self).contacts
        return Lists(
            contacts: Set(contacts.map(\.contactId)),
            blockedContacts: Set(contacts.filter(\.isBlocked).map(\.contactId)),
            received: Set(received.friendRequests.map(\.senderId)), sent: Set(sent.friendRequests.map(\.receiverId)),
            blocked: Set(blocked.map(\.contactId)))
    }
}

@Suite("Blocking", .timeLimit(.minutes(1)))
struct BlockTests {
    private static func people(_ app: TestApp) async throws -> (Person, Person) {
        (
            try await app.signIn("ana@example.net", name: "Ana", publicKey: TestKeys.p256()),
            try await app.signIn("bob@example.net", name: "Bob", publicKey: TestKeys.p256())
        )
    }

    private static func block(
        _ app: TestApp, _ person: Person, by owner: Person, _ isBlocked: Bool? = nil
    ) async throws -> Answer {
        let body = isBlocked.map { BlockRequest(isBlocked: $0) }
        return try await app.call(.toggleBlock, id: person.id.rawValue, body, as: owner)
    }

    private static func target(_ person: Person) -> FriendRequestTarget { FriendRequestTarget(targetUserId: person.id) }

    @Test("blocking and unblocking a friend shows in the blocker's lists only")
    func friend() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await app.befriend(ana, bob)
            try await app.call(.toggleFavorite, id: bob.id.rawValue, as: ana).expectOK()
            let before = try await app.call(.contacts, as: bob).text
            for isBlocked in [true, false, true] {
                let answer = try await Self.block(app, bob, by: ana)
                #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
                let contacts = try await app.call(.contacts, as: ana).value(ContactsResponse.self).contacts
                #expect(contacts.map(\.isBlocked) == [isBlocked] && contacts.map(\.isFavorite) == [true])
                let one = try await app.call(.contacts, as: ana, query: "?contactId=\(bob.id)").value(Contact.self)
                #expect(one == contacts[0])
                let blocked = try await app.call(.blockedContacts, as: ana).value(ContactsResponse.self).contacts
                #expect(blocked == (isBlocked ? contacts : []))
                #expect(try await app.call(.contacts, as: bob).text == before)
                #expect(try await Lists.of(bob, app).blocked.isEmpty)
            }
        }
    }

    @Test("a block request with a body sets the state and is idempotent")
    func idempotent() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await app.befriend(ana, bob)
            for isBlocked in [true, true, false, false] {
                try await Self.block(app, bob, by: ana, isBlocked).expectOK()
                #expect(try await Lists.of(ana, app).blocked == (isBlocked ? [bob.id] : []))
            }
            let path = "/app/api/contact/\(bob.id)/block"
            for body in [#"{"isBlocked":"yes"}"#, "[]", "{"] {
                try await app.send(.patch, path, Data(body.utf8), token: ana.accessToken).expect(.badRequest)
            }
            // An empty object has no state, so it toggles.
            try await app.send(.patch, path, Data("{}".utf8), token: ana.accessToken).expectOK()
            #expect(try await Lists.of(ana, app).blocked == [bob.id])
        }
    }

    @Test("the sender or receiver of a request can be blocked; unblocking restores the request")
    func asker() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await app.call(.sendFriendRequest, Self.target(ana), as: bob).expectOK()
            try await Self.block(app, bob, by: ana).expectOK()
            let stranger = Contact(
                userId: ana.id, contactId: bob.id, contactName: "Bob", isFavorite: false, isBlocked: true,
                lastInteraction: nil)
            #expect(try await app.call(.blockedContacts, as: ana).value(ContactsResponse.self).contacts == [stranger])
            #expect(try await Lists.of(ana, app) == Lists(blocked: [bob.id]))
            #expect(try await Lists.of(bob, app) == Lists(sent: [ana.id]))
            // It cannot be accepted, nor can a blocked person be asked.
            try await app.call(.acceptFriendRequest, Self.target(bob), as: ana).expect(.acceptRequestFailed)
            try await app.call(.sendFriendRequest, Self.target(bob), as: ana).expect(.sendFriendRequestFailed)
            try await Self.block(app, bob, by: ana).expectOK()
            #expect(try await Lists.of(ana, app) == Lists(received: [bob.id]))
            try await app.call(.acceptFriendRequest, Self.target(bob), as: ana).expectOK()
            #expect(try await Lists.of(bob, app) == Lists(contacts: [ana.id]))
        }
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await app.call(.sendFriendRequest, Self.target(bob), as: ana).expectOK()
            try await Self.block(app, bob, by: ana).expectOK()
            #expect(try await Lists.of(ana, app) == Lists(sent: [bob.id], blocked: [bob.id]))
        }
    }

    @Test("strangers, unused numbers and oneself cannot be blocked, with one answer for all")
    func strangers() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            let answers = [
                try await Self.block(app, bob, by: ana),
                try await app.call(.toggleBlock, id: 4711, as: ana),
                try await app.call(.toggleBlock, id: 0, as: ana),
                try await Self.block(app, ana, by: ana, true),
            ]
            for answer in answers { answer.expect(.toggleBlockFailed) }
            #expect(Set(answers.map(\.text)).count == 1)
            // Unblocking a person who is not blocked changes nothing.
            try await Self.block(app, bob, by: ana, false).expectOK()
            for text in ["x", "-1", "1.5"] {
                try await app.send(.patch, "/contact/\(text)/block", token: ana.accessToken).expect(.badRequest)
            }
        }
    }

    @Test("a blocked person's requests by number, by token and for keys are answered as before")
    func cannotTell() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            let eve = try await app.signIn("eve@example.net", name: "Eve", publicKey: TestKeys.p256())
            // Ana blocks Bob only; Eve does the same as Bob, and both get the same answers.
            for person in [bob, eve] {
                try await app.befriend(ana, person)
                if person.id == bob.id { try await Self.block(app, person, by: ana).expectOK() }
                try await app.call(.deleteContact, id: person.id.rawValue, as: ana).expectOK()
            }
            func story(_ person: Person) async throws -> [String] {
                var answers: [Answer] = []
                let keys = PublicKeysRequest(userIds: [ana.id])
                let token = try await app.call(.createShareToken, as: ana).value(TokenBody.self)
                let second = try await app.call(.createShareToken, as: ana).value(TokenBody.self)
                answers.append(try await app.call(.publicKeys, keys, as: person))
                answers.append(try await app.call(.sendFriendRequest, Self.target(ana), as: person))
                answers.append(try await app.call(.sendFriendRequest, Self.target(ana), as: person))
                answers.append(try await app.call(.publicKeys, keys, as: person))
                answers.append(try await app.call(.cancelFriendRequest, Self.target(ana), as: person))
                answers.append(try await app.call(.resolveShareToken, token, as: person))
                answers.append(try await app.call(.sendFriendRequestByToken, token, as: person))
                answers.append(try await app.call(.sendFriendRequestByToken, token, as: person))
                answers.append(try await app.call(.sendFriendRequestByToken, second, as: person))
                answers.append(try await app.call(.resolveShareToken, second, as: person))
                answers.append(try await app.call(.acceptFriendRequest, Self.target(ana), as: person))
                answers.append(try await app.call(.contacts, as: person))
                let sent = try await app.call(.sentFriendRequests, as: person).value(FriendRequestsResponse.self)
                return answers.map { "\($0.status) \($0.text)" }.map {
                    $0.replacing(token.token, with: "T").replacing(second.token, with: "U")
                } + sent.friendRequests.map { "\($0.receiverId) \($0.receiverName) \($0.status ?? "-")" }
            }
            let (bobs, eves) = (try await story(bob), try await story(eve))
            #expect(bobs == eves)
            #expect(bobs.suffix(1) == ["\(ana.id) Ana pending"])
            #expect(try await Lists.of(ana, app).received == [eve.id])
        }
    }

    @Test("a blocked person can accept the blocker's request, and becomes a friend who stays blocked")
    func accepts() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await app.call(.sendFriendRequest, Self.target(bob), as: ana).expectOK()
            try await Self.block(app, bob, by: ana).expectOK()
            try await app.call(.acceptFriendRequest, Self.target(ana), as: bob).expectOK()
            #expect(try await Lists.of(bob, app) == Lists(contacts: [ana.id]))
            #expect(
                try await Lists.of(ana, app)
                    == Lists(contacts: [bob.id], blockedContacts: [bob.id], blocked: [bob.id]))
        }
    }

    @Test("a blocked person's actions are not signalled or pushed to the blocker, but to their own devices")
    func silence() async throws {
        let push = RecordingPush()
        try await TestApp.run(push: push) { app in
            let (ana, bob) = try await Self.people(app)
            _ = push.take()
            try await app.befriend(ana, bob)
            #expect(
                push.take() == [
                    "newFriendRequest(displayName: \"Ana\") → \(bob.id)",
                    "acceptFriendRequest(displayName: \"Bob\") → \(ana.id)",
                ])
            try await Self.block(app, bob, by: ana).expectOK()
            _ = app.signals.takeDelivered()
            try await app.call(.deleteContact, id: ana.id.rawValue, as: bob).expectOK()
            try await app.call(.sendFriendRequest, Self.target(ana), as: bob).expectOK()
            try await app.call(.cancelFriendRequest, Self.target(ana), as: bob).expectOK()
            #expect(
                app.signals.takeDelivered()
                    == Array(repeating: "friend_request \(ana.id) → \(bob.device)", count: 3))
            #expect(push.take().isEmpty)
            // Unblocked again, Ana is notified of him.
            try await Self.block(app, bob, by: ana).expectOK()
            #expect(app.signals.takeDelivered() == ["friend_request \(bob.id) → \(ana.device)"])
            try await app.call(.sendFriendRequest, Self.target(ana), as: bob).expectOK()
            #expect(app.signals.takeDelivered().contains("friend_request \(bob.id) → \(ana.device)"))
            #expect(push.take() == ["newFriendRequest(displayName: \"Bob\") → \(ana.id)"])
        }
    }

    @Test("a request does not reach an account about to be deleted, and looks like one to an unused number")
    func aboutToBeDeleted() async throws {
        let database = Shelf<any Database>()
        try await TestApp.run(
            callParts: { dependencies in
                database.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let (ana, bob) = try await Self.people(app)
                let token = try await app.call(.createShareToken, as: bob).value(TokenBody.self)
                let (id, moment) = (bob.id, app.clock.now.advanced(bySeconds: 15 * 86_400))
                try await #require(database.item).write { sql in
                    _ = try sql.execute(
                        "UPDATE users SET deleted_at = :moment WHERE id = :id",
                        ["moment": .moment(moment), "id": .id(id)])
                }
                let answers = [
                    try await app.call(.sendFriendRequest, Self.target(bob), as: ana),
                    try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: 4711), as: ana),
                ]
                for answer in answers { answer.expectOK() }
                let received: FriendRequestsResponse = try await app.call(.receivedFriendRequests, as: bob).value()
                #expect(received.friendRequests.isEmpty)
                #expect(answers[0].text == answers[1].text)
                try await app.call(.resolveShareToken, token, as: ana).expect(.tokenNotFound)
                try await app.call(.sendFriendRequestByToken, token, as: ana).expect(.tokenNotFound)
            })
    }
}

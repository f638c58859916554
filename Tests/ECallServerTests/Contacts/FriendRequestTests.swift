import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

@Suite("Friend requests", .timeLimit(.minutes(1)))
struct FriendRequestTests {
    private static func requests(_ app: TestApp, _ endpoint: Endpoint, _ person: Person) async throws -> [FriendRequest]
    {
        try await app.call(endpoint, as: person).value(FriendRequestsResponse.self).friendRequests
    }

    private static func friends(_ app: TestApp, _ person: Person) async throws -> [UserID] {
        try await app.call(.contacts, as: person).value(ContactsResponse.self).contacts.map(\.contactId)
    }

    private static func people(_ app: TestApp) async throws -> (Person, Person) {
        (try await app.signIn("ana@example.net", name: "Ana"), try await app.signIn("bob@example.net", name: "Bob"))
    }

    /// 000-63, 004-17
    @Test("004-7: a request is in both lists under the other person's name, and repeating it changes nothing")
    func asking() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            for _ in 0..<3 {
                let answer = try await app.call(
                    .sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana)
                #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
            }
            let sent = try await Self.requests(app, .sentFriendRequests, ana)
            let received = try await Self.requests(app, .receivedFriendRequests, bob)
            #expect(sent.map(\.receiverName) == ["Bob"] && received.map(\.receiverName) == ["Ana"])
            #expect(sent.map(\.id) == received.map(\.id) && !sent[0].id.isNone)
            #expect(received.map(\.senderId) == [ana.id] && received.map(\.receiverId) == [bob.id])
            #expect(received.map(\.date) == [app.clock.now] && received.map(\.status) == ["pending"])
            #expect(try await Self.requests(app, .sentFriendRequests, bob).isEmpty)
            #expect(try await Self.requests(app, .receivedFriendRequests, ana).isEmpty)
            #expect(try await Self.friends(app, ana).isEmpty)
        }
    }

    @Test("000-4: accepting makes both friends and empties the lists, and is idempotent")
    func accepting() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana).expectOK()
            // One cannot accept one's own request.
            try await app.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana)
                .expect(.acceptRequestFailed)
            for _ in 0..<2 {
                let answer = try await app.call(
                    .acceptFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bob)
                #expect(answer.status == 200 && answer.text == "{}")
            }
            #expect(try await Self.friends(app, ana) == [bob.id])
            #expect(try await Self.friends(app, bob) == [ana.id])
            #expect(try await Self.requests(app, .sentFriendRequests, ana).isEmpty)
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana)
                .expect(.alreadyFriends)
        }
    }

    @Test("asking a person who has already asked accepts their request")
    func reverse() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana).expectOK()
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bob).expectOK()
            #expect(try await Self.friends(app, ana) == [bob.id])
            #expect(try await Self.requests(app, .receivedFriendRequests, bob).isEmpty)
        }
    }

    @Test("simultaneous requests in both directions make friends, never two requests")
    func atTheSameMoment() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            _ = try await atOnce(20) { index in
                let (one, other) = index.isMultiple(of: 2) ? (ana, bob) : (bob, ana)
                return try await app.call(
                    .sendFriendRequest, FriendRequestTarget(targetUserId: other.id), as: one
                ).status
            }
            #expect(try await Self.friends(app, ana) == [bob.id])
            #expect(try await Self.requests(app, .sentFriendRequests, ana).isEmpty)
            #expect(try await Self.requests(app, .sentFriendRequests, bob).isEmpty)
        }
    }

    /// 004-15, 004-16
    @Test("declining and cancelling remove the request, and only its two people can")
    func takingBack() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            let eve = try await app.signIn("eve@example.net")
            for (endpoint, person, other) in [
                (Endpoint.declineFriendRequest, bob, ana), (.cancelFriendRequest, ana, bob),
            ] {
                try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana).expectOK()
                for stranger in [Endpoint.declineFriendRequest, .cancelFriendRequest] {
                    try await app.call(stranger, FriendRequestTarget(targetUserId: ana.id), as: eve).expectOK()
                    try await app.call(stranger, FriendRequestTarget(targetUserId: bob.id), as: eve).expectOK()
                }
                // The opposite endpoint does not affect it.
                let wrong: Endpoint = endpoint == .cancelFriendRequest ? .declineFriendRequest : .cancelFriendRequest
                try await app.call(wrong, FriendRequestTarget(targetUserId: other.id), as: person).expectOK()
                #expect(try await Self.requests(app, .receivedFriendRequests, bob).count == 1)
                for _ in 0..<2 {
                    let answer = try await app.call(endpoint, FriendRequestTarget(targetUserId: other.id), as: person)
                    #expect(answer.status == 200 && answer.text == "{}")
                }
                #expect(try await Self.requests(app, .receivedFriendRequests, bob).isEmpty)
                try await app.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bob)
                    .expect(.acceptRequestFailed)
            }
            #expect(try await Self.friends(app, ana).isEmpty)
        }
    }

    @Test("oneself and 0 cannot be asked; unverified accounts look like unused numbers")
    func badTargets() async throws {
        // By number, which only clients of the stock app are told.
        try await TestApp.run(configure: { $0.media.takesStockClients = true }) { app in
            let ana = try await app.signIn("ana@example.net")
            let ghost = try await app.call(.login, LoginRequest(email: "x@example.net")).value(AuthResponse.self).userId
            for target in [ana.id, 0] as [UserID] {
                try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: target), as: ana)
                    .expect(.sendFriendRequestFailed)
            }
            for target in [4711, ghost] as [UserID] {
                try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: target), as: ana).expectOK()
            }
            #expect(try await Self.requests(app, .receivedFriendRequests, ana).isEmpty)
        }
    }

    @Test("requests to strangers by number are limited to twenty a day; links and answers are not")
    func limit() async throws {
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            for number in 1...20 {
                try await app.call(
                    .sendFriendRequest, FriendRequestTarget(targetUserId: UserID(UInt64(number))), as: ana
                ).expectOK()
            }
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana)
                .expect(.sendFriendRequestFailed)
            #expect(try await Self.requests(app, .receivedFriendRequests, bob).isEmpty)
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bob).expectOK()
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana).expectOK()
            #expect(try await Self.friends(app, ana) == [bob.id])
        }
        try await TestApp.run { app in
            let (ana, bob) = try await Self.people(app)
            for number in 1...20 {
                try await app.call(
                    .sendFriendRequest, FriendRequestTarget(targetUserId: UserID(UInt64(number))), as: ana
                ).expectOK()
            }
            let token = try await app.call(.createShareToken, as: bob).value(TokenBody.self)
            try await app.call(.sendFriendRequestByToken, token, as: ana).expectOK()
        }
    }
}

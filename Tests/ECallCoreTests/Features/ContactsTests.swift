import ECallAPI
import ECallContacts
import ECallCore
import Foundation
import TestSupport
import Testing

@Suite("Contacts", .timeLimit(.minutes(1)))
struct ContactsTests {
    private static let token = String(repeating: "a", count: 43)

    private static func contact(_ id: UserID, _ name: String, favorite: Bool = false) -> Contact {
        Contact(
            userId: 1, contactId: id, contactName: name, isFavorite: favorite, isBlocked: false, lastInteraction: nil)
    }

    private static func request(_ sender: UserID, _ receiver: UserID, _ name: String, at day: Int64) -> FriendRequest {
        FriendRequest(
            id: 1, senderId: sender, receiverId: receiver, status: "pending", receiverName: name,
            date: Timestamp(milliseconds: day * 86_400_000))
    }

    private static func serve(_ request: HTTPRequest) -> HTTPResponse {
        let path = request.url.replacing("https://calls.example.org/app/api", with: "")
        return switch (request.method, path) {
        case (.get, "/contacts"):
            .encoded(
                ContactsResponse(contacts: [
                    contact(12, "Zoe"), contact(11, "bo"), contact(13, "Cem", favorite: true),
                ]))
        case (.get, "/friend-request-received"):
            .encoded(
                FriendRequestsResponse(friendRequests: [
                    Self.request(21, 1, "Dan", at: 1), Self.request(22, 1, "Eve", at: 2),
                ]))
        case (.get, "/friend-request-sent"):
            .encoded(FriendRequestsResponse(friendRequests: [Self.request(1, 31, "Fay", at: 1)]))
        case (.get, "/contacts/blocked"): .encoded(ContactsResponse(contacts: [contact(41, "Han")]))
        case (.post, "/contacts/search"):
            .encoded(SearchResponse(results: [ResolvedContact(token: token, displayName: "Gil")]))
        case (_, "/user/privacy"): .encoded(PrivacySettings(searchable: true))
        case (.post, "/share-token"): .encoded(TokenBody(token: token))
        case (.post, "/share-token/resolve"): .encoded(ResolvedContact(token: token, displayName: "Gil"))
        case (_, "/friend-request/accept"), (_, "/friend-request/decline"), (_, "/friend-request/cancel"): .json("{}")
        default: .json(#"{"status":"ok"}"#)
        }
    }

    private func service() throws -> (ContactsService, ScriptedTransport) {
        let transport = ScriptedTransport { (request) async throws(HTTPTransportError) in Self.serve(request) }
        let client = APIClient(
            server: try .test(), tokens: MemoryTokens(.test()), transport: transport,
            time: ManualTime(skipping: .seconds(4)))
        return (ContactsService(client: client), transport)
    }

    @Test("favourites come first, then names; one is found by number, name or its beginning")
    func contacts() async throws {
        let (service, _) = try service()
        #expect(try await service.contacts().map(\.contactName) == ["Cem", "bo", "Zoe"])
        #expect(try await service.contact("12").contactName == "Zoe")
        #expect(try await service.contact(" BO ").contactId == 11)
        #expect(try await service.contact("zo").contactId == 12)
        await #expect(throws: ContactsError.noMatch("x")) { try await service.contact("x") }
    }

    @Test("a share link is made for this server, and revoked by link or token")
    func share() async throws {
        let (service, transport) = try service()
        let share = try await service.share()
        #expect(share.link == "https://calls.example.org/share/contact/\(Self.token)")
        try await service.revoke(share.link)
        try await service.revokeAll()
        #expect(transport.lines == ["POST /share-token", "DELETE /share-token", "DELETE /share-token"])
        #expect(
            transport.requests[1].body.map { String(decoding: $0, as: UTF8.self) } == #"{"token":"\#(Self.token)"}"#)
        #expect(transport.requests[2].body == nil)
    }

    @Test("adding by link resolves, then asks by token; by number asks by number; by another server's link not at all")
    func add() async throws {
        let (service, transport) = try service()
        let added = try await service.add("https://calls.example.org/share/contact/\(Self.token)")
        #expect(added.displayName == "Gil")
        #expect(try await service.add("1042").user == 1042)
        #expect(
            transport.lines == ["POST /share-token/resolve", "POST /friend-request/by-token", "POST /friend-request"])
        await #expect(throws: ContactsError.link(.otherServer(host: "evil.example.net"))) {
            try await service.add("https://evil.example.net/share/contact/\(Self.token)")
        }
        #expect(transport.requests.count == 3)
    }

    @Test("requests are answered by name or number: to the sender where they were received, to the receiver where sent")
    func requests() async throws {
        let (service, transport) = try service()
        #expect(try await service.receivedRequests().map(\.name) == ["Eve", "Dan"])
        #expect(try await service.accept("eve").user == 22)
        #expect(try await service.decline("21").name == "Dan")
        #expect(try await service.cancel("fay").user == 31)
        let bodies = transport.requests.compactMap(\.body).map { String(decoding: $0, as: UTF8.self) }
        #expect(bodies == [#"{"targetUserId":22}"#, #"{"targetUserId":21}"#, #"{"targetUserId":31}"#])
        #expect(transport.lines.suffix(1) == ["PATCH /friend-request/cancel"])
        await #expect(throws: ContactsError.noMatch("Zoe")) { try await service.accept("Zoe") }
    }

    @Test("blocking says what it shall be, to contacts and to either side of a request; unblocking to the blocked")
    func blocking() async throws {
        let (service, transport) = try service()
        for (text, user) in [("zoe", 12), ("eve", 22), ("fay", 31)] as [(String, UserID)] {
            #expect(try await service.block(text).user == user)
            #expect(transport.lines.last == "PATCH /contact/\(user)/block")
            #expect(transport.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"isBlocked":true}"#)
        }
        await #expect(throws: ContactsError.noMatch("gil")) { try await service.block("gil") }
        #expect(try await service.unblock("han").user == 41)
        #expect(transport.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"isBlocked":false}"#)
        await #expect(throws: ContactsError.noMatch("zoe")) { try await service.unblock("zoe") }
    }

    @Test("a favourite is made where it is none, and left alone where it is one")
    func favorite() async throws {
        let (service, transport) = try service()
        try await service.setFavorite(true, "cem")
        #expect(transport.lines == ["GET /contacts"])
        try await service.setFavorite(false, "cem")
        #expect(transport.lines.last == "PATCH /contact/13/toggle")
    }

    @Test("a search goes out as what it is: address, number or key hash; anything else stays here")
    func search() async throws {
        let (service, transport) = try service()
        let hash = String(repeating: "AB", count: 32)
        for (text, body) in [
            (" a@b.example ", #"{"email":"a@b.example"}"#), ("+49 (151) 12-34", #"{"phoneNumber":"+491511234"}"#),
            (hash, #"{"publicKeyHash":"\#(hash.lowercased())"}"#),
        ] {
            #expect(try await service.search(text) == [ResolvedContact(token: Self.token, displayName: "Gil")])
            #expect(transport.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == body)
        }
        await #expect(throws: ContactsError.search(.missingCountryCode)) { try await service.search("Gil") }
        await #expect(throws: ContactsError.search(.notAnEmail)) { try await service.search("gil@") }
        #expect(transport.requests.count == 3)
        #expect(try await service.isSearchable())
        try await service.setSearchable(false)
        #expect(transport.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"searchable":false}"#)
    }

    @Test("whole names win over beginnings, numbers over names; equals are distinguished by number")
    func matching() throws {
        let people = [
            Self.contact(1, "Ann"), Self.contact(2, "Anna"), Self.contact(3, "anna"), Self.contact(4, "2"),
            Self.contact(5, "Émile"),
        ]
        #expect(try PersonMatching.find("ann", among: people).contactId == 1)
        #expect(try PersonMatching.find("2", among: people).contactId == 2)
        #expect(try PersonMatching.find("émi", among: people).contactId == 5)
        #expect(throws: ContactsError.ambiguous("Anna", [2, 3])) { try PersonMatching.find("Anna", among: people) }
        #expect(throws: ContactsError.ambiguous("an", [1, 2, 3])) { try PersonMatching.find("an", among: people) }
        #expect(throws: ContactsError.noMatch("")) { try PersonMatching.find("", among: people) }
    }
}

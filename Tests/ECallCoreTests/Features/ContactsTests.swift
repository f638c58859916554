import Crypto
import ECallAPI
import ECallContacts
import ECallCore
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

@Suite("Contacts", .timeLimit(.minutes(1)))
struct ContactsTests {
    /// Ana at the real server, who has contacts and requests of every kind.
    private struct Scene {
        let service: ContactsService
        let server = ObservedServer()
        let ana: Person
        let keyOfGil = TestKeys.p256()
        private(set) var people: [String: Person] = [:]

        /// The number tells the kind: a contact below 20, has asked below 30, was asked below 40, is blocked below 50.
        private static let others: [(user: UserID, name: String)] = [
            (11, "bo"), (12, "Zoe"), (13, "Cem"), (21, "Dan"), (22, "Eve"), (31, "Fay"), (41, "Han"), (51, "Gil"),
        ]

        init() async throws {
            let real = try await server.real
            ana = try await real.signIn(1, device: 101, name: "Ana", befriends: false)
            for (user, name) in Self.others {
                let other = try await real.signIn(
                    user, device: DeviceID(user.rawValue + 100), name: name,
                    publicKey: name == "Gil" ? keyOfGil : TestKeys.p256(), befriends: false)
                people[name] = other
                switch user.rawValue {
                case ..<20: try await real.befriend(other, ana)
                case ..<30: try await real.ask(ana, by: other)
                case ..<40: try await real.ask(other, by: ana)
                case ..<50:
                    try await real.ask(ana, by: other)
                    try await real.app.call(
                        .toggleBlock, id: user.rawValue, BlockRequest(isBlocked: true), as: ana
                    ).expectOK()
                default: break
                }
            }
            try await real.app.call(.toggleFavorite, id: 13, as: ana).expectOK()
            let client = APIClient(
                server: try .test(), tokens: MemoryTokens(.test(access: ana.accessToken)), transport: server,
                time: ManualTime(skipping: .seconds(4)))
            service = ContactsService(client: client)
        }

        func person(_ name: String) throws -> Person { try #require(people[name]) }

        /// Returns the server's answer to another person.
        func shows<Value: Decodable>(_ endpoint: Endpoint, to name: String, as: Value.Type) async throws -> Value {
            try await server.real.app.call(endpoint, as: person(name)).value()
        }

        /// Returns the names of those who wait for an answer.
        func askers(of name: String) async throws -> [String] {
            try await shows(.receivedFriendRequests, to: name, as: FriendRequestsResponse.self)
                .friendRequests.map(\.receiverName)
        }

        /// Returns a link by which another can be asked.
        func link(of name: String) async throws -> TokenBody {
            try await server.real.app.call(.createShareToken, as: person(name)).value()
        }
    }

    /// 004-11, 004-38, 004-39
    @Test("a report reaches the operator with its reason, its words and its call; too many are refused")
    func reports() async throws {
        let scene = try await Scene()
        let eve = try scene.person("Eve").id
        try await scene.service.report(eve, for: .impersonation, note: "Says she is Zoe.", call: 12)
        let export: AccountExport = try await scene.server.real.app.call(.exportAccount, as: scene.ana).value()
        #expect(export.reports.map(\.userId) == [eve] && export.reports.map(\.reason) == [.impersonation])
        #expect(export.reports.map(\.note) == ["Says she is Zoe."] && export.reports.map(\.callId) == [12])
        for _ in 2...10 { try await scene.service.report(eve, for: .spam) }
        await #expect { try await scene.service.report(eve, for: .spam) } throws: {
            ($0 as? ContactsError)?.code == .tooManyRequests
        }
    }

    @Test("favourites come first, then names; one is found by number, name or its beginning")
    func contacts() async throws {
        let service = try await Scene().service
        #expect(try await service.contacts().map(\.contactName) == ["Cem", "bo", "Zoe"])
        #expect(try await service.contact("12").contactName == "Zoe")
        #expect(try await service.contact(" BO ").contactId == 11)
        #expect(try await service.contact("zo").contactId == 12)
        await #expect(throws: ContactsError.noMatch("x")) { try await service.contact("x") }
    }

    @Test("a participant is found beside the contacts, and a contact in the call counts once")
    func inCall() async throws {
        let service = try await Scene().service
        let inCall = [KnownPerson(user: 12, name: "Zoe"), KnownPerson(user: 61, name: "Zora")]
        #expect(try await service.person("zor", or: inCall) == inCall[1])
        #expect(try await service.person("61", or: inCall) == inCall[1])
        #expect(try await service.person("zoe", or: inCall) == inCall[0])
        await #expect(throws: ContactsError.ambiguous("zo", [12, 61])) { try await service.person("zo", or: inCall) }
        await #expect(throws: ContactsError.noMatch("zora")) { try await service.person("zora", or: []) }
    }

    @Test("a kept name comes before the server's, and a name that could be another's needs the number")
    func keptNames() throws {
        let bo = KeptName(user: 2, name: "Bo", isVerified: true)
        let zoe = KeptName(user: 3, name: "Zoe", isVerified: false)
        func contact(_ user: UserID, _ name: String, said: String? = nil) -> Contact {
            var contact = Contact(
                userId: 1, contactId: user, contactName: name, isFavorite: false, isBlocked: false,
                lastInteraction: nil)
            contact.saidName = said
            return contact
        }
        func find(_ text: String, _ people: [Contact], _ kept: [KeptName]) throws(ContactsError) -> UserID {
            try PersonMatching.find(text, among: people, kept: kept).contactId
        }
        let all = [contact(2, "Bo"), contact(3, "Zoe"), contact(4, "Bobby"), contact(5, "Cy")]
        for (text, user) in [("bo", 2), ("zo", 3), ("bob", 4), ("4", 4), ("c", 5)] as [(String, UserID)] {
            #expect(try find(text, all, [bo, zoe]) == user, "\(text)")
        }
        // The operator drops Bo and gives Zoe his name; or a person who was never met.
        let renamed = [contact(3, "Zoe", said: "Bo")]
        #expect(throws: ContactsError.gone(bo, others: [])) { try find("Bo", renamed, [bo, zoe]) }
        #expect(throws: ContactsError.renamed("Bo", KnownPerson(user: 3, name: "Zoe"))) {
            try find("Bo", renamed, [zoe])
        }
        #expect(try find("zoe", renamed, [zoe]) == 3)
        let stranger = [contact(3, "Zoe"), contact(9, "Bо")]
        #expect(throws: ContactsError.gone(bo, others: [9])) { try find("Bo", stranger, [bo, zoe]) }
        #expect(throws: ContactsError.gone(bo, others: [])) { try find("2", stranger, [bo, zoe]) }
        #expect(throws: ContactsError.ambiguous("Bo", [2, 9])) {
            try find("Bo", stranger + [contact(2, "Bo")], [bo, zoe])
        }
        for user in [2, 9] as [UserID] {
            #expect(try find("\(user)", stranger + [contact(2, "Bo")], [bo, zoe]) == user)
        }
        #expect(throws: ContactsError.noMatch("Dan")) { try find("Dan", all, [bo]) }
    }

    /// 000-67
    @Test("a contact that is removed is gone for both")
    func remove() async throws {
        let scene = try await Scene()
        try await scene.service.remove(scene.service.contact("zoe"))
        #expect(scene.server.lines.last == "DELETE /contact/12")
        #expect(try await scene.service.contacts().map(\.contactName) == ["Cem", "bo"])
        #expect(try await scene.shows(.contacts, to: "Zoe", as: ContactsResponse.self).contacts.isEmpty)
    }

    /// 004-6, 004-23, 004-24, 004-25
    @Test("a share link is made for this server, and revoked by link or token")
    func share() async throws {
        let scene = try await Scene()
        let (service, app) = (scene.service, try await scene.server.real.app)
        let share = try await service.share()
        #expect(share.link == "https://calls.example.org/share/contact/\(share.token)")
        let (gil, first) = (try scene.person("Gil"), TokenBody(token: share.token))
        #expect(try await app.call(.resolveShareToken, first, as: gil).value(ResolvedContact.self).displayName == "Ana")
        try await service.revoke(share.link)
        try await app.call(.resolveShareToken, first, as: gil).expect(.tokenNotFound)
        let second = TokenBody(token: try await service.share().token)
        try await service.revokeAll()
        try await app.call(.resolveShareToken, second, as: gil).expect(.tokenNotFound)
        #expect(
            scene.server.lines
                == ["POST /share-token", "DELETE /share-token", "POST /share-token", "DELETE /share-token"])
        #expect(scene.server.bodies == [#"{"token":"\#(share.token)"}"#])
        #expect(scene.server.requests.last?.body == nil)
    }

    /// 004-12, 004-13, 004-32, 004-33
    @Test("adding by link resolves, then asks by token; by number asks by number; a foreign link is refused")
    func add() async throws {
        let scene = try await Scene()
        let (service, server) = (scene.service, scene.server)
        let token = try await scene.link(of: "Gil").token
        let link = "https://calls.example.org/share/contact/\(token)"
        #expect(try await service.resolve(link) == ResolvedContact(token: token, displayName: "Gil"))
        let added = try await service.add(link)
        #expect(added.displayName == "Gil")
        #expect(try await scene.askers(of: "Gil") == ["Ana"])
        // No one has this number, and the answer does not say so.
        #expect(try await service.add("1042").user == 1042)
        #expect(
            server.lines == [
                "POST /share-token/resolve", "POST /share-token/resolve", "POST /friend-request/by-token",
                "POST /friend-request",
            ])
        #expect(try await Set(service.sentRequests().map(\.user)) == [31, 51, 1042])
        let count = server.requests.count
        await #expect(throws: ContactsError.link(.otherServer(host: "evil.example.net"))) {
            try await service.add("https://evil.example.net/share/contact/\(token)")
        }
        #expect(server.requests.count == count)
    }

    /// 000-4, 004-7, 004-15, 004-16, 004-17
    @Test("requests are answered by name or number: to the sender where they were received, to the receiver where sent")
    func requests() async throws {
        let scene = try await Scene()
        let service = scene.service
        #expect(try await service.receivedRequests().map(\.name) == ["Eve", "Dan"])
        #expect(try await service.sentRequests().map(\.name) == ["Fay"])
        #expect(try await service.accept("eve").user == 22)
        #expect(scene.server.lines.last == "POST /friend-request/accept")
        #expect(try await service.decline("21").name == "Dan")
        #expect(scene.server.lines.last == "PATCH /friend-request/decline")
        #expect(try await service.cancel("fay").user == 31)
        #expect(scene.server.lines.last == "PATCH /friend-request/cancel")
        #expect(
            scene.server.bodies == [#"{"targetUserId":22}"#, #"{"targetUserId":21}"#, #"{"targetUserId":31}"#])
        #expect(try await service.receivedRequests().isEmpty)
        #expect(try await service.sentRequests().isEmpty)
        #expect(try await scene.askers(of: "Fay").isEmpty)
        #expect(try await service.contacts().map(\.contactName) == ["Cem", "bo", "Eve", "Zoe"])
        await #expect(throws: ContactsError.noMatch("Zoe")) { try await service.accept("Zoe") }
    }

    @Test("blocking sends the wanted state, for contacts and either side of a request; unblocking for the blocked")
    func blocking() async throws {
        let scene = try await Scene()
        let (service, server) = (scene.service, scene.server)
        #expect(try await service.blocked().map(\.contactName) == ["Han"])
        for (text, user) in [("zoe", 12), ("eve", 22), ("fay", 31)] as [(String, UserID)] {
            #expect(try await service.block(text).user == user)
            #expect(server.lines.last == "PATCH /contact/\(user)/block")
            #expect(server.bodies.last == #"{"isBlocked":true}"#)
        }
        #expect(try await Set(service.blocked().map(\.contactId)) == [12, 22, 31, 41])
        #expect(try await service.contact("zoe").isBlocked)
        #expect(try await service.receivedRequests().map(\.name) == ["Dan"])
        await #expect(throws: ContactsError.noMatch("gil")) { try await service.block("gil") }
        #expect(try await service.unblock("han").user == 41)
        #expect(server.lines.last == "PATCH /contact/41/block")
        #expect(server.bodies.last == #"{"isBlocked":false}"#)
        #expect(try await service.receivedRequests().map(\.name) == ["Han", "Dan"])
        await #expect(throws: ContactsError.noMatch("bo")) { try await service.unblock("bo") }
    }

    /// 004-8
    @Test("a favourite is made if it is not one, and left alone if it is")
    func favorite() async throws {
        let scene = try await Scene()
        let (service, server) = (scene.service, scene.server)
        try await service.setFavorite(true, "cem")
        #expect(server.lines == ["GET /contacts"])
        try await service.setFavorite(false, "cem")
        #expect(server.lines.last == "PATCH /contact/13/toggle")
        try await service.setFavorite(true, "zoe")
        #expect(try await service.contacts().filter(\.isFavorite).map(\.contactName) == ["Zoe"])
    }

    /// 000-10, 000-62, 000-63
    @Test("a search is sent as address, number or key hash; any other text is not sent")
    func search() async throws {
        let scene = try await Scene()
        let (service, server) = (scene.service, scene.server)
        let (real, gil, number) = (try await server.real, try scene.person("Gil"), "+4915112345678")
        try await real.app.call(.resendOTP, ResendOTPRequest(phoneNumber: number), as: gil).expectOK()
        let proof = AddLoginMethodRequest(phoneNumber: number, code: try real.code(to: number))
        try await real.app.call(.addLoginMethod, proof, as: gil).expectOK()
        let hash = SHA256.hash(data: Data(scene.keyOfGil.utf8))
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for (text, body) in [
            (" \(gil.email) ", #"{"email":"\#(gil.email)"}"#),
            ("+49 (151) 12345-678", #"{"phoneNumber":"\#(number)"}"#),
            ("SHA256:\(hash.uppercased())", #"{"publicKeyHash":"\#(hash)"}"#),
        ] {
            let found = try await service.search(text)
            #expect(found.map(\.displayName) == ["Gil"])
            #expect(found.allSatisfy { ShareLink.isToken($0.token) })
            #expect(server.lines.last == "POST /contacts/search")
            #expect(server.bodies.last == body)
        }
        await #expect(throws: ContactsError.search(.notSearchable)) { try await service.search("Gil") }
        await #expect(throws: ContactsError.search(.identifier(.notAnEmail))) { try await service.search("gil@") }
        #expect(server.requests.count == 3)
        let found = try #require(try await service.search(gil.email).first)
        #expect(try await service.add(found.token).displayName == "Gil")
        #expect(try await scene.askers(of: "Gil") == ["Ana"])
        #expect(try await service.search("nobody@example.org").isEmpty)
    }

    @Test("the search setting is read, and written")
    func searchable() async throws {
        let scene = try await Scene()
        #expect(try await scene.service.isSearchable())
        try await scene.service.setSearchable(false)
        #expect(scene.server.bodies.last == #"{"searchable":false}"#)
        #expect(try await !scene.service.isSearchable())
        let answer = try await scene.server.real.app.call(
            .searchContacts, SearchRequest(email: scene.ana.email), as: scene.person("Gil"))
        #expect(try answer.value(SearchResponse.self).results.isEmpty)
    }

    private static func contact(_ id: UserID, _ name: String) -> Contact {
        Contact(userId: 1, contactId: id, contactName: name, isFavorite: false, isBlocked: false, lastInteraction: nil)
    }

    @Test("whole names win over beginnings, numbers over names; equal names are told apart by number")
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

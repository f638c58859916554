import ECallAPI
import Foundation
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import SignalRouting

@Suite("Attacks: into a room in another person's name", .timeLimit(.minutes(1)), .serialized)
struct RoomIntruderAttacks {
    private static let joined = "\"videoroom\":\"joined\""

    private static func run(
        takesStockClients: Bool, _ body: @escaping @Sendable (CallServer) async throws -> Void
    ) async throws {
        try await CallServer.run(configure: { $0.media.takesStockClients = takesStockClients }, body)
    }

    /// A running call of two.
    private static func call(
        _ server: CallServer
    ) async throws -> (alice: Person, bob: Person, call: CallID, room: RoomID, hers: TestJanus) {
        let (alice, bob) = try await server.friends("alice", "bob")
        let (call, room, hers) = try await server.ringing(alice, bob)
        try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
        return (alice, bob, call, room, hers)
    }

    /// Waits until the server names the feed.
    private static func named(_ feed: FeedID, of person: Person, _ call: CallID, _ server: CallServer) async throws {
        while try await server.feed(of: person, in: call) != feed { try await pause() }
    }

    private static func feed(_ joined: String) throws -> FeedID {
        try #require(joined.firstMatch(of: /"id":(\d+)/).flatMap { UInt64($0.1) }.map { FeedID($0) })
    }

    /// Who: someone without an account who has learned a room id.
    /// With: a connection to /janus without a bearer, or with an empty or invalid one.
    /// Gets: a place in the room as any participant who had not authenticated yet → 1008 before Janus is involved.
    @Test("a room id without an account gives no access")
    func roomID() async throws {
        try await Self.run(takesStockClients: false) { server in
            let before = try await server.janusSessions()
            for path in ["/janus", "/janus/", "/janus/janus"] {
                for protocols in ["janus-protocol", "janus-protocol, bearer.", "janus-protocol, bearer.x"] {
                    let socket = try await TestSocket.webSocket(server.port, path, subprotocol: protocols)
                    try await socket.text("{\"janus\":\"create\",\"transaction\":\"c\"}")
                    #expect(try await socket.next() == .close(1008))
                }
            }
            #expect(try await server.janusSessions() == before)
        }
    }

    /// Who: someone without an account, on a server that accepts stock clients, who knows a room id.
    /// With: a connection without a bearer, from another network than the person's own device, or while that has no session.
    /// Gets: a place in the room as that person → 403.
    @Test("with stock clients accepted, a room id alone lets no one join in another's name")
    func elsewhere() async throws {
        try await Self.run(takesStockClients: true) { server in
            let (alice, bob, _, room, _) = try await Self.call(server)
            let near = try await TestJanus.connect(server.port)
            #expect(try await near.join(room, as: bob.id).contains("\"code\":403"), "no session of Bob's")
            let session = try await server.session(bob)
            let far = try await TestJanus.connect(server.port, from: "127.0.0.2")
            #expect(try await far.join(room, as: bob.id).contains("\"code\":403"), "from elsewhere")
            #expect(try await near.join(room, as: alice.id).contains("\"code\":403"), "no session of Alice's")
            let listening =
                "{\"request\":\"join\",\"room\":\(room),\"ptype\":\"subscriber\",\"streams\":[{\"feed\":1}]}"
            for janus in [near, far] {
                #expect(try await janus.ask(listening).contains("\"reason\":\"not joined\""))
            }
            #expect(try await near.join(room, as: bob.id).contains(Self.joined), "as the stock app has to")
            try await session.close()
            while await server.calls.signals.isOnline(bob.identity) { try await pause() }
            let late = try await TestJanus.connect(server.port)
            #expect(try await late.join(room, as: bob.id).contains("\"code\":403"))
        }
    }

    /// Who: someone behind the same address as a participant, on a server that accepts stock clients.
    /// With: a connection without a bearer that joined in the participant's name before the participant did.
    /// Gets: to stay, and to be taken for the participant → detached as soon as the participant authenticates.
    @Test("an authenticated participant expels a publisher in their name")
    func identified() async throws {
        try await Self.run(takesStockClients: true) { server in
            let (_, bob, call, room, hers) = try await Self.call(server)
            _ = try await server.session(bob)
            let forger = try await TestJanus.connect(server.port)
            let forged = try Self.feed(try await forger.join(room, as: bob.id))
            try await Self.named(forged, of: bob, call, server)
            let his = try await TestJanus.connect(server.port, bearer: bob.accessToken)
            let feed = try Self.feed(try await his.join(room, as: bob.id))
            while !(try await forger.socket.nextText().contains("\"janus\":\"detached\"")) {}
            try await Self.named(feed, of: bob, call, server)
            #expect(try await forger.ask("{\"request\":\"configure\",\"audio\":true}").contains("\"code\":459"))
            let again = try await TestJanus.connect(server.port)
            #expect(try await again.join(room, as: bob.id).contains("\"code\":403"))
            #expect(try await server.feed(of: bob, in: call) == feed)
            _ = hers
        }
    }

    /// Who: a participant, or someone with their token.
    /// With: a second handle that joins as the same person, on the same connection or on another.
    /// Gets: two feeds in one name → one, the newest, which the server names.
    @Test("no participant publishes twice")
    func twice() async throws {
        try await Self.run(takesStockClients: false) { server in
            let (alice, _, call, room, hers) = try await Self.call(server)
            _ = try await hers.join(room, as: alice.id)
            let second = TestJanus(socket: hers.socket, session: hers.session, handle: try await hers.attach())
            let next = try Self.feed(try await second.join(room, as: alice.id))
            try await Self.named(next, of: alice, call, server)
            while try await server.publishers(in: room) != [next] { try await pause() }
            let third = try await TestJanus.connect(server.port, bearer: alice.accessToken)
            let last = try Self.feed(try await third.join(room, as: alice.id))
            try await Self.named(last, of: alice, call, server)
            while try await server.publishers(in: room) != [last] { try await pause() }
        }
    }

    /// Who: a stock client whose person has left the call.
    /// With: the handles it still has.
    /// Gets: to continue sending and receiving for a minute → detached at its next message.
    @Test("a stock client cannot stay in the room after leaving the call")
    func outstays() async throws {
        try await Self.run(takesStockClients: true) { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let carol = try await server.person("carol")
            try await server.app.befriend(alice, carol)
            let (call, room, _) = try await server.ringing(alice, bob)
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            let key = DeviceKey(user: carol.id, device: carol.device).description
            try await server.app.call(
                .inviteToCall, id: call.rawValue,
                StartCallRequest(roomId: room, calleeIds: [carol.id], encryptedAESKeys: [key: "k"], isVideo: true),
                as: alice
            ).expectOK()
            try await server.app.call(.joinCall, id: call.rawValue, as: carol).expectOK()
            _ = try await server.session(carol)
            let hers = try await TestJanus.connect(server.port)
            #expect(try await hers.join(room, as: carol.id).contains(Self.joined))
            try await server.app.call(.endCall, EndCallRequest(callId: call), as: carol).expectOK()
            try await hers.socket.text("{\"janus\":\"keepalive\",\"session_id\":\(hers.session),\"transaction\":\"k\"}")
            while !(try await hers.socket.nextText().contains("\"janus\":\"detached\"")) {}
            #expect(try await server.publishers(in: room).isEmpty)
        }
    }

    /// Who: anyone with an account, or without one on a server that accepts stock clients.
    /// With: as many requests for rooms as fit into one second, on many connections at once.
    /// Gets: 265 rooms instead of the limit of 200 → 8 per device, and the limit per network, counted from the request on.
    @Test("rooms count from the request on, per device and per network")
    func rooms() async throws {
        try await Self.run(takesStockClients: true) { server in
            let alice = try await server.person("alice")
            var sockets: [TestJanus] = []
            for _ in 0..<4 { sockets.append(try await TestJanus.connect(server.port, bearer: alice.accessToken)) }
            #expect(try await Self.create(8, on: sockets) == RoomRegistry.unclaimedLimit.device)
            var unknown: [TestJanus] = []
            for _ in 0..<8 { unknown.append(try await TestJanus.connect(server.port, from: "127.0.0.3")) }
            #expect(try await Self.create(8, on: unknown) == RoomRegistry.unclaimedLimit.origin)
            #expect(try await server.rooms() == 8 + RoomRegistry.unclaimedLimit.origin)
            // Other networks have their own limit.
            let other = try await TestJanus.connect(server.port, from: "127.0.0.4")
            #expect(try await Self.create(8, on: [other]) == 8)
        }
    }

    /// Requests so many rooms on each, all before any answer is read; returns how many were created.
    private static func create(_ count: Int, on connections: [TestJanus]) async throws -> Int {
        for janus in connections {
            for _ in 0..<count { try await janus.message("{\"request\":\"create\"}") }
        }
        var made = 0
        for janus in connections {
            for _ in 0..<count where try await janus.socket.nextText().contains("\"videoroom\":\"created\"") {
                made += 1
            }
        }
        return made
    }
}

extension CallServer {
    /// The publishers in the room, as reported by Janus.
    fileprivate func publishers(in room: RoomID) async throws -> [FeedID] {
        try await calls.media.admin.sessions().flatMap(\.handles).compactMap(\.publisher)
            .filter { $0.room == room }.map(\.feed)
    }

    fileprivate func rooms() async throws -> Int { try await calls.media.admin.rooms().count }
}

import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import Notifications
@testable import ServerFoundation

/// The stock app, replayed: two devices, from sign-in to hang-up, byte for byte as in wire-protocol 1 to 6, without media.
@Suite("The stock app", .timeLimit(.minutes(1)), .serialized)
struct StockAppTests {
    private static func run(
        isTaken: Bool, _ body: @escaping @Sendable (CallServer, RingRecorder) async throws -> Void
    ) async throws {
        let rings = RingRecorder()
        try await CallServer.run(
            configure: { settings in
                StockApp.configure(&settings)
                settings.media.takesStockClients = isTaken
            }, push: rings
        ) { try await body($0, rings) }
    }

    /// Two stock apps whose users are friends.
    private static func people(_ server: CallServer) async throws -> (StockApp, StockApp) {
        var (ana, bo) = (
            StockApp(server: server, email: "ana@example.net"), StockApp(server: server, email: "bo@example.net")
        )
        // The first launch after installation.
        try await ana.ask(.post, "logout", mayFail: true)
        try await ana.signIn()
        try await bo.signIn()
        try await ana.becomeActive()
        #expect(try await ana.object(.post, "friend-request", ["targetUserId": bo.user])["status"] is String)
        let received = try await bo.object(.get, "friend-request-received")["friendRequests"] as? [[String: Any]]
        let request = try #require(received?.first)
        #expect(try bo.number(request["senderId"]) == ana.user && request["receiverName"] is String)
        try await bo.ask(.post, "friend-request/accept", ["targetUserId": ana.user])
        let contacts = try await ana.object(.get, "contacts")["contacts"] as? [[String: Any]]
        #expect(try ana.number(contacts?.first?["contactId"]) == bo.user)
        return (ana, bo)
    }

    /// Section 4.2 up to the ring.
    private static func start(_ caller: StockApp, _ callee: StockApp, room: UInt64) async throws -> UInt64 {
        let keys = try #require(
            try await caller.object(.post, "user/publicKeys", ["userIds": [callee.user]])["publicKeys"]
                as? [String: String])
        #expect(keys == ["\(callee.user)_\(callee.device)": callee.publicKey])
        let wrapped = keys.mapValues { _ in caller.wrappedKey() }
        let answer = try await caller.object(
            .post, "call/start",
            ["roomId": room, "calleeIds": [callee.user], "encryptedAESKeys": wrapped, "isVideo": true])
        let record = try #require(answer["callRecord"] as? [String: Any])
        #expect(try caller.number(record["janusRoomId"]) == room)
        let call = try caller.number(record["id"])
        #expect(try await participants(of: call, seenBy: caller)[caller.user]?["isHostKey"] as? Bool == true)
        #expect(try caller.number(try await caller.object(.post, "call/\(call)/join")["janusRoomId"]) == room)
        return call
    }

    private static func participants(of call: UInt64, seenBy app: StockApp) async throws -> [UInt64: [String: Any]] {
        let answer = try await app.object(.get, "call/\(call)/participants")
        #expect(answer["currentUser"] is [String: Any])
        let list = try #require(answer["participants"] as? [[String: Any]])
        let known: Set = ["inviting", "accepted", "rejected", "reconnecting", "connected", "left"]
        for each in list { #expect(known.contains(each["status"] as? String ?? "")) }
        return Dictionary(uniqueKeysWithValues: try list.map { (try app.number($0["userId"]), $0) })
    }

    /// 000-26, 000-33, 000-34, 000-55, 000-56, 001-21, 001-26, 001-38, 002-19, 002-20, 003-5
    @Test("with stock clients accepted: sign-in, friends, ring, answer, keys, Janus, reconnect, rejoin, hang-up")
    func replay() async throws {
        try await Self.run(isTaken: true) { server, rings in
            let (ana, bo) = try await Self.people(server)
            #expect(ana.told == ana.user && bo.told == bo.user)
            let (anas, bos) = (try await ana.signaling(), try await bo.signaling())

            let caller = try #require(try await StockJanus.connect(server.port))
            let room = try await caller.createRoom()
            let call = try await Self.start(ana, bo, room: room)
            let push = try #require(await rings.push(to: bo.device))
            #expect(push.callID.rawValue == call && push.room.rawValue == room && !push.encryptedAESKey.isEmpty)
            #expect(push.encryptedAESKey.split(separator: ":").count == 2)
            try await caller.join(room, as: ana.user, name: "ana")
            try await caller.publish()
            let own = try await caller.event { $0.room?.videoroom == "joined" }
            #expect(own.room?.room == room && own.room?.publishers?.isEmpty == true)
            let configured = try await caller.event { $0.room?.configured == "ok" }
            #expect(configured.jsep?.type == "answer" && configured.sender == caller.publisher)
            // Audio, video in the app's codec, and the data channel. Candidates follow separately (RFC 8838).
            let sdp = try #require(configured.jsep?.sdp)
            for line in ["m=audio ", "m=video ", "H264/90000", "m=application ", "a=ice-ufrag:", "a=fingerprint:"] {
                #expect(sdp.contains(line), "\(line)")
            }

            // Bo answers: Janus first, then join.
            let callee = try #require(try await StockJanus.connect(server.port))
            #expect(try bo.number(try await bo.object(.post, "call/\(call)/join")["id"]) == call)
            #expect(try ana.number(try await ana.signal("participant_joined", on: anas)["participantId"]) == bo.user)
            try await callee.join(room, as: bo.user, name: "bo")
            try await callee.publish()
            let joined = try await callee.event { $0.room?.videoroom == "joined" }
            _ = try await callee.event { $0.room?.configured == "ok" }
            let feed = try ana.number(try await ana.signal("participant_feedId_updated", on: anas)["feedId"])
            #expect(feed == joined.room?.id)

            // Media are not established here: the answer names a feed or its absence, and the proxy does not interfere.
            let subscribed = try await caller.subscribe(room, to: feed)
            #expect(subscribed.jsep?.type == "offer" || subscribed.room?.error_code == 428)
            for (app, other) in [(ana, bo), (bo, ana)] {
                let updated = try await app.object(
                    .put, "call/\(call)/participants",
                    ["id": 0, "callId": call, "userId": other.user, "status": "connected", "feedId": feed])
                #expect(updated["status"] as? String == "connected")
            }
            let status = try await Self.participants(of: call, seenBy: bo).mapValues { $0["status"] as? String }
            #expect(status == [ana.user: "connected", bo.user: "connected"])

            try await Self.exchangeKeys(call, ana, anas, bo, bos)
            try await Self.reconnect(call, room, ana, anas, bo, lost: callee)
            let back = try await Self.rejoin(call, room, ana, anas, bo, bos)

            #expect(try await bo.object(.post, "call/end", ["callId": call])["success"] as? Bool == true)
            #expect(try ana.number(try await ana.signal("call_ended", on: anas)["callId"]) == call)
            for janus in [caller, back] { try await janus.vanish() }
            while try await server.janusSessions() > 0 { try await pause() }
            let history = try #require(
                try await bo.ask(.get, "calls", query: "?page=0&size=20") as? [[String: Any]])
            #expect(history.first?["status"] as? String == "completed")
            #expect(try await bo.ask(.post, "logout") is String)
        }
    }

    /// Sections 5.4 and 5.5.
    private static func exchangeKeys(
        _ call: UInt64, _ host: StockApp, _ hosts: TestSocket, _ other: StockApp, _ others: TestSocket
    ) async throws {
        let rotated = host.wrappedKey()
        let addressed: [String: Any] = [
            "callId": call, "participantId": other.user, "participantDeviceId": other.device,
            "encryptedAESKey": rotated,
        ]
        try await host.send(
            addressed.merging(
                ["type": "key_rotation", "participantName": "bo", "keyRotationTimestamp": 1_772_360_500.25]) { $1 },
            on: hosts)
        let rotation = try await other.signal("key_rotation", on: others)
        #expect(rotation["encryptedAESKey"] as? String == rotated)
        #expect((rotation["keyRotationTimestamp"] as? NSNumber)?.doubleValue == 1_772_360_500.25)
        try await other.send(
            [
                "type": "request_aes_key", "callId": call, "participantId": host.user,
                "participantDeviceId": host.device, "senderId": other.user, "senderDeviceId": other.device,
            ], on: others)
        let request = try await host.signal("request_aes_key", on: hosts)
        #expect(try host.number(request["senderDeviceId"]) == other.device)
        try await host.send(addressed.merging(["type": "send_aes_key"]) { $1 }, on: hosts)
        #expect(try await other.signal("send_aes_key", on: others)["encryptedAESKey"] as? String == rotated)
    }

    /// Section 6.2: the callee's connection to Janus breaks; the app recreates everything.
    private static func reconnect(
        _ call: UInt64, _ room: UInt64, _ ana: StockApp, _ anas: TestSocket, _ bo: StockApp, lost: StockJanus
    ) async throws {
        try await lost.vanish()
        let again = try #require(try await StockJanus.connect(bo.server.port))
        try await bo.ask(.post, "call/\(call)/join")
        try await again.join(room, as: bo.user, name: "bo")
        try await again.publish()
        let joined = try await again.event { $0.room?.videoroom == "joined" }
        let feed = try #require(joined.room?.id)
        while true {
            let told = try await ana.signal("participant_feedId_updated", on: anas)
            if try ana.number(told["feedId"]) == feed { break }
        }
        try await again.vanish()
    }

    /// Section 4.7: the callee's app was ended and restarts without a key. It asks for one, and joins with it.
    private static func rejoin(
        _ call: UInt64, _ room: UInt64, _ ana: StockApp, _ anas: TestSocket, _ bo: StockApp, _ bos: TestSocket
    ) async throws -> StockJanus {
        #expect(try bo.number(try await bo.object(.post, "call/\(call)/request-rejoin")["id"]) == call)
        let request = try await ana.signal("participant_request_rejoin", on: anas)
        #expect(try ana.number(request["callId"]) == call && ana.number(request["participantId"]) == bo.user)
        #expect(try ana.number(request["calleeDeviceId"]) == bo.device)
        let keys = try await ana.object(.post, "user/publicKeys", ["userIds": [bo.user]])["publicKeys"]
        #expect((keys as? [String: String])?["\(bo.user)_\(bo.device)"] == bo.publicKey)
        // A copy of the request, with the key.
        let key = ana.wrappedKey()
        try await ana.send(
            request.merging(["type": "participant_accept_rejoin", "encryptedAESKey": key]) { $1 }, on: anas)
        let answer = try await bo.signal("participant_accept_rejoin", on: bos)
        #expect(try answer["encryptedAESKey"] as? String == key && bo.number(answer["callId"]) == call)

        let record = try await bo.object(.post, "call/\(call)/rejoin")
        #expect(try bo.number(record["janusRoomId"]) == room && record["callMediaType"] as? String == "video")
        #expect(try ana.number(try await ana.signal("participant_joined", on: anas)["participantId"]) == bo.user)
        // Janus follows, without another join of the call.
        let janus = try #require(try await StockJanus.connect(bo.server.port))
        try await janus.join(room, as: bo.user, name: "bo")
        try await janus.publish()
        let joined = try await janus.event { $0.room?.videoroom == "joined" }
        let told = try await ana.signal("participant_feedId_updated", on: anas)
        #expect(try ana.number(told["feedId"]) == joined.room?.id)
        return janus
    }

    /// The default, with stock clients refused: everything but Janus.
    @Test(
        "with stock clients refused, no user ID is revealed before the code, and /janus says why it is closed")
    func refused() async throws {
        try await Self.run(isTaken: false) { server, rings in
            let (ana, bo) = try await Self.people(server)
            #expect(ana.told == 0 && bo.told == 0)
            let (anas, bos) = (try await ana.signaling(), try await bo.signaling())
            #expect(try await StockJanus.connect(server.port) == nil)
            let socket = try await TestSocket.webSocket(server.port, "/janus", subprotocol: "janus-protocol")
            #expect(try await socket.next() == .close(1008))

            // A caller with another client makes the room.
            let janus = try await TestJanus.connect(server.port, bearer: ana.accessToken)
            let room = try await janus.createRoom().rawValue
            let call = try await Self.start(ana, bo, room: room)
            #expect(await rings.push(to: bo.device)?.callID.rawValue == call)
            try await bo.ask(.post, "call/\(call)/join")
            _ = try await ana.signal("participant_joined", on: anas)
            for user in [ana.user, bo.user] {
                try await ana.ask(
                    .put, "call/\(call)/participants",
                    ["id": 0, "callId": call, "userId": user, "status": "connected", "feedId": 7])
            }
            try await Self.exchangeKeys(call, ana, anas, bo, bos)
            try await bo.ask(.post, "call/end", ["callId": call])
            _ = try await ana.signal("call_ended", on: anas)
            let metrics = MetricsRegistry()
            server.calls.parts.collect(metrics)
            #expect(
                await metrics.text().contains("ecall_media_requests_refused_total{reason=\"credentials\"} 2"))
        }
    }
}

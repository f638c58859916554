import ECallAPI
import Foundation
import HummingbirdCore
import NIOHTTP1
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("A server that pushes", .timeLimit(.minutes(1)))
struct PushAppTests {
    /// Answers requests in the order of a list, and then with 200.
    private final class Script: Sendable {
        private let rest: Mutex<[ScriptedServer.Answer]>

        init(_ answers: [ScriptedServer.Answer]) { rest = Mutex(answers) }

        func next() -> ScriptedServer.Answer { rest.withLock { $0.isEmpty ? .status(200) : $0.removeFirst() } }
    }

    private struct Bench: Sendable {
        let app: TestApp
        let server: ScriptedServer?
        let push: any PushDelivery
        let counters: @Sendable () -> DeliveryCounters

        func person(_ name: String, voip: String = "", apns: String = "") async throws -> Person {
            let person = try await app.signIn("\(name)@example.net", name: name, publicKey: TestKeys.p256())
            try await register(person, voip: voip, apns: apns)
            return person
        }

        func register(_ person: Person, voip: String = "", apns: String = "") async throws {
            try await app.call(
                .registerDevice, RegisterDeviceRequest(voipToken: voip, apnsToken: apns, publicKey: ""), as: person
            ).expectOK()
        }

        /// The bodies sent to a token, once the expected number has arrived.
        func bodies(_ token: String, of count: Int) async -> [String] {
            guard let server else { return [] }
            await server.received(count)
            return server.requests.filter { $0.head.uri.hasSuffix(token) }.map(\.text)
        }

        /// The pushes in the outbox of the development mode, in order.
        func outbox() throws -> [OutboxFile] {
            let folder = app.dataDirectory + "/outbox"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
            return try names.map {
                try JSONDecoder().decode(OutboxFile.self, from: Data(contentsOf: URL(filePath: folder + "/" + $0)))
            }
        }
    }

    private struct OutboxFile: Decodable, Sendable {
        let channel: String
        let kind: String
        let userId: UInt64
        let deviceId: UInt64
        let topic: String
        let payload: JSONValue
    }

    /// A server that pushes to a test service, or in development to the outbox.
    private func run(
        isDevelopment: Bool = false, _ answers: [ScriptedServer.Answer] = [],
        _ body: @escaping @Sendable (Bench) async throws -> Void
    ) async throws {
        if isDevelopment { return try await run(nil, nil, body) }
        let (authority, script) = (try await TestAuthority.common(), Script(answers))
        try await ScriptedServer.run(authority, http2: true) { _ in
            script.next()
        } _: { server in
            try await run(server, authority, body)
        }
    }

    private func run(
        _ server: ScriptedServer?, _ authority: TestAuthority?,
        _ body: @escaping @Sendable (Bench) async throws -> Void
    ) async throws {
        let parts = Shelf<ProviderParts>()
        try await TestApp.run(
            configure: { settings in
                settings.isDevelopment = server == nil
                settings.providers.webPush.isEnabled = false
                guard let server, let authority else { return }
                settings.providers.apns = APNsSettings(
                    keyFile: authority.signingKey, keyID: "K", teamID: "T", bundleID: "org.example.call",
                    service: ServiceAddress(server.base, authorityFile: authority.authority))
            },
            providers: { dependencies, outbox in
                let real = ProviderDependencies(
                    database: dependencies.database, settings: dependencies.settings, secrets: dependencies.secrets,
                    clock: dependencies.clock.moving, logger: dependencies.logger)
                var limits = DeliveryLimits()
                limits.retry.first = .milliseconds(20)
                let made = try ProviderAssembly.make(real, limits: limits, console: { _ in })
                parts.put(made)
                // The test handles codes itself.
                return ProviderParts(
                    messages: outbox, push: made.push, services: made.services, counters: made.counters)
            },
            callParts: { .ringing($0) }
        ) { app in
            let made = try #require(parts.item)
            try await body(Bench(app: app, server: server, push: made.push, counters: made.counters))
        }
    }

    private static func token(_ digit: Character) -> String { String(repeating: digit, count: 64) }

    @Test("refusals by Apple are logged with status and Apple's own reason, without the token")
    func reasons() async throws {
        let token = Self.token("a")
        let reasons = ["InvalidProviderToken", token, "PayloadEmpty"]
        let answers = zip([403, 403, 400], reasons).map {
            ScriptedServer.Answer.status($0, "{\"reason\":\"\($1)\"}")
        }
        try await run(answers) { bench in
            let ana = try await bench.person("Ana", apns: token)
            for (alert, count) in zip([PushAlert.warningLogin, .userInfoUpdate, .warningLogin], 1...) {
                await bench.push.send(alert, to: ana.id, except: nil)
                await bench.server?.received(count)
                while bench.counters().providers[.alert]?.depth != 0 { try await pause() }
            }
            let log = bench.app.log.text
            for code in ["APNs 403 (InvalidProviderToken)", "APNs 403", "APNs 400 (PayloadEmpty)"] {
                #expect(log.contains("\"code\": \(code),") || log.contains("\"code\": \(code)]"), "\(code) in \(log)")
            }
            #expect(!log.contains(token))
        }
    }

    /// 000-65, 004-18, 004-19
    @Test("asking and accepting alert the other person's devices; repeating, declining and cancelling do not")
    func friends() async throws {
        try await run { bench in
            let (anas, bobs) = (Self.token("a"), Self.token("b"))
            let ana = try await bench.person("Ana", apns: anas)
            let bob = try await bench.person("Bob", apns: bobs)
            func call(_ endpoint: Endpoint, _ target: Person, as person: Person) async throws {
                try await bench.app.call(endpoint, FriendRequestTarget(targetUserId: target.id), as: person).expectOK()
            }
            // One at a time, because a later alert replaces a queued one.
            for _ in 0..<2 { try await call(.sendFriendRequest, bob, as: ana) }
            _ = await bench.bodies(bobs, of: 1)
            try await call(.cancelFriendRequest, bob, as: ana)
            try await call(.sendFriendRequest, bob, as: ana)
            _ = await bench.bodies(bobs, of: 2)
            try await call(.declineFriendRequest, ana, as: bob)
            try await call(.sendFriendRequest, bob, as: ana)
            _ = await bench.bodies(bobs, of: 3)
            for _ in 0..<2 { try await call(.acceptFriendRequest, ana, as: bob) }
            let toBob = await bench.bodies(bobs, of: 4)
            #expect(toBob.count == 3 && toBob.allSatisfy { $0.contains("\"type\":\"newFriendRequest\"") })
            #expect(toBob.allSatisfy { $0.contains("\"displayName\":\"Ana\"") })
            let toAna = await bench.bodies(anas, of: 4)
            #expect(toAna.count == 1 && toAna[0].contains("\"type\":\"acceptFriendRequest\""))
            #expect(toAna[0].contains("\"displayName\":\"Bob\""))
            while bench.counters().providers[.alert]?.depth != 0 { try await pause() }
            #expect(bench.counters().providers == [.alert: .init(sent: 4), .voip: .init()])
        }
    }

    private func startCall(_ bench: Bench) async throws -> (caller: Person, callees: [Person], StartCallResponse) {
        let ana = try await bench.person("Ana", voip: Self.token("a"))
        // The device that gets alerts signs in last, so that it is not warned of the others.
        let browser = try await bench.person("Bob")
        let other = try await bench.person("Bob", voip: Self.token("c"))
        let bob = try await bench.person("Bob", voip: Self.token("b"), apns: Self.token("e"))
        try await bench.app.befriend(ana, bob)
        var keys: [String: String] = [:]
        for device in [bob, other, browser] {
            keys[DeviceKey(user: device.id, device: device.device).description] = "key-of-\(device.device)"
        }
        let started: StartCallResponse = try await bench.app.call(
            .startCall,
            StartCallRequest(
                roomId: 5, calleeIds: [bob.id], encryptedAESKeys: keys, isVideo: true,
                e2ee: E2EEOpening(invite: "not-for-a-push", join: "not-for-a-push")), as: ana
        ).value()
        return (ana, [bob, other, browser], started)
    }

    /// 001-19
    @Test("a call rings every device that has a token, each with its own key and no other")
    func rings() async throws {
        try await run { bench in
            let (ana, bobs, started) = try await startCall(bench)
            // The alert about the friendship is sent to the same server.
            _ = await bench.bodies("", of: 3)
            for (device, digit) in zip(bobs, ["b", "c"] as [Character]) {
                let bodies = await bench.bodies(Self.token(digit), of: 3)
                #expect(
                    bodies == [
                        """
                        {"aps":{},"callId":\(started.callRecord.id),"callerDeviceId":\(ana.device),\
                        "callerId":\(ana.id),"callerName":"Ana","encryptedAESKey":"key-of-\(device.device)",\
                        "isOnGoing":false,"isVideo":true,"roomId":5}
                        """
                    ])
            }
            let rings = try #require(bench.server).requests.filter { $0.head.headers["apns-push-type"] == ["voip"] }
            #expect(rings.count == 2 && rings.allSatisfy { $0.head.headers["apns-priority"] == ["10"] })
            let now = bench.app.clock.now.milliseconds / 1000
            for ring in rings {
                let expiration = try #require(ring.head.headers["apns-expiration"].first.flatMap { Int64($0) })
                // The providers' clock advances while the test's does not; the exact lifetime is tested with the client.
                #expect((now...(now + 90)).contains(expiration), "\(expiration - now)")
            }
            // A busy callee is not rung.
            let eve = try await bench.person("Eve")
            try await bench.app.befriend(eve, bobs[0])
            let count = rings.count
            try await bench.app.call(
                .startCall,
                StartCallRequest(
                    roomId: 6, calleeIds: [bobs[0].id],
                    encryptedAESKeys: [DeviceKey(user: bobs[0].id, device: bobs[0].device).description: "k"],
                    isVideo: false), as: eve
            ).expect(.allCalleesBusy)
            #expect(bench.counters().providers[.voip].map { $0.sent + $0.depth } == count)
        }
    }

    @Test("in development the outbox has one file for every push")
    func outbox() async throws {
        try await run(isDevelopment: true) { bench in
            let (ana, bobs, started) = try await startCall(bench)
            try Self.expect(bench.outbox(), started.callRecord.id, caller: ana, callees: bobs)
        }
    }

    private static func expect(
        _ files: [OutboxFile], _ call: CallID, caller: Person, callees: [Person]
    ) throws {
        #expect(files.allSatisfy { $0.channel == "push" && $0.userId == callees[0].id.rawValue })
        let alerts = files.filter { $0.kind == "alert" }
        #expect(alerts.map(\.deviceId) == [callees[0].device.rawValue])
        #expect(alerts.first?.topic == "org.ecall.app")
        let rings = files.filter { $0.kind == "voip" }
        #expect(Set(rings.map(\.deviceId)) == Set(callees.prefix(2).map(\.device.rawValue)))
        for ring in rings { try expect(ring, call, caller: caller) }
    }

    private static func expect(_ ring: OutboxFile, _ call: CallID, caller: Person) throws {
        #expect(ring.topic == "org.ecall.app.voip")
        guard case .object(let members) = ring.payload else {
            Issue.record("the payload is no object")
            return
        }
        #expect(members["callId"]?.unsignedInteger == call.rawValue)
        #expect(members["callerId"]?.unsignedInteger == caller.id.rawValue)
        #expect(members["encryptedAESKey"]?.text == "key-of-\(ring.deviceId)")
    }

    @Test(
        "an invalid token is removed, and no other",
        arguments: [(410, "Unregistered"), (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic")])
    func deadToken(status: Int, reason: String) async throws {
        try await run([.status(status, "{\"reason\":\"\(reason)\"}")]) { bench in
            let ana = try await bench.person("Ana", voip: Self.token("a"), apns: Self.token("b"))
            await bench.push.send(.warningLogin, to: ana.id, except: nil)
            while bench.counters().providers[.alert]?.failed != 1 { try await pause() }
            await bench.push.send(.warningLogin, to: ana.id, except: nil)
            #expect(bench.counters().providers[.alert] == .init(failed: 1))
            await bench.push.ring(Self.anyRing, device: ana.identity)
            while bench.counters().providers[.voip]?.sent != 1 { try await pause() }
            #expect(bench.server?.requests.count == 2)
            // A new token is used again.
            try await bench.register(ana, apns: Self.token("c"))
            await bench.push.send(.warningLogin, to: ana.id, except: nil)
            while bench.counters().providers[.alert]?.sent != 1 { try await pause() }
        }
    }

    private static let anyRing = VoIPPush(
        callID: 1, room: 2, caller: DeviceIdentity(user: 3, device: 4), callerName: "", encryptedAESKey: "",
        isVideo: false)

    @Test("one account's queued alerts delay neither another account's nor a ring")
    func lanes() async throws {
        try await run(Array(repeating: .hang, count: 1000)) { bench in
            let ana = try await bench.person("Ana", apns: Self.token("a"))
            let bo = try await bench.person("Bo", voip: Self.token("c"), apns: Self.token("b"))
            for number in 0..<340 {
                await bench.push.send(.newFriendRequest(displayName: "\(number)"), to: ana.id, except: nil)
            }
            await bench.push.send(.userInfoUpdate, to: bo.id, except: nil)
            await bench.push.ring(Self.anyRing, device: bo.identity)
            await bench.server?.received(6)
            let paths = bench.server?.requests.map(\.head.uri) ?? []
            for token in ["b", "c"] { #expect(paths.contains("/3/device/" + Self.token(Character(token)))) }
            #expect(paths.count { $0.hasSuffix(Self.token("a")) } == 4)
            // Alerts beyond its share are not queued either.
            #expect(bench.counters().providers[.alert]?.dropped == 340 - 62)
        }
    }

    @Test("a push that Apple cannot accept now is retried, once, under the same id")
    func retry() async throws {
        try await run([.status(503), .status(429, "{\"reason\":\"TooManyRequests\"}"), .drop]) { bench in
            let ana = try await bench.person("Ana", voip: Self.token("a"))
            await bench.push.ring(Self.anyRing, device: ana.identity)
            while bench.counters().providers[.voip]?.sent != 1 { try await pause() }
            #expect(bench.counters().providers[.voip] == .init(sent: 1, retried: 3))
            let requests = try #require(bench.server?.requests)
            #expect(requests.count == 4 && Set(requests.flatMap { $0.head.headers["apns-id"] }).count == 1)
        }
    }

    @Test("the ring of an ended call is not retried")
    func callIsOver() async throws {
        // With twice that, the ring would have expired by itself.
        let busy = ScriptedServer.Answer.status(503, headers: ["retry-after": "15"])
        try await run([busy, busy, busy, busy]) { bench in
            let (ana, _, started) = try await startCall(bench)
            while bench.counters().providers[.voip]?.retried != 2 { try await pause() }
            try await bench.app.call(.endCall, EndCallRequest(callId: started.callRecord.id), as: ana).expectOK()
            // At once, or after the running attempt.
            while bench.counters().providers[.voip]?.dropped != 2 { try await pause() }
            let counted = try #require(bench.counters().providers[.voip])
            #expect(counted.sent == 0 && counted.failed == 0 && counted.depth == 0)
        }
    }

    @Test("the acting device, and one that has signed out meanwhile, get no push")
    func except() async throws {
        try await run([.status(503, headers: ["retry-after": "1"])]) { bench in
            let (ana, other) = (try await bench.person("Ana"), try await bench.person("Ana"))
            try await bench.register(ana, apns: Self.token("a"))
            try await bench.register(other, apns: Self.token("b"))
            await bench.push.send(.userInfoUpdate, to: ana.id, except: ana.device)
            await bench.server?.received(1)
            try await bench.app.call(.logout, as: other).expectOK()
            while bench.counters().providers[.alert]?.depth != 0 { try await pause() }
            let paths = bench.server?.requests.map(\.head.uri) ?? []
            #expect(Set(paths) == ["/3/device/" + Self.token("b")])
            #expect(paths.count == 1 && bench.counters().providers[.alert] == .init(retried: 1, dropped: 1))
        }
    }
}

extension CallParts {
    /// Real calls, without Janus and without sockets.
    static func ringing(_ dependencies: CallDependencies) -> Self {
        let signals = RecordingSignals()
        let calls = CallService(
            directory: dependencies.directory, signals: signals, rooms: AnyRoom(), records: NoRecords(),
            push: dependencies.push, now: dependencies.clock.now, logger: dependencies.logger)
        return Self(
            signals: signals, presence: calls,
            addRoutes: { CallRequestController(calls: calls, database: dependencies.database).addRoutes(to: $0) },
            server: { _ in .http1() }, services: [])
    }
}

private struct AnyRoom: CallRooms {
    func restore(_ room: RoomID, creator: DeviceIdentity, members: [UserID: DeviceID]) {}
    func claim(_ room: RoomID, by identity: DeviceIdentity) -> Bool { true }
    func unclaim(_ room: RoomID) {}
    func setMembers(_ members: [UserID: DeviceID], of room: RoomID) {}
    func expel(_ identity: DeviceIdentity, from room: RoomID) {}
    func end(_ room: RoomID) {}
}

private struct NoRecords: CallRecords {
    func save(_ batch: CallBatch) async throws {}
    func exists(_ call: CallID, with user: UserID) async throws -> Bool { false }
    func recoveredCalls() async throws -> RecoveredCalls { RecoveredCalls() }
    func noteAlive(at moment: Timestamp) async throws {}
    func endAll(except calls: Set<CallID>, at moment: Timestamp) async throws {}
}

import CallEngine
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
@testable import NotificationsTestSupport
@testable import ServerFoundation

@Suite("A server that pushes to browsers", .timeLimit(.minutes(1)))
struct WebPushAppTests {
    private struct Bench: Sendable {
        let app: TestApp
        let server: ScriptedServer
        let database: any Database
        let counters: @Sendable () -> DeliveryCounters

        /// Signs in and subscribes; `path` distinguishes the browsers.
        func person(_ name: String, _ path: String? = nil) async throws -> (person: Person, browser: TestBrowser) {
            let person = try await app.signIn("\(name)@example.net", name: name, publicKey: TestKeys.p256())
            let browser = TestBrowser(endpoint: server.base + (path ?? "/none"))
            if path != nil { try await app.call(.setWebPushSubscription, browser.request, as: person).expectOK() }
            return (person, browser)
        }

        func ring(_ callees: [Person], by caller: Person, room: RoomID = 5) async throws -> CallID {
            var keys: [String: String] = [:]
            for device in callees { keys[DeviceKey(user: device.id, device: device.device).description] = "k" }
            let started: StartCallResponse = try await app.call(
                .startCall,
                StartCallRequest(
                    roomId: room, calleeIds: Array(Set(callees.map(\.id))), encryptedAESKeys: keys, isVideo: false,
                    e2ee: E2EEOpening(invite: "the.signed.invite", join: "never-in-a-push")), as: caller
            ).value()
            return started.callRecord.id
        }

        /// The stored endpoints.
        func endpoints() async throws -> Set<String> {
            try await database.read { sql in
                Set(try sql.query("SELECT endpoint FROM push_subscriptions", [:]).map { try $0.text("endpoint") })
            }
        }

        /// The device's answer to whether its subscription has ended.
        func hasEnded(_ person: Person) async throws -> Bool? {
            let key: WebPushKey = try await app.call(.webPushKey, as: person).value()
            return key.hasEnded
        }

        /// The messages sent to a browser, once the total number of requests has arrived.
        func kinds(_ browser: TestBrowser, of count: Int) async throws -> [String?] {
            await server.received(count)
            return try messages(browser).map { $0["kind"]?.text }
        }

        func messages(_ browser: TestBrowser) throws -> [[String: JSONValue]] {
            try server.requests.filter { server.base + $0.head.uri == browser.endpoint }.map {
                try browser.members($0.body)
            }
        }

        func settle(_ provider: DeliveryProvider) async throws {
            while counters().providers[provider]?.depth != 0 { try await pause() }
        }
    }

    private func run(
        allowing others: [String] = [], isEnabled: Bool = true,
        answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer = { _ in .status(201) },
        _ body: @escaping @Sendable (Bench) async throws -> Void
    ) async throws {
        let authority = try await TestAuthority.common()
        try await ScriptedServer.run(authority, http2: false, answer: answer) { server in
            let parts = Shelf<(ProviderParts, any Database)>()
            var limits = Limits.development
            limits.codesPerIdentifier = Rate(count: 1000, seconds: 600)
            limits.codesPerIdentifierDaily = Rate(count: 1000, seconds: 86_400)
            limits.repeatedRequestWindow = 0
            try await TestApp.run(
                limits: limits,
                configure: { settings in
                    settings.providers.webPush = WebPushSettings(
                        isEnabled: isEnabled, allowedOrigins: [server.base] + others,
                        authorityFile: authority.authority)
                },
                providers: { dependencies, outbox in
                    let real = ProviderDependencies(
                        database: dependencies.database, settings: dependencies.settings,
                        secrets: dependencies.secrets, clock: dependencies.clock.moving, logger: dependencies.logger)
                    var limits = DeliveryLimits()
                    limits.retry.first = .milliseconds(20)
                    let made = try ProviderAssembly.make(real, limits: limits, console: { _ in })
                    parts.put((made, dependencies.database))
                    return ProviderParts(
                        messages: outbox, push: made.push, webPush: made.webPush, services: made.services,
                        counters: made.counters)
                },
                callParts: { .ringing($0) }
            ) { app in
                let (made, database) = try #require(parts.item)
                try await body(Bench(app: app, server: server, database: database, counters: made.counters))
            }
        }
    }

    @Test("a call rings every subscribed browser with the invite only; answering ends the ring on the others")
    func rings() async throws {
        try await run { bench in
            let (ana, _) = try await bench.person("Ana")
            let (bob, desk) = try await bench.person("Bob", "/desk")
            let (other, phone) = try await bench.person("Bob", "/phone")
            try await bench.app.befriend(ana, bob)
            // One alert for each of Bob's browsers.
            #expect(try await bench.kinds(desk, of: 2) == ["friend_request"])
            let before = bench.app.clock.now
            let call = try await bench.ring([bob, other], by: ana)
            for browser in [desk, phone] {
                #expect(try await bench.kinds(browser, of: 4) == ["friend_request", "ring"])
                let ring = try #require(bench.messages(browser).last)
                #expect(Set(ring.keys) == ["kind", "callId", "caller", "invite", "endsAt"])
                #expect(ring["callId"]?.unsignedInteger == call.rawValue && ring["invite"]?.text == "the.signed.invite")
                #expect(ring["caller"]?.text == "\(ana.id)_\(ana.device)")
                let end = Int64(try #require(ring["endsAt"]?.unsignedInteger))
                // The providers' clock advances while the test's does not.
                #expect((60_000...90_000).contains(end - before.milliseconds))
            }
            #expect(Set(bench.server.requests.map(\.body.count)) == [3025])
            let requests = bench.server.requests.suffix(2)
            for request in requests {
                let life = try #require(request.head.headers["ttl"].first.flatMap { Int($0) })
                #expect((1...60).contains(life))
            }
            #expect(Set(requests.compactMap { $0.head.headers["topic"].first }).count == 2)
            try await bench.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            #expect(try await bench.kinds(phone, of: 5) == ["friend_request", "ring", "over"])
            #expect(try bench.messages(desk).count == 2)
            let said = bench.app.log.text
            #expect(!said.contains("/desk") && !said.contains("/phone") && !said.contains(desk.auth))
        }
    }

    @Test("a cancelled call is reported as missed, a declined one is not")
    func ends() async throws {
        try await run { bench in
            let (ana, _) = try await bench.person("Ana")
            let (bob, desk) = try await bench.person("Bob", "/desk")
            let (other, _) = try await bench.person("Bob")
            try await bench.app.befriend(ana, bob)
            let missed = try await bench.ring([bob, other], by: ana)
            _ = try await bench.kinds(desk, of: 2)
            try await bench.app.call(.endCall, EndCallRequest(callId: missed), as: ana).expectOK()
            #expect(try await bench.kinds(desk, of: 3) == ["friend_request", "ring", "missed"])
            let message = try #require(bench.messages(desk).last)
            #expect(message["callId"]?.unsignedInteger == missed.rawValue)
            #expect(message["caller"]?.text == "\(ana.id)_\(ana.device)" && message.count == 3)
            #expect(bench.server.requests.last?.head.headers["ttl"] == ["86400"])
            let topics = bench.server.requests.suffix(2).map { $0.head.headers["topic"] }
            #expect(topics[0] == topics[1] && topics[0].count == 1)

            let declined = try await bench.ring([bob, other], by: ana, room: 6)
            _ = try await bench.kinds(desk, of: 4)
            try await bench.app.call(.endCall, EndCallRequest(callId: declined), as: other).expectOK()
            #expect(try await bench.kinds(desk, of: 5).suffix(2) == ["ring", "over"])
        }
    }

    @Test("an ended call does not ring later, and is reported as missed")
    func callIsOver() async throws {
        let isDown = Mutex(true)
        try await run { _ in
            isDown.withLock { $0 } ? .status(503, headers: ["retry-after": "1"]) : .status(201)
        } _: { bench in
            let (ana, _) = try await bench.person("Ana")
            let (bob, _) = try await bench.person("Bob")
            try await bench.app.befriend(ana, bob)
            let browser = TestBrowser(endpoint: bench.server.base + "/desk")
            try await bench.app.call(.setWebPushSubscription, browser.request, as: bob).expectOK()
            let call = try await bench.ring([bob], by: ana)
            while bench.counters().providers[.webPushCalls]?.retried != 1 { try await pause() }
            try await bench.app.call(.endCall, EndCallRequest(callId: call), as: ana).expectOK()
            isDown.withLock { $0 = false }
            try await bench.settle(.webPushCalls)
            #expect(try bench.messages(browser).filter { $0["kind"]?.text == "ring" }.count == 1)
            #expect(try bench.messages(browser).last?["kind"]?.text == "missed")
        }
    }

    @Test("an ended subscription is removed, and no other", arguments: [404, 410])
    func gone(status: Int) async throws {
        try await run {
            $0.head.uri == "/desk" ? .status(status) : .status(201)
        } _: { bench in
            let (ana, _) = try await bench.person("Ana")
            let (bob, desk) = try await bench.person("Bob", "/desk")
            let (_, phone) = try await bench.person("Bob", "/phone")
            #expect(try await bench.endpoints() == [desk.endpoint, phone.endpoint])
            try await bench.app.befriend(ana, bob)
            try await bench.settle(.webPush)
            #expect(try await bench.endpoints() == [phone.endpoint])
            #expect(bench.counters().providers[.webPush] == .init(sent: 1, failed: 1))
        }
    }

    @Test("a device learns that its subscription has ended, until it subscribes again", arguments: [404, 410])
    func toldOfEnd(status: Int) async throws {
        try await run {
            $0.head.uri == "/desk" ? .status(status) : .status(201)
        } _: { bench in
            let (ana, _) = try await bench.person("Ana")
            let (bob, desk) = try await bench.person("Bob", "/desk")
            let (other, _) = try await bench.person("Bob", "/phone")
            #expect(try await bench.hasEnded(bob) == nil)
            try await bench.app.befriend(ana, bob)
            try await bench.settle(.webPush)
            #expect(try await bench.hasEnded(bob) == true)
            #expect(try await bench.hasEnded(other) == nil)
            #expect(try await bench.hasEnded(ana) == nil)

            let anew = TestBrowser(endpoint: bench.server.base + "/anew")
            try await bench.app.call(.setWebPushSubscription, anew.request, as: bob).expectOK()
            #expect(try await bench.hasEnded(bob) == nil)
            // The old subscription's end is recorded no more once it has been replaced.
            try await WebPushSubscriptions(database: bench.database).drop(
                WebPushTarget(
                    device: DeviceIdentity(user: bob.id, device: bob.device), subscription: desk.subscription()),
                at: bench.app.clock.now)
            #expect(try await bench.hasEnded(bob) == nil)

            try await bench.app.call(.setWebPushSubscription, desk.request, as: bob).expectOK()
            let caller = try await bench.person("Cem").person
            try await bench.app.befriend(caller, bob)
            try await bench.settle(.webPush)
            #expect(try await bench.hasEnded(bob) == true)
            // A device that unsubscribed has nothing to renew.
            try await bench.app.call(.removeWebPushSubscription, as: bob).expectOK()
            #expect(try await bench.hasEnded(bob) == nil)
        }
    }

    @Test("a subscription belongs to one device: the newest one, and the last to sign in at the browser")
    func owners() async throws {
        try await run { bench in
            let (ana, first) = try await bench.person("Ana", "/first")
            let second = TestBrowser(endpoint: bench.server.base + "/second")
            try await bench.app.call(.setWebPushSubscription, second.request, as: ana).expectOK()
            #expect(try await bench.endpoints() == [second.endpoint])
            // Bob signs in on the browser that was Ana's.
            let (bob, bobs) = try await bench.person("Bob", "/second")
            #expect(try await bench.endpoints() == [second.endpoint])
            try await bench.app.befriend(bob, ana)
            try await bench.settle(.webPush)
            #expect(try bench.messages(bobs).map { $0["kind"]?.text } == ["friend_accepted"])
            // Ana's request does not affect Bob's subscription.
            try await bench.app.call(.removeWebPushSubscription, as: ana).expectOK()
            #expect(try await bench.endpoints() == [second.endpoint])
            try await bench.app.call(.removeWebPushSubscription, as: bob).expectOK()
            try await bench.app.call(.removeWebPushSubscription, as: bob).expectOK()
            #expect(try await bench.endpoints() == [])
            try await bench.app.call(.setWebPushSubscription, first.request, as: ana).expectOK()
            try await bench.app.call(.logout, as: ana).expectOK()
            #expect(try await bench.endpoints() == [])
        }
    }

    @Test("subscriptions per account are limited, and the oldest is dropped")
    func limit() async throws {
        try await run { bench in
            for number in 0...WebPushSubscriptions.mostOfUser {
                bench.app.clock.advance(seconds: 10)
                // The limit of devices without an identity is lower.
                _ = try await SigningDevice(try await bench.person("Ana", "/\(number)").person, in: bench.app)
            }
            let kept = (1...WebPushSubscriptions.mostOfUser).map { bench.server.base + "/\($0)" }
            #expect(try await bench.endpoints() == Set(kept))
        }
    }

    @Test("an invalid subscription is refused, and so is one of a push service on this machine")
    func refusals() async throws {
        try await run { bench in
            let (ana, _) = try await bench.person("Ana")
            let key: WebPushKey = try await bench.app.call(.webPushKey, as: ana).value()
            #expect(key.publicKey?.utf8.count == 87)
            for endpoint in [
                "http://push.example.net/s", "https://127.0.0.1:1/s", "https://[::1]/s", "https://169.254.169.254/s",
                "",
            ] {
                try await bench.app.call(
                    .setWebPushSubscription, TestBrowser(endpoint: endpoint).request, as: ana
                ).expect(.pushNotificationFailed)
            }
            var wrong = TestBrowser(endpoint: "https://push.example.net/s").request
            wrong.keys.auth = "AAAA"
            try await bench.app.call(.setWebPushSubscription, wrong, as: ana).expect(.pushNotificationFailed)
            #expect(try await bench.endpoints() == [])
        }
        try await run(isEnabled: false) { bench in
            let (ana, _) = try await bench.person("Ana")
            let key: WebPushKey = try await bench.app.call(.webPushKey, as: ana).value()
            #expect(key.publicKey == nil)
            let browser = TestBrowser(endpoint: "https://push.example.net/s")
            try await bench.app.call(.setWebPushSubscription, browser.request, as: ana).expect(.pushNotificationFailed)
        }
    }

    @Test("a push service that never answers does not delay other people's rings")
    func slow() async throws {
        let authority = try await TestAuthority.common()
        try await ScriptedServer.run(authority, http2: false, answer: { _ in .hang }) { slow in
            // To the server a different host, as another push service is.
            let origin = "https://localhost:\(slow.port)"
            try await run(allowing: [origin]) { bench in
                let (mallory, _) = try await bench.person("Mallory")
                var victims: [Person] = []
                for number in 0..<20 {
                    let (person, _) = try await bench.person("Eve")
                    if number == 0 { try await bench.app.befriend(mallory, person) }
                    let browser = TestBrowser(endpoint: origin + "/\(number)")
                    try await bench.app.call(.setWebPushSubscription, browser.request, as: person).expectOK()
                    victims.append(person)
                }
                _ = try await bench.ring(victims, by: mallory)
                await slow.received(4)
                let (ana, _) = try await bench.person("Ana")
                let (bob, desk) = try await bench.person("Bob", "/desk")
                try await bench.app.befriend(ana, bob)
                let begin = ContinuousClock.now
                _ = try await bench.ring([bob], by: ana, room: 6)
                #expect(try await bench.kinds(desk, of: 2) == ["friend_request", "ring"])
                #expect(begin.duration(to: .now) < .seconds(5))
                // One person's browsers have a share of the attempts.
                #expect(slow.requests.count == 4)
            }
        }
    }

    @Test("refusals of this server's requests are logged for the operator, with the host only")
    func complaints() async throws {
        try await run { _ in
            .status(413)
        } _: { bench in
            let (ana, _) = try await bench.person("Ana")
            let (bob, desk) = try await bench.person("Bob", "/the-secret-path")
            try await bench.app.befriend(ana, bob)
            try await bench.settle(.webPush)
            let log = bench.app.log.text
            #expect(log.contains("A push service does not take this server's requests."))
            #expect(log.contains("Web Push 413") && log.contains("127.0.0.1") && !log.contains("the-secret-path"))
            #expect(try await bench.endpoints() == [desk.endpoint])
        }
    }

    @Test("a browser rings as long as a call does")
    func lifetime() { #expect(WebPushService.ringLifetime == ActiveCalls.Limits().ring) }
}

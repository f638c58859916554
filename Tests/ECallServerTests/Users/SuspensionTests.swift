import CallEngine
import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Suspended accounts", .timeLimit(.minutes(1)))
struct SuspensionTests {
    private static func maintenance(_ app: TestApp) -> Maintenance {
        Maintenance(directory: app.dataDirectory, clock: WallClock { app.clock.now })
    }

    /// Suspends as an operator does beside the running server; returns once the server has noticed.
    static func suspend(
        _ person: Person, in app: TestApp, _ signals: RecordingSignals? = nil, reason: String = "",
        until end: Timestamp? = nil
    ) async throws {
        let (maintenance, signals) = (maintenance(app), signals ?? app.signals)
        let before = signals.disconnected.count
        try await maintenance.suspend(maintenance.user("\(person.id)"), reason: reason, until: end)
        while !signals.disconnected.dropFirst(before).contains(person.identity) { try await pause() }
    }

    private static func unsuspend(_ person: Person, in app: TestApp) async throws {
        let maintenance = maintenance(app)
        try await maintenance.unsuspend(maintenance.user("\(person.id)"))
    }

    private static func refresh(_ app: TestApp, _ person: Person) async throws -> Answer {
        try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: person.refreshToken))
    }

    /// Requests a code and verifies it.
    private static func signIn(_ app: TestApp, _ email: String, forDataOnly: Bool? = nil) async throws -> Answer {
        app.clock.advance(seconds: 10)
        try await app.call(.login, LoginRequest(email: email)).expectOK()
        let code = try #require(app.outbox.lastCode(to: email))
        let device = DevicePayload(deviceName: "new", forDataOnly: forDataOnly)
        return try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: email, device: device))
    }

    @Test(
        "a suspended account's devices get the reason at their next request, its sockets are closed, and others are unaffected"
    )
    func suspended() async throws {
        try await TestApp.run { app in
            let (ana, tablet) = (try await app.signIn("ana@example.net"), try await app.signIn("ana@example.net"))
            let bo = try await app.signIn("bo@example.net")
            for person in [ana, tablet, bo] { try await app.call(.devices, as: person).expectOK() }
            try await Self.suspend(ana, in: app, reason: "Spam to strangers.")
            while app.signals.disconnected.count < 2 { try await pause() }
            #expect(Set(app.signals.disconnected) == [ana.identity, tablet.identity])
            #expect(Set(app.signals.removed) == [ana.identity, tablet.identity])
            for device in [ana, tablet] {
                let answer = try await app.call(.devices, as: device)
                answer.expect(.accountSuspended)
                #expect(answer.status == 403 && answer.text.contains("Spam to strangers."))
                try await Self.refresh(app, device).expect(.accountSuspended)
            }
            try await app.call(.devices, as: bo).expectOK()
            try await Self.refresh(app, bo).expectOK()
        }
    }

    @Test("lifting a suspension restores tokens, devices and contacts")
    func lifted() async throws {
        try await TestApp.run { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            try await app.befriend(ana, bo)
            try await Self.suspend(ana, in: app)
            try await app.call(.contacts, as: ana).expect(.accountSuspended)
            try await Self.unsuspend(ana, in: app)
            let contacts: ContactsResponse = try await app.call(.contacts, as: ana).value()
            #expect(contacts.contacts.map(\.contactId) == [bo.id])
            try await Self.refresh(app, ana).expectOK()
            await #expect(throws: CommandFailure("The account \(ana.id) is not suspended.")) {
                try await Self.unsuspend(ana, in: app)
            }
        }
    }

    @Test("a suspension with an end expires at that moment")
    func ends() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let end = app.clock.now.advanced(bySeconds: 100)
            try await Self.suspend(ana, in: app, until: end)
            let answer = try await app.call(.contacts, as: ana)
            answer.expect(.accountSuspended)
            #expect(answer.text.contains("\(end)"))
            app.clock.advance(seconds: 99)
            try await app.call(.contacts, as: ana).expect(.accountSuspended)
            app.clock.advance(seconds: 1)
            try await app.call(.contacts, as: ana).expectOK()
            let maintenance = Self.maintenance(app)
            let user = try await maintenance.user("\(ana.id)")
            await #expect(throws: CommandFailure("--until must lie ahead.")) {
                try await maintenance.suspend(user, reason: "", until: app.clock.now)
            }
            await #expect(throws: CommandFailure.self) {
                try await maintenance.suspend(user, reason: String(repeating: "a", count: 201), until: nil)
            }
        }
    }

    // MARK: - Signing in

    @Test(
        "requesting a code reveals nothing to a stranger; verifying it reports the suspension, and the code stays valid"
    )
    func signIns() async throws {
        try await TestApp.run { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            try await Self.suspend(ana, in: app)
            app.clock.advance(seconds: 10)
            var shapes: Set<String> = []
            for person in [ana, bo] {
                let answer = try await app.call(.login, LoginRequest(email: person.email))
                shapes.insert(
                    "\(answer.status) "
                        + answer.text.replacing("\(person.id)", with: "ID")
                        .replacing(person.email, with: "ADDRESS"))
                let wrong = VerifyLoginRequest(code: "000000", email: person.email, device: DevicePayload())
                shapes.insert(try await app.call(.verifyLogin, wrong).text)
                try await app.call(.resendOTP, ResendOTPRequest(email: person.email)).expectOK()
            }
            #expect(shapes.count == 2, "\(shapes)")
            let code = try #require(app.outbox.lastCode(to: ana.email))
            let right = VerifyLoginRequest(code: code, email: ana.email, device: DevicePayload(deviceName: "new"))
            for _ in 0..<2 { try await app.call(.verifyLogin, right).expect(.accountSuspended) }
            try await Self.unsuspend(ana, in: app)
            let signedIn: VerifyLoginResponse = try await app.call(.verifyLogin, right).value()
            #expect(signedIn.userId == ana.id)
        }
    }

    @Test("export and deletion stay possible on signed-in devices, and by a sign-in for them only")
    func dataOnly() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            try await Self.suspend(ana, in: app, reason: "Spam.")
            try await Self.signIn(app, ana.email).expect(.accountSuspended)
            let fresh: VerifyLoginResponse = try await Self.signIn(app, ana.email, forDataOnly: true).value()
            for token in [ana.accessToken, fresh.accessToken] {
                let user: UserResponse = try await app.call(.user, token: token).value()
                #expect(user.user.displayName == "Ana")
                let export: AccountExport = try await app.call(.exportAccount, token: token).value()
                #expect(export.account.suspension?.reason == "Spam.")
                try await app.call(.deleteUser, token: token).expectOK()
                try await app.call(.cancelDelete, token: token).expectOK()
                try await app.call(.contacts, token: token).expect(.accountSuspended)
                try await app.call(.updateUser, UpdateUserRequest(displayName: "x"), token: token)
                    .expect(.accountSuspended)
            }
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: fresh.refreshToken))
                .expect(.accountSuspended)
            try await app.call(.logout, token: fresh.accessToken).expectOK()
            try await app.call(.user, token: fresh.accessToken).expect(.deviceNotRegistered)
        }
    }

    @Test("a scheduled deletion takes place in spite of the suspension, and removes it")
    func deleted() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await Self.suspend(ana, in: app)
            try await app.call(.deleteUser, as: ana).expectOK()
            let database = try DataDirectory(preparing: app.dataDirectory).openDatabase()
            app.clock.advance(seconds: Limits().deletionGrace)
            let service = RetentionService(
                database: database, tasks: RetentionTask.all(Limits()), clock: WallClock { app.clock.now },
                logger: app.log.logger)
            #expect(await service.runOnce()["deleted accounts"] == 1)
            let left = try await database.read { try $0.query("SELECT user_id FROM suspensions", [:]).count }
            #expect(left == 0)
            #expect(try await app.signIn("ana@example.net").id != ana.id)
        }
    }

    // MARK: - Races

    @Test("a request that was reading the database at that moment does not let it in either")
    func race() async throws {
        let shelf = Shelf<HeldReads>()
        try await TestApp.run(database: { database in
            let held = HeldReads(database)
            shelf.put(held)
            return held
        }) { app in
            let (reads, ana) = (try #require(shelf.item), try await app.signIn("ana@example.net"))
            reads.holdNext()
            async let early = app.call(.devices, as: ana)
            await reads.reached()
            try await Self.suspend(ana, in: app)
            reads.release()
            // It was sent before: either answer is right.
            #expect([200, 403].contains(try await early.status))
            try await app.call(.devices, as: ana).expect(.accountSuspended)
        }
    }

    @Test("after many simultaneous suspensions and liftings, the last one counts")
    func many() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let maintenance = Self.maintenance(app)
            let user = try await maintenance.user("\(ana.id)")
            _ = try await atOnce(4) { index in
                for _ in 0..<3 {
                    try await maintenance.suspend(user, reason: "\(index)", until: nil)
                    _ = try? await maintenance.unsuspend(user)
                }
            }
            try await Self.suspend(ana, in: app)
            try await app.call(.contacts, as: ana).expect(.accountSuspended)
            try await Self.unsuspend(ana, in: app)
            try await app.call(.contacts, as: ana).expectOK()
        }
    }

    // MARK: - Calls

    @Test(
        "a suspended account leaves its call, which continues, and looks like an unreachable person")
    func calls() async throws {
        try await StoredCalls.run { bench in
            let app = bench.app
            let ana = try await bench.person("ana")
            let bo = try await bench.person("bo", friends: [ana])
            let cy = try await bench.person("cy", friends: [ana, bo])
            let call = try await bench.connected(ana, [bo, cy])
            try await Self.suspend(cy, in: app, bench.signals)
            #expect(bench.signals.kinds(to: ana.device).contains(.callEnded) == false)
            let participants = try await app.call(.participants, id: call.rawValue, as: ana).text
            #expect(participants.contains("left"), "\(participants)")
            for endpoint in [Endpoint.joinCall, .requestRejoin, .rejoinCall] {
                try await app.call(endpoint, id: call.rawValue, as: cy).expect(.accountSuspended)
            }
            try await bench.end(call, ana)
            let rings = bench.push.rings.count
            try await app.call(.startCall, bench.request([cy], room: 78), as: bo).expect(.userNotAvailable)
            #expect(bench.push.rings.count == rings)
            try await Self.unsuspend(cy, in: app)
            _ = try await bench.start(bo, [cy], room: 79)
            #expect(bench.push.rings.last?.device == cy.device)
        }
    }
}

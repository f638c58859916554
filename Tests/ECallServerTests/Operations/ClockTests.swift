import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("A clock that jumps", .timeLimit(.minutes(1)))
struct ClockTests {
    private static let day = 86_400

    private static func refresh(_ app: TestApp, _ token: String) async throws -> Answer {
        try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: token))
    }

    /// Runs on a folder whose server last ran `seconds` before the clock's moment.
    private static func run(
        off seconds: Int, uptime: TestUptime = TestUptime(), folder: String,
        _ body: @escaping @Sendable (TestApp) async throws -> Void
    ) async throws {
        try await TestApp.run(
            uptime: { uptime.now },
            prepare: { path in
                // The state of an earlier server, so many seconds ago.
                try FileManager.default.copyItem(atPath: folder, toPath: path)
                let last = TestClock().now.advanced(bySeconds: -seconds)
                try DataDirectory(existing: path).storeClock(last)
            }, body)
    }

    @Test("forty days ahead, nothing is deleted and no one is signed out; set back, everything is as before")
    func fortyDays() async throws {
        let uptime = TestUptime()
        try await TestApp.run(uptime: { uptime.now }, isSynchronized: { false }) { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            let older = ana.refreshToken
            let newer: RefreshTokenResponse = try await Self.refresh(app, older).value()
            // Two windows at once: one of the siblings.
            let sibling: RefreshTokenResponse = try await Self.refresh(app, older).value()
            let last: RefreshTokenResponse = try await Self.refresh(app, newer.refreshToken).value()
            try await app.call(.login, LoginRequest(email: "unproved@example.net", displayName: "U")).expectOK()
            uptime.advance(seconds: 60)
            app.clock.advance(seconds: 40 * Self.day)

            let (retention, database) = try Self.retention(of: app, uptime)
            #expect(await retention.runOnce().isEmpty)
            for token in [bo.refreshToken, last.refreshToken, sibling.refreshToken, older] {
                let answer = try await Self.refresh(app, token)
                #expect(answer.status == 503, "\(answer.text)")
                #expect(
                    answer.text.contains(ErrorCode.internalError.rawValue),
                    "No client takes it for the end of a session.")
                #expect(answer.headers[.retryAfter] == "60")
            }
            #expect(try await app.send(.get, "/readyz").text.contains("warning: the clock is in doubt"))
            #expect(app.signals.removed.isEmpty)

            // A forged token is refused at any time.
            try await Self.refresh(app, "a.b.c").expect(.refreshTokenExpired)

            app.clock.advance(seconds: -40 * Self.day)
            try await Self.refresh(app, bo.refreshToken).expectOK()
            try await Self.refresh(app, last.refreshToken).expectOK()
            let deleted = await retention.runOnce()
            #expect(!deleted.isEmpty && deleted.values.allSatisfy { $0 == 0 }, "\(deleted)")
            let accounts = try await database.read { try $0.query("SELECT id FROM users", [:]).count }
            #expect(accounts == 3)
            #expect(try await app.send(.get, "/readyz").text == "ready\n")
        }
    }

    @Test("a token that looks used up because of a wrong clock ends no family")
    func reuse() async throws {
        let uptime = TestUptime()
        try await TestApp.run(uptime: { uptime.now }) { app in
            let ana = try await app.signIn("ana@example.net")
            // Its siblings are valid briefly, by the clock.
            let one: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            let two: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            try await Self.refresh(app, one.refreshToken).expectOK()
            app.clock.advance(seconds: 2 * Self.day)
            #expect(try await Self.refresh(app, two.refreshToken).status == 503)
            #expect(app.signals.removed.isEmpty)
            uptime.advance(seconds: 3600)
            app.clock.advance(seconds: 3600)
            try await Self.refresh(app, two.refreshToken).expect(.refreshTokenExpired)
            #expect(app.signals.removed == [ana.identity])
        }
    }

    @Test("a machine that was off for a week deletes expired data after an hour, and refuses expired tokens")
    func offForAWeek() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-clock-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try await DataDirectory(preparing: folder).load(.required)
        let uptime = TestUptime()
        try await Self.run(off: 7 * Self.day, uptime: uptime, folder: folder) { app in
            let said = app.log.text.split(separator: "\n").filter { $0.contains("ecall-server accept-clock") }
            #expect(said.count == 1 && said[0].contains("7 days after the last moment"), "\(said)")
            let (retention, database) = try Self.retention(of: app, uptime, lastSeen: -7 * Self.day)
            _ = try await database.write {
                try $0.execute(
                    "INSERT INTO users (id, display_name, verified, created_at) VALUES (9, 'x', 0, :then)",
                    ["then": .moment(app.clock.now.advanced(bySeconds: -5 * Self.day))])
            }
            #expect(await retention.runOnce().isEmpty)
            uptime.advance(seconds: 3600)
            app.clock.advance(seconds: 3600)
            #expect(await retention.runOnce()["unverified accounts"] == 1)
        }
    }

    @Test("the operator's acceptance ends the doubt, both of a running server and of the next start")
    func accepted() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-clock-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (data, log, clock) = (try DataDirectory(preparing: folder), RecordedLog(), TestClock())
        let database = try await data.load(.required).database
        try data.storeClock(clock.now.advanced(bySeconds: -40 * Self.day))
        let judged = JudgedClock(
            WallClock { clock.now }, lastSeen: try await data.lastSeen(by: database), uptime: { .zero },
            isSynchronized: { false })
        let service = ClockService(judged: judged, data: data, logger: log.logger)
        await service.check()
        #expect(judged.isDoubted && data.storedClock != clock.now)
        _ = try await Maintenance(directory: folder, clock: WallClock { clock.now }).acceptClock()
        await service.check()
        #expect(!judged.isDoubted)
        #expect(log.text.contains("accepted by the operator"))
        #expect(try await data.lastSeen(by: database) == clock.now)
    }

    @Test("a database without the stored time is judged by its latest sign-in")
    func earlierVersion() async throws {
        try await TestApp.run { app in
            _ = try await app.signIn("ana@example.net")
            let data = DataDirectory(existing: app.dataDirectory)
            try FileManager.default.removeItem(atPath: data.clock)
            #expect(try await data.lastSeen(by: data.openDatabase()) == app.clock.now)
        }
    }

    /// The server's retention, with a separate judgement of the same clocks.
    private static func retention(
        of app: TestApp, _ uptime: TestUptime, lastSeen seconds: Int? = nil
    ) throws -> (RetentionService, any ServerFoundation.Database) {
        let database = try DataDirectory(existing: app.dataDirectory).openDatabase()
        let seen = seconds.map { app.clock.now.advanced(bySeconds: $0) } ?? app.clock.now.advanced(bySeconds: -40 * day)
        let judged = JudgedClock(
            WallClock { app.clock.now }, lastSeen: seen, uptime: { uptime.now }, isSynchronized: { false })
        let service = RetentionService(
            database: database, tasks: RetentionTask.all(Limits()), clock: judged.clock, logger: app.log.logger)
        return (service, database)
    }
}

/// A monotonic clock that advances only on request.
final class TestUptime: Sendable {
    private let time = Mutex(Duration.seconds(1000))

    var now: Duration { time.withLock { $0 } }
    func advance(seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
}

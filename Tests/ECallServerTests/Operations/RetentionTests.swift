import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Retention", .timeLimit(.minutes(1)))
struct RetentionTests {
    private static let hour = 3600, day = 86_400

    /// A separate database, and a service with its clock.
    private static func run(
        batch: Int = 500, _ body: (any ServerFoundation.Database, RetentionService, TestClock) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-retention-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (database, clock) = (try DataDirectory(preparing: path).openDatabase(), TestClock())
        var service = RetentionService(
            database: database, tasks: RetentionTask.all(Limits()), clock: WallClock { clock.now },
            logger: RecordedLog().logger)
        service.batch = batch
        try await body(database, service, clock)
    }

    private static func count(_ table: String, _ database: any ServerFoundation.Database) async throws -> Int64 {
        try await database.read { try $0.query("SELECT count(*) AS n FROM \(table)", [:])[0].integer("n") }
    }

    /// A row of each kind, and the seconds after which it expires.
    private static let cases: [(name: String, table: String, life: Int, insert: String)] = [
        (
            "one-time codes", "one_time_codes", hour,
            "INSERT INTO one_time_codes VALUES ('a@example.net', 'k', 'h', :now, :now, 5, '', '', 'six')"
        ),
        (
            "sent codes", "sent_codes", day,
            "INSERT INTO sent_codes VALUES ('h', :now, 'email', '', 'first', 'six', 5)"
        ),
        ("wrong codes", "wrong_codes", day + hour, "INSERT INTO wrong_codes VALUES ('h', :now, 'six', 1)"),
        (
            "unverified accounts", "users", day,
            "INSERT INTO users (id, display_name, verified, created_at) VALUES (9, 'x', 0, :now)"
        ),
        (
            "share tokens", "share_tokens", 30 * day,
            "INSERT INTO share_tokens VALUES ('h', 1, :now, :now, 1, 0, NULL, NULL, NULL)"
        ),
        (
            "refresh tokens", "refresh_tokens", 30 * day, "INSERT INTO refresh_tokens VALUES ('h', 'f', 1, NULL)"
        ),
        (
            "address proofs", "address_proofs", hour,
            "INSERT INTO address_proofs VALUES (2, 1, 'b@example.net', 'h', :now, :now, 5, NULL)"
        ),
        (
            "used identity tokens", "used_identity_tokens", 0,
            "INSERT INTO used_identity_tokens VALUES ('h', 'd', :now, :now)"
        ),
        (
            "removed login methods", "removed_login_methods", 0,
            "INSERT INTO removed_login_methods VALUES ('h', 1, 'email', '', 'a@example.net', 'a', :now, :now, :now)"
        ),
        (
            "friend requests", "friend_requests", 30 * day,
            "INSERT INTO friend_requests (id, sender_id, receiver_id, created_at) VALUES (3, 1, 4, :now)"
        ),
        // Both kinds have the same lifetime, so that it does not reveal to the sender whether the request reached anyone.
        (
            "undelivered requests", "undelivered_requests", 30 * day,
            "INSERT INTO undelivered_requests (id, sender_id, receiver_id, created_at) VALUES (3, 1, 77, :now)"
        ),
        ("removed devices", "removed_devices", hour, "INSERT INTO removed_devices VALUES (5, 6, :now)"),
        ("changed suspensions", "changed_suspensions", hour, "INSERT INTO changed_suspensions VALUES (5, :now)"),
        (
            "reports", "reports", 180 * day,
            """
            INSERT INTO reports (id, reporter_id, reported_id, reason, note, created_at, updated_at)
            VALUES (3, 1, 77, 'spam', '', :now, :now)
            """
        ),
    ]

    @Test("expired data is deleted, and not a second earlier", arguments: cases.map(\.name))
    func lives(name: String) async throws {
        let one = try #require(Self.cases.first { $0.name == name })
        try await Self.run { database, service, clock in
            let now = clock.now
            try await database.write { sql in
                let arguments: [String: SQLValue] = ["now": .moment(now)]
                for statement in [
                    "INSERT INTO users (id, display_name, verified, created_at) VALUES (1, 'owner', 1, :now)",
                    "INSERT INTO users (id, display_name, verified, created_at) VALUES (4, 'other', 1, :now)",
                    """
                    INSERT INTO devices (id, user_id, public_key, public_key_hash, voip_token, apns_token, device_name,
                        system_name, system_version, identifier, ip, location, created_at, updated_at)
                    VALUES (2, 1, '', '', '', '', '', '', '', '', '', '', :now, :now)
                    """,
                    """
                    INSERT INTO token_families (id, device_id, user_id, generation, rotated_at, created_at)
                    VALUES ('f', 2, 1, 1, :now, :now)
                    """,
                ] { try sql.execute(statement, arguments) }
                try sql.execute(one.insert, arguments)
            }
            let before = try await Self.count(one.table, database)
            clock.advance(seconds: one.life)
            await service.runOnce()
            #expect(try await Self.count(one.table, database) == before)
            clock.advance(seconds: 1)
            let counts = await service.runOnce()
            #expect(counts[name] == 1)
            #expect(try await Self.count(one.table, database) == before - 1)
            #expect(await service.runOnce()[name] == 0)
        }
    }

    @Test("a device's location is deleted after 30 days without use, and the device stays")
    func addresses() async throws {
        try await TestApp.run(isLive: true) { app in
            let ana = try await app.signIn("ana@example.net")
            let database = try DataDirectory(preparing: app.dataDirectory).openDatabase()
            let service = RetentionService(
                database: database, tasks: RetentionTask.all(Limits()), clock: WallClock { app.clock.now },
                logger: app.log.logger)
            func ip() async throws -> String? {
                try await database.read { try DeviceRepository($0).find(ana.identity)?.ip }
            }
            #expect(try await ip()?.isEmpty == false)
            app.clock.advance(seconds: 30 * Self.day)
            await service.runOnce()
            #expect(try await ip()?.isEmpty == false)
            app.clock.advance(seconds: 1)
            #expect(await service.runOnce()["device addresses"] == 1)
            #expect(try await ip() == "")
        }
    }

    @Test(
        "an account is deleted at its scheduled time with all its data, and its sockets are closed"
    )
    func deletedAccounts() async throws {
        try await TestApp.run { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            try await app.befriend(ana, bo)
            let database = try DataDirectory(preparing: app.dataDirectory).openDatabase()
            let due = app.clock.now.advanced(bySeconds: 60)
            _ = try await database.write {
                try $0.execute(
                    "UPDATE users SET deleted_at = :due WHERE id = :id", ["due": .moment(due), "id": .id(ana.id)])
            }
            let service = RetentionService(
                database: database, tasks: RetentionTask.all(Limits()), clock: WallClock { app.clock.now },
                logger: app.log.logger)
            #expect(await service.runOnce()["deleted accounts"] == 0)
            app.clock.advance(seconds: 60)
            #expect(await service.runOnce()["deleted accounts"] == 1)
            for table in ["users", "devices", "token_families", "login_methods"] {
                #expect(try await Self.count(table, database) == 1, "\(table)")
            }
            #expect(try await Self.count("contacts", database) == 0)
            try await app.call(.devices, as: ana).expect(.userNotFound)
            #expect(try await app.call(.devices, as: bo).status == 200)
            while !app.signals.disconnected.contains(ana.identity) { try await pause() }
            #expect(!app.log.text.contains("ana@"))
        }
    }

    @Test("tasks run in small parts until everything is done; a failing task does not stop the others")
    func batches() async throws {
        try await Self.run(batch: 10) { database, service, clock in
            let now = clock.now
            try await database.write { sql in
                for number in 0..<35 {
                    try sql.execute(
                        "INSERT INTO removed_devices VALUES (:id, 1, :now)",
                        ["id": .integer(Int64(number)), "now": .moment(now)])
                }
            }
            clock.advance(seconds: 2 * Self.hour)
            struct Broken: Error {}
            let broken = RetentionTask(name: "broken") { _, _, _ in throw Broken() }
            let all = RetentionService(
                database: database, tasks: [broken] + service.tasks, clock: service.clock, logger: service.logger,
                batch: 10)
            #expect(await all.runOnce()["removed devices"] == 35)
            #expect(try await Self.count("removed_devices", database) == 0)
        }
    }
}

import ECallAPI
import Foundation
import Logging
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// `HISTORIES=1000000` (`./test --only long`) creates that many calls, and accounts with long histories; without it a small part.
@Suite("Attacks: large data", .timeLimit(.minutes(10)), .serialized)
struct LargeDataTests {
    private static let calls = ProcessInfo.processInfo.environment["HISTORIES"].flatMap { Int($0) } ?? 20_000
    private static let stale = 300
    /// The number of rows per stale account.
    private static let rows = max(20, calls / 1000)
    private static let now = Timestamp(milliseconds: 2_000_000_000_000)

    /// Who: someone who requests codes for 300 addresses, leaving 300 accounts that were never verified.
    /// With: contacts, requests and links of each, and anyone's code request a day later.
    /// Gets: all writes blocked for more than 30 s inside that request → the request deletes nothing; retention does it in
    /// parts, between which others write.
    @Test("stale accounts with long histories are deleted while others write")
    func staleAccounts() async throws {
        try await Self.withDatabase { database in
            try await Self.makePeople(database)
            let waits = try await Self.besides(database) {
                let counts = await Self.retention(database).runOnce()
                #expect(counts["unverified accounts"] == Self.stale)
            }
            for table in ["users", "contacts", "friend_requests", "share_tokens", "blocks", "devices"] {
                let left = try await database.read { sql in
                    try sql.query("SELECT count(*) AS n FROM \(table)", [:])[0].integer("n")
                }
                #expect(left == (table == "users" ? Int64(Self.rows) : 0), "\(table)")
            }
            print("measured: \(Self.stale) stale accounts of \(Self.rows * 6) rows: others' writes waited for", waits)
            // Tens of milliseconds without contention, seconds on a busy machine; half a minute before.
            #expect(waits.longest < .seconds(6))
        }
    }

    /// Who: the same, who requests a code.
    /// With: `POST /login` beside stale accounts.
    /// Gets: every due deletion inside the request's transaction → none.
    @Test("no request deletes expired data")
    func requests() async throws {
        try await TestApp.run(database: { RecordingDatabase($0, Self.recorded) }) { app in
            let ana = try await app.signIn("ana@example.net")
            _ = try await app.call(.createShareToken, as: ana).value(TokenBody.self)
            let database = try DataDirectory(preparing: app.dataDirectory).openDatabase()
            _ = try await database.write { sql in
                try sql.execute("INSERT INTO users (id, display_name, verified, created_at) VALUES (9, 'x', 0, 0)")
            }
            try await app.call(.login, LoginRequest(email: "bo@example.net")).expectOK()
            _ = try await app.call(.createShareToken, as: ana).value(TokenBody.self)
            let found = try await database.read { try UserRepository($0).find(9) }
            #expect(found != nil)
            let ranges = Self.recorded.texts.filter { $0.hasPrefix("DELETE") && $0.contains(" < ") }
            #expect(ranges.allSatisfy { $0.contains("generation <") || $0.contains("LIMIT") }, "\(ranges)")
        }
    }
    private static let recorded = RecordedStatements()

    /// Who: a user with very many contacts and requests, whose account is deleted.
    /// With: one removal.
    /// Gets: one transaction for all of it → parts of 500 rows; signing in is impossible from the first one on.
    @Test("an account is deleted in parts, and closed with the first")
    func accountRemoval() async throws {
        try await Self.withDatabase { database in
            try await Self.makePeople(database, stale: 1, rows: 300)
            let first = try await database.write {
                try AccountRemoval.removePart(of: 1_000_001, from: $0, at: Self.now, limit: 500)
            }
            #expect(first.rows == 500 && !first.isGone)
            let address = try LoginIdentifier.read(email: "s1@example.net", phoneNumber: nil, or: .badRequest)
            let (found, devices) = try await database.read { sql in
                (try UserRepository(sql).find(address), try DeviceRepository(sql).devices(of: 1_000_001))
            }
            #expect(found == nil && devices.isEmpty)
            #expect(try await AccountRemoval.remove(1_000_001, from: database, at: Self.now))
            #expect(try await database.read { try UserRepository($0).find(1_000_001) } == nil)
            #expect(try await !AccountRemoval.remove(1_000_001, from: database, at: Self.now))
        }
    }

    /// Who: no attacker; a server with a million calls, at the hour of its retention.
    /// With: calls that people still see, and a few that no one sees.
    /// Gets: one statement of 3 s per million that blocks the writer → reads by ranges of numbers.
    @Test("unseen calls are found while others write")
    func unseenCalls() async throws {
        try await Self.withDatabase { database in
            try await Self.makeCalls(database)
            try await database.write { sql in
                try sql.execute("UPDATE call_participants SET is_hidden = 1 WHERE call_id IN (7, 8, 19000)")
                try sql.execute("UPDATE call_participants SET is_hidden = 1 WHERE call_id = 9 AND user_id = 1")
            }
            let waits = try await Self.besides(database) {
                #expect(await Self.retention(database).runOnce()["unseen calls"] == 3)
            }
            let gone = try await database.read { sql in
                try sql.query("SELECT id FROM calls WHERE id IN (7, 8, 9, 19000)", [:]).count
            }
            #expect(gone == 1)
            print("measured: unseen among \(Self.calls) calls: others' writes waited for", waits)
            // Tens of milliseconds without contention, seconds on a busy machine; half a minute before.
            #expect(waits.longest < .seconds(6))
        }
    }

    /// Who: someone with a very long history.
    /// With: pages by number and by cursor, missed ones, a name.
    /// Gets: the whole history sorted for each page → the page alone, along an index.
    @Test("paging a history by cursor returns each call once, even while new calls arrive")
    func history() async throws {
        try await Self.withDatabase { database in
            try await Self.makeCalls(database)
            let page = { @Sendable (filter: CallHistoryRepository.Filter, before: CallCursor?, offset: Int) in
                let began = ContinuousClock.now
                let answer = try await database.read {
                    try CallHistoryRepository($0).calls(
                        of: 1, filter, before: before, offset: offset, limit: 100, now: Self.now)
                }
                return (answer, began.duration(to: .now))
            }
            // Warms the cache.
            _ = try await page(.init(), nil, 0)
            let (first, newest) = try await page(.init(), nil, 0)
            let (deep, byNumber) = try await page(.init(), nil, Self.calls - 100)
            let (last, byKey) = try await page(
                .init(), CallCursor(startedAt: Timestamp(milliseconds: 101), call: 101), 0)
            #expect(first.records.first?.id == CallID(UInt64(Self.calls)) && first.records.count == 100)
            #expect(first.total == min(Self.calls, 10_000) && deep.total == Self.calls)
            #expect(deep.records.map(\.id) == last.records.map(\.id) && last.next == nil)
            let (_, missed) = try await page(.init(isMissed: true), nil, 0)
            let (named, byName) = try await page(.init(name: "two"), nil, 0)
            #expect(named.records.count == 100 && named.total == 10_000)
            print(
                """
                measured: a history of \(Self.calls) calls: newest page \(newest), last page by number \(byNumber), \
                by key \(byKey), missed \(missed), by name \(byName)
                """)

            var (seen, cursor) = ([CallID](), CallCursor?.none)
            for round in 0..<5 {
                let (answer, _) = try await page(.init(), cursor, 0)
                seen += answer.records.map(\.id)
                cursor = answer.next
                // A new call, which shifts all numbered pages.
                try await Self.makeCall(UInt64(Self.calls + 1 + round), database)
            }
            #expect(seen == (0..<500).map { CallID(UInt64(Self.calls - $0)) })
        }
    }

    // MARK: - Data

    private static func retention(_ database: any ServerFoundation.Database) -> RetentionService {
        RetentionService(
            database: database, tasks: RetentionTask.all(Limits()), clock: WallClock { now },
            logger: Logger(label: "test"))
    }

    /// Numbers from 1 to `:n`.
    private static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :n) "

    /// Verified users 1 to `rows`, and stale ones above a million, each with all of those in all lists.
    private static func makePeople(
        _ database: any ServerFoundation.Database, stale: Int = stale, rows: Int = rows
    ) async throws {
        let (old, new) = ("0", "2000000000000")
        try await database.write { sql in
            for (count, statement) in [
                (rows, "INSERT INTO users (id, display_name, verified, created_at) SELECT i, 'u', 1, 0 FROM n"),
                (
                    stale,
                    """
                    INSERT INTO users (id, email, display_name, verified, created_at)
                    SELECT 1000000 + i, 's' || i || '@example.net', 's', 0, \(old) FROM n
                    """
                ),
                (
                    stale,
                    """
                    INSERT INTO login_methods (id, user_id, type, issuer, subject, label, is_primary, created_at)
                    SELECT i, 1000000 + i, 'email', '', 's' || i || '@example.net', '', 1, 0 FROM n
                    """
                ),
            ] { try sql.execute(numbers + statement, ["n": .integer(Int64(count))]) }
            for (table, columns, values) in [
                ("contacts", "owner_id, contact_id, is_favorite, is_blocked, created_at", "s.id, i, 0, 0, \(new)"),
                ("contacts", "owner_id, contact_id, is_favorite, is_blocked, created_at", "i, s.id, 0, 0, \(new)"),
                ("friend_requests", "id, sender_id, receiver_id, created_at", "s.id * 1000000 + i, i, s.id, \(new)"),
                (
                    "share_tokens", "token_hash, owner_id, created_at, expires_at, max_uses, used_count, reader_id",
                    "s.id || '.' || i, i, \(new), 9000000000000, 1, 0, s.id"
                ),
                ("blocks", "owner_id, blocked_id, created_at", "i, s.id, \(new)"),
                (
                    "devices",
                    """
                    id, user_id, public_key, public_key_hash, voip_token, apns_token, device_name, system_name,
                    system_version, identifier, ip, location, created_at, updated_at
                    """, "s.id * 1000000 + i, s.id, '', '', '', '', '', '', '', '', '', '', \(new), \(new)"
                ),
            ] {
                try sql.execute(
                    numbers
                        + "INSERT INTO \(table) (\(columns)) SELECT \(values) FROM n JOIN users s ON s.verified = 0",
                    ["n": .integer(Int64(rows))])
            }
        }
    }

    /// Calls between one and two, numbered in order.
    private static func makeCalls(_ database: any ServerFoundation.Database) async throws {
        try await database.write { sql in
            for (id, name) in [(1, "one"), (2, "Two")] {
                try sql.execute(
                    "INSERT INTO users (id, display_name, verified, created_at) VALUES (:id, :name, 1, 0)",
                    ["id": .integer(Int64(id)), "name": .text(name)])
            }
            let count = ["n": SQLValue.integer(Int64(calls))]
            try sql.execute(
                numbers
                    + """
                    INSERT INTO calls (id, room_id, host_id, host_device_id, is_video, is_group, started_at, ended_at)
                    SELECT i, i, 2, 20, 0, 0, i, i + 1 FROM n
                    """, count)
            for user in [1, 2] {
                try sql.execute(
                    numbers
                        + """
                        INSERT INTO call_participants (call_id, user_id, is_host, status, joined_at, started_at, is_missed)
                        SELECT i, \(user), \(user - 1), 'left', CASE WHEN \(user) = 2 OR i % 10 > 0 THEN i END, i,
                            CASE WHEN \(user) = 1 AND i % 10 = 0 THEN 1 ELSE 0 END FROM n
                        """, count)
            }
        }
    }

    private static func makeCall(_ id: UInt64, _ database: any ServerFoundation.Database) async throws {
        let arguments = ["id": SQLValue.integer(Int64(id))]
        try await database.write { sql in
            try sql.execute(
                """
                INSERT INTO calls (id, room_id, host_id, host_device_id, is_video, is_group, started_at)
                VALUES (:id, :id, 2, 20, 0, 0, :id)
                """, arguments)
            try sql.execute(
                """
                INSERT INTO call_participants (call_id, user_id, is_host, status, started_at)
                VALUES (:id, 1, 0, 'left', :id)
                """, arguments)
        }
    }

    private static func withDatabase(_ body: (any ServerFoundation.Database) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-large-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(try DataDirectory(preparing: path).openDatabase())
    }

    // MARK: - Others who write

    struct Waits: CustomStringConvertible {
        var count = 0
        var longest = Duration.zero
        var whole = Duration.zero
        var description: String { "at most \(longest), \(count) of them in \(whole)" }
    }

    /// Writes one row after the other while `body` runs.
    private static func besides(
        _ database: any ServerFoundation.Database, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Waits {
        let isOver = Shelf<Bool>()
        let began = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { isOver.put(true) }
                try await body()
            }
            var waits = Waits()
            while isOver.item == nil {
                let asked = ContinuousClock.now
                _ = try await database.write { sql in
                    try sql.execute(
                        """
                        INSERT INTO readiness (id, checked_at) VALUES (2, 0)
                        ON CONFLICT (id) DO UPDATE SET checked_at = checked_at + 1
                        """)
                }
                waits.count += 1
                waits.longest = max(waits.longest, asked.duration(to: .now))
                try await pause()
            }
            try await group.waitForAll()
            waits.whole = began.duration(to: .now)
            return waits
        }
    }
}

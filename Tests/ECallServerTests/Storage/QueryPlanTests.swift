import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

/// No statement scans a table that grows with the number of people, and no foreign key makes a deletion do so.
@Suite("Query plans", .timeLimit(.minutes(1)))
struct QueryPlanTests {
    /// Allowed scans, by the beginning or end of the statement; each with its reason.
    private static let allowed: [(statement: String, table: String, reason: String)] = [
        ("SELECT u.*, (SELECT count(*)", "users", "an operator's list of everybody, outside of the server"),
        ("SELECT id FROM calls WHERE ended_at IS NULL", "calls", "an index of calls that run alone, at the start"),
        ("SELECT call_id FROM live_calls", "live_calls", "calls that run alone, at the start"),
        ("SELECT call_id, state, is_over FROM live_calls", "live_calls", "calls that run alone, at the start"),
        ("SELECT id, user_id, device_id, signal, expires_at FROM mailbox", "mailbox", "all that waits, at the start"),
        (
            "UPDATE share_tokens SET revoked_at = :now WHERE revoked_at", "share_tokens",
            "an operator's restore of a backup"
        ),
        ("DELETE FROM address_proofs", "address_proofs", "all of them, at an operator's restore of a backup"),
        ("SELECT device_id, user_id FROM removed_devices", "removed_devices", "along an index, up to the limit"),
        ("SELECT user_id, changed_at FROM changed_suspensions", "changed_suspensions", "as those of removed devices"),
        ("SELECT * FROM reports WHERE :all = 1", "reports", "an operator's list, outside of the server"),
        ("SELECT id, public_key FROM devices WHERE key_bytes_hash = ''", "devices", "an index of those without alone"),
        ("SELECT * FROM operator_actions ORDER BY number", "operator_actions", "an operator's list, of bounded size"),
        ("SELECT identifier FROM grdb_migrations", "grdb_migrations", "a row a migration"),
        (
            "LEFT JOIN blocks b ON b.owner_id = c.owner_id AND b.blocked_id = c.contact_id", "contacts",
            "a part of others, which are asked for themselves"
        ),
    ]

    @Test("every statement, both literal and composed, finds its rows by an index")
    func plans() async throws {
        let statements = try Self.written()
        #expect(statements.count > 100)
        try await Self.withDatabase { database in
            let ran = RecordedStatements()
            try await Self.composed(RecordingDatabase(database, ran))
            var used: Set<Int> = []
            for statement in statements where statement.pieces.count > 1 {
                #expect(
                    ran.texts.contains { statement.matches($0) },
                    "no test runs this statement: \(statement.file): \(statement.pieces[0])")
            }
            for text in Set(statements.filter { $0.pieces.count == 1 }.map { $0.pieces[0] }).union(ran.texts) {
                for table in try await Self.scanned(by: text, database) {
                    let index = Self.allowed.firstIndex { allowed in
                        allowed.table == table
                            && (text.hasPrefix(allowed.statement) || text.hasSuffix(allowed.statement))
                    }
                    if let index { used.insert(index) } else { Issue.record("scans \(table): \(text)") }
                }
            }
            #expect(used.count == Self.allowed.count, "an exception is needed no more")
        }
    }

    @Test("the test detects a scan")
    func control() async throws {
        try await Self.withDatabase { database in
            let scanned = { try await Self.scanned(by: $0, database) }
            #expect(try await scanned("DELETE FROM users WHERE created_at < :x AND verified = 1") == ["users"])
            #expect(try await scanned("SELECT 1 FROM users u JOIN devices d ON d.ip = u.email") != [])
            #expect(try await scanned("SELECT n.id FROM (SELECT id FROM users WHERE id > :x LIMIT 5) n") == [])
            let plan = try await scanned("SELECT COUNT(*) AS n FROM call_participants p WHERE p.is_host = 1")
            #expect(plan == ["call_participants"])
        }
    }

    @Test("a history is ordered by an index")
    func history() async throws {
        try await Self.withDatabase { database in
            let ran = RecordedStatements()
            for isMissed in [false, true] {
                let filter = CallHistoryRepository.Filter(isMissed: isMissed)
                _ = try await RecordingDatabase(database, ran).read { sql in
                    try CallHistoryRepository(sql).calls(
                        of: 1, filter, before: CallCursor("5.5"), limit: 20, now: Timestamp(milliseconds: 0))
                }
            }
            let pages = ran.texts.filter { $0.contains("OFFSET") }
            #expect(pages.count == 2)
            for page in pages {
                let begin = try #require(page.range(of: "FROM (SELECT p.call_id"))
                let end = try #require(page.range(of: ":offset)"))
                let inner = String(page[begin.lowerBound..<end.lowerBound].dropFirst(6)) + ":offset"
                let plan = try await Self.plan(of: inner, database)
                #expect(plan.count == 1 && plan[0].contains("USING COVERING INDEX"), "\(plan)")
            }
        }
    }

    @Test("every foreign key has an index, and the removal of accounts covers all that refer to one")
    func foreignKeys() async throws {
        try await Self.withDatabase { database in
            let (keys, indexed) = try await database.read { sql -> ([[String]], Set<[String]>) in
                let keys = try sql.query(
                    """
                    SELECT m.name AS child, f."from" AS member, f."table" AS parent
                    FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'
                    """, [:]
                ).map { [try $0.text("child"), try $0.text("member"), try $0.text("parent")] }
                let indexed = try sql.query(
                    """
                    SELECT m.name AS child, x.name AS member FROM sqlite_master m
                    JOIN pragma_index_list(m.name) i JOIN pragma_index_info(i.name) x
                    WHERE m.type = 'table' AND x.seqno = 0 AND i.partial = 0
                    """, [:]
                ).map { [try $0.text("child"), try $0.text("member")] }
                return (keys, Set(indexed))
            }
            #expect(keys.count > 10)
            for key in keys { #expect(indexed.contains(Array(key.prefix(2))), "\(key)") }
            let owned = Set(AccountRemoval.owned.map { [$0.table, $0.column] })
            #expect(Set(keys.filter { $0[2] == "users" }.map { Array($0.prefix(2)) }) == owned)
        }
    }

    // MARK: - What was put together

    /// All composed statements. One that is missing here fails the test above.
    private static func composed(_ database: any ServerFoundation.Database) async throws {
        let now = Timestamp(milliseconds: 1)
        let identity = DeviceIdentity(user: 1, device: 2)
        for task in RetentionTask.all(Limits()) { _ = try await task.part(database, now, 10, 0) }
        let user = try await database.write { sql in
            try UserRepository(sql).create(
                LoginIdentifier.read(email: "a@example.net", phoneNumber: nil, or: .badRequest), displayName: "a",
                at: now)
        }
        try await database.write { sql in
            _ = try ContactRepository(sql).contacts(of: 1)
            _ = try ContactRepository(sql).contact(3, of: 1)
            for key in [
                SearchRequest(email: "a@example.net"), SearchRequest(publicKeyHash: String(repeating: "a", count: 64)),
            ] { _ = try SearchRepository(sql).find(SearchKey(key), by: 1) }
            let proofs = AddressProofRepository(sql)
            let address = try LoginIdentifier.read(email: "b@example.net", phoneNumber: nil, or: .badRequest)
            _ = try proofs.find(address, identity)
            try proofs.setAttempts(1, for: address, identity)
            try proofs.markVerified(address, identity, at: now)
            try proofs.remove(address, identity)
            _ = try RemovedDevicesRepository(sql).remove(of: 1, at: now)
            _ = try RemovedDevicesRepository(sql).remove(of: 1, device: 2, at: now)
            _ = try ShareTokenRepository(sql).revoke("x", of: 1, at: now)
            _ = try CallHistoryRepository(sql).unseen(after: 0, limit: 5)
            _ = try CallHistoryRepository(sql).deleteUnseen([5])
            _ = try AccountRemoval.removePart(of: user, from: sql, at: now, limit: 500)
        }
        try await history(database, now)
        let tokens = PushTokens(database: database)
        let target = PushTarget(user: 1, device: 2, token: "t")
        for kind in [PushKind.voip, .alert] {
            _ = try await tokens.isCurrent(target, kind)
            try await tokens.drop(target, kind)
        }
    }

    /// Two people with one call, queried in every way.
    private static func history(_ database: any ServerFoundation.Database, _ now: Timestamp) async throws {
        try await database.write { sql in
            try sql.execute(
                """
                INSERT INTO calls (id, room_id, host_id, host_device_id, is_video, is_group, started_at)
                VALUES (1, 1, 11, 110, 0, 0, 0)
                """)
            for (id, name) in [(11, "eve"), (12, "fay")] {
                try sql.execute(
                    "INSERT INTO users (id, display_name, verified, created_at) VALUES (:id, :name, 1, 0)",
                    ["id": .integer(Int64(id)), "name": .text(name)])
                try sql.execute(
                    """
                    INSERT INTO call_participants (call_id, user_id, is_host, status) VALUES (1, :id, 0, 'left')
                    """, ["id": .integer(Int64(id))])
            }
        }
        for name in [nil, "fa"] {
            for isMissed in [false, true] {
                _ = try await database.read { sql in
                    try CallHistoryRepository(sql).calls(
                        of: 11, .init(name: name, isMissed: isMissed), before: isMissed ? nil : CallCursor("5.5"),
                        limit: 20, now: now)
                }
            }
        }
    }

    // MARK: - Plans

    private static func plan(of text: String, _ database: any ServerFoundation.Database) async throws -> [String] {
        let names = Set(text.matches(of: /:([A-Za-z]\w*)/).map { String($0.1) })
        let arguments = Dictionary(uniqueKeysWithValues: names.map { ($0, SQLValue.null) })
        return try await database.read { sql in
            try sql.query("EXPLAIN QUERY PLAN " + text, arguments).map { try $0.text("detail") }
        }
    }

    /// The tables that are scanned completely.
    private static func scanned(by text: String, _ database: any ServerFoundation.Database) async throws -> [String] {
        let tables = Set(
            try await database.read { sql in
                try sql.query("SELECT name FROM sqlite_master WHERE type = 'table'", [:]).map { try $0.text("name") }
            })
        var names: [String: String] = Dictionary(uniqueKeysWithValues: tables.map { ($0, $0) })
        for match in text.matches(of: /(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)\s+(?:AS\s+)?(\w+)/) {
            if tables.contains(String(match.1)) { names[String(match.2)] = String(match.1) }
        }
        return try await plan(of: text, database).compactMap { line in
            // An automatic index of SQLite reads the whole table too.
            guard let scan = line.prefixMatch(of: /(?:SCAN (\w+)|SEARCH (\w+) USING AUTOMATIC)/) else { return nil }
            return (scan.1 ?? scan.2).flatMap { names[String($0)] }
        }
    }

    // MARK: - What is written

    /// A statement in the sources: the text between the interpolations.
    private struct Written {
        let file: String
        let pieces: [String]

        func matches(_ text: String) -> Bool {
            guard text.hasPrefix(pieces[0]) else { return false }
            var rest = text[...]
            for piece in pieces {
                guard let found = piece.isEmpty ? rest.startIndex..<rest.startIndex : rest.range(of: piece) else {
                    return false
                }
                rest = rest[found.upperBound...]
            }
            return true
        }
    }

    private static func written() throws -> [Written] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
        let modules = [
            "ECallServer", "MediaServers", "Notifications", "OpenIDConnect", "ServerFoundation", "SignalRouting",
        ]
        let names = try modules.flatMap { module in
            try #require(FileManager.default.enumerator(atPath: root.appending(path: module).path))
                .compactMap { ($0 as? String).map { "\(module)/\($0)" } }
        }
        return try names.filter { $0.hasSuffix(".swift") && !$0.contains("Migration") }.flatMap { name in
            let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            let long = text.matches(of: /"""\n([\s\S]*?)"""/).map { String($0.1) }
            let short = text.replacing(/"""\n[\s\S]*?"""/, with: "").matches(of: /"([^"\n]*)"/).map { String($0.1) }
            return (long + short).compactMap { literal -> Written? in
                let pieces = pieces(of: literal)
                guard pieces[0].prefixMatch(of: #/(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/#) != nil else {
                    return nil
                }
                return Written(file: name, pieces: pieces)
            }
        }
    }

    /// A literal without its interpolations, with white space collapsed.
    private static func pieces(of literal: String) -> [String] {
        var (pieces, current, depth) = ([String](), "", 0)
        var rest = literal[...]
        while let character = rest.popFirst() {
            if depth == 0, character == "\\", rest.first == "(" {
                pieces.append(current)
                (current, depth) = ("", 1)
                rest.removeFirst()
            } else if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else {
                current.append(character)
            }
        }
        pieces.append(current)
        return pieces.enumerated().map { index, piece in
            let text = piece.replacing(/\s+/, with: " ")
            return index == 0 ? String(text.drop { $0 == " " }) : text
        }.enumerated().map { index, piece in
            index == pieces.count - 1 ? String(piece.reversed().drop { $0 == " " }.reversed()) : piece
        }
    }

    private static func withDatabase(_ body: (any ServerFoundation.Database) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-plans-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(try DataDirectory(preparing: path).openDatabase())
    }
}

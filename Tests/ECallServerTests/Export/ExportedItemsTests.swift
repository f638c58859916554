import ECallAPI
import Foundation
import GRDB
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// A unique value in every column of every table: those documented as exported are found, the rest are not.
@Suite("Stored items in an export", .timeLimit(.minutes(1)))
struct ExportedItemsTests {
    private static let (owner, friend) = (Int64(11_001), Int64(11_002))

    /// Values that must be consistent, by column or by `table.column`. All other columns have unique values.
    private static let fitting: [String: (any DatabaseValueConvertible & Sendable)?] = [
        "users.id": owner, "user_id": owner, "operator_actions.number": 1, "owner_id": owner, "sender_id": owner,
        "host_id": owner,
        "reporter_id": owner, "reported_id": friend, "reports.reason": "spam", "contact_id": friend,
        "receiver_id": friend, "blocked_id": friend, "reader_id": nil,
        "devices.id": 22_001, "device_id": 22_001, "host_device_id": 22_001,
        "calls.id": 33_001, "call_id": 33_001, "token_families.id": "family-id", "family_id": "family-id",
        "calls.started_at": 1_700_000_000_123, "call_participants.started_at": 1_700_000_000_123,
        "login_methods.type": "google", "call_participants.status": "connected",
        "call_participants.end_reason": "hung_up", "is_shielded": 0, "is_hidden": 0, "is_over": 0,
    ]

    @Test("an export contains exactly the documented columns")
    func items() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-export-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try #require(try DataDirectory(preparing: path).openDatabase() as? SQLiteDatabase)
        let texts = try await database.pool.write { try Self.fill($0) }
        let export = try await AccountExportTests.export(Self.owner, from: database)
        let (items, sections) = (try StoredItem.documented(), AccountExport.CodingKeys.allCases.map(\.rawValue))
        for item in items where item.table != "grdb_migrations" {
            #expect(item.sections.isEmpty == item.export.hasPrefix("no: "), "\(item.name)")
            #expect(item.sections.allSatisfy(sections.contains), "\(item.name)")
            for column in item.columns {
                guard let text = texts[column] else { continue }
                #expect(export.text.contains(text) == !item.sections.isEmpty, "\(column)")
            }
        }
        let named = Set(items.flatMap(\.sections)).union(["exportedAt", "searches", "removedCalls"])
        #expect(named == Set(sections), "a section that shows nothing that is stored")
        #expect(export.value.calls.first?.endReason == .hungUp)
    }

    /// Fills every table with one row of the owner's. Returns the values as an export would show them, by `table.column`,
    /// without flags and enumerations.
    private static func fill(_ database: GRDB.Database) throws -> [String: String] {
        var (texts, number): ([String: String], Int64) = ([:], 0)
        let tables = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name <> 'grdb_migrations' ORDER BY rowid
                """)
        for table in tables {
            var values: [String: (any DatabaseValueConvertible)?] = [:]
            for column in try database.columns(in: table) {
                let name = "\(table).\(column.name)"
                number += 1
                if let fixed = fitting[name] ?? fitting[column.name] {
                    values[column.name] = fixed
                } else if column.type == "TEXT" {
                    values[column.name] = "marker-\(number)-of-\(column.name)"
                    texts[name] = "marker-\(number)-of-\(column.name)"
                } else if column.type == "SMALLINT" {
                    values[column.name] = 1
                } else if ["_at", "_until", "_end", "_interaction"].contains(where: column.name.hasSuffix) {
                    let moment = Timestamp(milliseconds: 1_600_000_000_000 + number * 1_000)
                    values[column.name] = moment.milliseconds
                    texts[name] = moment.description
                } else {
                    values[column.name] = 770_000 + number
                    texts[name] = "\(770_000 + number)"
                }
            }
            try insert(values, into: table, database)
            if table == "users" {
                try insert(
                    ["id": friend, "display_name": "Friend", "verified": 1, "created_at": 0], into: table, database)
            }
        }
        return texts
    }

    private static func insert(
        _ values: [String: (any DatabaseValueConvertible)?], into table: String, _ database: GRDB.Database
    ) throws {
        let columns = values.keys.sorted()
        try database.execute(
            sql: """
                INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { ":\($0)" }.joined(separator: ", ")))
                """, arguments: StatementArguments(values))
    }
}

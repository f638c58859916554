import Foundation
import GRDB
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("What is stored", .timeLimit(.minutes(1)))
struct StoredItemsTests {
    /// Every column of the schema, as `table.column`.
    private static func schema() throws -> Set<String> {
        let queue = try DatabaseQueue()
        try SQLiteDatabase.migrator(Migration.all).migrate(queue)
        return try queue.read { database in
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            return try tables.reduce(into: []) { all, table in
                for column in try database.columns(in: table) { all.insert("\(table).\(column.name)") }
            }
        }
    }

    /// The same as the table of the document says: a cell with `table`: `column`, `column`.
    private static func documented() throws -> (columns: Set<String>, rows: [[String]]) {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let text = try String(contentsOf: root.appending(path: "docs/threat-model.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## What the server stores").last)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        var columns: Set<String> = []
        for row in rows where row.count == 3 {
            let spans = row[1].split(separator: "`", omittingEmptySubsequences: false).enumerated()
            let names = spans.filter { $0.offset % 2 == 1 }.map { String($0.element) }
            for column in names.dropFirst() { columns.insert("\(names[0]).\(column)") }
        }
        return (columns, rows)
    }

    @Test("every table and column is in docs/threat-model.md with how long it is kept, and nothing else is")
    func documentedColumns() throws {
        let (schema, document) = (try Self.schema(), try Self.documented())
        #expect(schema.subtracting(document.columns).sorted() == [], "stored, but not in the document")
        #expect(document.columns.subtracting(schema).sorted() == [], "in the document, but not stored")
        #expect(document.rows.allSatisfy { $0.count == 3 && !$0[2].isEmpty })
    }
}

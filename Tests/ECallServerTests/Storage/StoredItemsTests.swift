import Foundation
import GRDB
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Stored data", .timeLimit(.minutes(1)))
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

    @Test("docs/threat-model.md lists exactly the tables and columns, with their retention")
    func documentedColumns() throws {
        let (schema, items) = (try Self.schema(), try StoredItem.documented())
        let documented = Set(items.flatMap(\.columns))
        #expect(schema.subtracting(documented).sorted() == [], "stored, but not in the document")
        #expect(documented.subtracting(schema).sorted() == [], "in the document, but not stored")
        #expect(items.allSatisfy { !$0.life.isEmpty })
    }
}

/// A row of the table in docs/threat-model.md.
struct StoredItem {
    let name: String
    let table: String
    /// As `table.column`.
    let columns: [String]
    let life: String
    /// The sections of an export that contain it; or "no: " and the reason.
    let export: String

    var sections: [String] { Self.code(export) }

    /// A cell of SQLite is `table`: `column`, `column`.
    static func documented() throws -> [StoredItem] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let text = try String(contentsOf: root.appending(path: "docs/threat-model.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## What the server stores").last)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        return try rows.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 4, "\(line)")
            let names = code(cells[1])
            let table = try #require(names.first, "\(line)")
            return StoredItem(
                name: cells[0], table: table, columns: names.dropFirst().map { "\(table).\($0)" }, life: cells[2],
                export: cells[3])
        }
    }

    private static func code(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

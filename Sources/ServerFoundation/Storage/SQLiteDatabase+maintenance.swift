import Foundation
import GRDB

/// The migrations of a database file.
package struct MigrationState: Sendable, Equatable {
    package let applied: [String]
    /// In the order in which they will be applied.
    package let pending: [String]
    /// Applied by a newer version.
    package let unknown: [String]
}

extension SQLiteDatabase {
    /// Reads the migration state of a file without changing it.
    package static func migrationState(of path: String, migrations: [Migration]) throws -> MigrationState {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { database in
            let applied = try migrator(migrations).appliedIdentifiers(database)
            let names = migrations.map(\.name)
            let isMissing = try !database.tableExists("grdb_migrations")
            let all = isMissing ? [] : try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
            return MigrationState(
                applied: names.filter { applied.contains($0) }, pending: names.filter { !applied.contains($0) },
                unknown: all.filter { !names.contains($0) }.sorted())
        }
    }

    /// Makes a consistent copy of a database that may be in use: SQLite's online backup, in one step, which in WAL mode
    /// does not block writers. `target` must be empty or missing.
    package static func copy(_ path: String, to target: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let source = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? source.close() }
        let copy = try DatabaseQueue(path: target)
        try source.backup(to: copy)
        try copy.writeWithoutTransaction { database in
            // A single file without a write-ahead log.
            try database.execute(sql: "PRAGMA journal_mode = DELETE")
            guard try String.fetchOne(database, sql: "PRAGMA quick_check") == "ok" else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
        }
        try copy.close()
    }
}

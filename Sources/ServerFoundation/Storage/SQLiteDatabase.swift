import Foundation
package import GRDB

/// The embedded database: SQLite in WAL mode, one writer and many readers.
package struct SQLiteDatabase: Database {
    package let pool: DatabasePool
    /// Separate readers for `lookUp`: a caller that waits for one waits for a reader that is running on a thread. The
    /// readers of `pool` are also held by reads that have no thread yet, and get none while all threads wait for a reader.
    private let lookUps: DatabasePool
    /// Shared by all copies.
    private let queue = WriteQueue(timeout: .seconds(5))
    /// Shared by all copies.
    private let writer = SQLiteWriter()

    /// The file was written by a newer version.
    package struct Newer: Error {}

    /// Opens or creates the file, and migrates its tables.
    package init(path: String, migrations: [Migration]) throws {
        pool = try Self.open(path)
        let migrator = Self.migrator(migrations)
        guard try !pool.read({ try migrator.hasBeenSuperseded($0) }) else { throw Newer() }
        try migrator.migrate(pool)
        lookUps = try Self.openForLookUps(path)
    }

    /// Opens a file with current tables, beside the server that may be running on it.
    package init(current path: String) throws {
        pool = try Self.open(path)
        lookUps = try Self.openForLookUps(path)
    }

    private static func openForLookUps(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        // As many as tasks can run in parallel.
        configuration.maximumReaderCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
        return try DatabasePool(path: path, configuration: configuration)
    }

    package static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        // Another process may hold the file briefly: wait instead of failing.
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        let pool = try DatabasePool(path: path, configuration: configuration)
        // A refresh token or a used share token that comes back after a power failure is worse than one sync for each of
        // our few writes. Transactions that need none ask for it: `Durability`.
        try pool.writeWithoutTransaction { try $0.execute(sql: SQLiteWriter.pragma(.synced)) }
        return pool
    }

    package static func migrator(_ migrations: [Migration]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { database in
                for statement in migration.statements { try database.execute(sql: statement) }
            }
        }
        return migrator
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await explained { try await pool.read { try body(SQLiteConnection(database: $0)) } }
    }

    package func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await explained { try onThisThread { try body(SQLiteConnection(database: $0)) } }
    }

    /// In a synchronous function, GRDB's synchronous overload is chosen.
    private func onThisThread<Value>(_ body: (GRDB.Database) throws -> Value) throws -> Value { try lookUps.read(body) }

    package func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let place = try queue.enter()
        defer { queue.leave(place) }
        return try await explained {
            try await pool.writeWithoutTransaction { [writer] database in
                try writer.transact(durability, database) { try body(SQLiteConnection(database: database)) }
            }
        }
    }

    /// Runs one transaction, for commands that have nothing else to do meanwhile.
    package func writeNow<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try pool.writeWithoutTransaction { database in
            try writer.transact(.synced, database) { try body(SQLiteConnection(database: database)) }
        }
    }

    /// Maps failures of the disk to `StorageFailure`.
    private func explained<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw StorageFailure(error) ?? error
        }
    }

    package func close() throws {
        try lookUps.close()
        try pool.close()
    }
}

private struct SQLiteConnection: SQLConnection {
    let database: GRDB.Database

    func query(_ sql: String, _ arguments: [String: SQLValue]) throws -> [SQLRow] {
        let statement = try database.cachedStatement(sql: sql)
        let names = statement.columnNames
        let cursor = try Row.fetchCursor(statement, arguments: bound(arguments))
        var rows: [SQLRow] = []
        while let row = try cursor.next() {
            var values: [SQLValue] = []
            values.reserveCapacity(names.count)
            for index in names.indices {
                let value: DatabaseValue = row[index]
                switch value.storage {
                case .null: values.append(.null)
                case .int64(let value): values.append(.integer(value))
                case .string(let value): values.append(.text(value))
                case .double, .blob: throw SQLRow.UnexpectedColumn(name: names[index])
                }
            }
            rows.append(SQLRow(names: names, values: values))
        }
        return rows
    }

    func execute(_ sql: String, _ arguments: [String: SQLValue]) throws -> Int {
        try database.cachedStatement(sql: sql).execute(arguments: bound(arguments))
        return database.changesCount
    }

    private func bound(_ arguments: [String: SQLValue]) -> StatementArguments {
        StatementArguments(
            arguments.mapValues { value -> (any DatabaseValueConvertible)? in
                switch value {
                case .null: nil
                case .integer(let value): value
                case .text(let value): value
                }
            })
    }
}

package import ServerFoundation
import Synchronization

/// The executed statements, each with single blanks.
package final class RecordedStatements: Sendable {
    private let state = Mutex<Set<String>>([])

    package init() {}

    package var texts: Set<String> { state.withLock { $0 } }

    package func add(_ text: String) {
        let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        state.withLock { _ = $0.insert(words) }
    }
}

package struct RecordingDatabase: Database {
    private let database: any Database
    private let statements: RecordedStatements

    package init(_ database: any Database, _ statements: RecordedStatements) {
        (self.database, self.statements) = (database, statements)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await database.read { [statements] in try body(Connection(sql: $0, statements: statements)) }
    }

    package func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await database.write(durability) { [statements] in try body(Connection(sql: $0, statements: statements)) }
    }

    private struct Connection: SQLConnection {
        let sql: any SQLConnection
        let statements: RecordedStatements

        func query(_ text: String, _ arguments: [String: SQLValue]) throws -> [SQLRow] {
            statements.add(text)
            return try sql.query(text, arguments)
        }

        func execute(_ text: String, _ arguments: [String: SQLValue]) throws -> Int {
            statements.add(text)
            return try sql.execute(text, arguments)
        }
    }
}

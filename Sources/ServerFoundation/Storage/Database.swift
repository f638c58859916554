package import ECallAPI

/// The storage of all data: transactions around plain SQL. One driver per database, the same SQL for all.
///
/// The SQL is limited to what both SQLite and PostgreSQL accept: TEXT, BIGINT and SMALLINT columns, times as milliseconds,
/// ids made by the server, arguments always bound by name (`:name`).
package protocol Database: Sendable {
    /// Runs a read-only transaction on one consistent state.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// The same for a query of a few rows by key: runs on the caller's thread, which waits for no writer and is blocked no
    /// longer than waking another one takes. Not for table scans.
    func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Runs one transaction: all of it or, if `body` throws, nothing. Once it returns, the change survives what
    /// `durability` says. Writing transactions run one after the other. Throws `StorageFailure` if the disk fails.
    func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value
}

extension Database {
    /// The default for databases that do not benefit from the difference.
    package func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value { try await read(body) }

    /// Runs one transaction that survives a power failure.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value { try await write(.synced, body) }
}

/// A connection inside a transaction.
package protocol SQLConnection {
    func query(_ sql: String, _ arguments: [String: SQLValue]) throws -> [SQLRow]
    /// Runs the statement and returns how many rows it changed.
    @discardableResult func execute(_ sql: String, _ arguments: [String: SQLValue]) throws -> Int
}

extension SQLConnection {
    @discardableResult package func execute(_ sql: String) throws -> Int { try execute(sql, [:]) }
}

/// The value of a column or an argument.
package enum SQLValue: Sendable, Hashable, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral
{
    case null
    case integer(Int64)
    case text(String)

    package init(nilLiteral: ()) { self = .null }
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }

    package static func id<Kind>(_ id: Identifier<Kind>) -> Self { .integer(Int64(clamping: id.rawValue)) }
    package static func moment(_ moment: Timestamp) -> Self { .integer(moment.milliseconds) }
    package static func moment(_ moment: Timestamp?) -> Self { moment.map { .integer($0.milliseconds) } ?? .null }
    package static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }
    package static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }
}

/// A row of a result. All rows of the result share the column names, and values are found by position.
package struct SQLRow: Sendable {
    private let names: [String]
    private let values: [SQLValue]

    /// A column is missing or has another type: the schema and the code disagree.
    package struct UnexpectedColumn: Error { let name: String }

    /// - Parameters:
    ///   - names: the names of the columns, in the order of the result.
    ///   - values: as many values, in the same order.
    package init(names: [String], values: [SQLValue]) { (self.names, self.values) = (names, values) }

    /// All values by name.
    package var columns: [String: SQLValue] { Dictionary(zip(names, values)) { $1 } }

    /// Returns nil if the result has no such column. Rows are narrow: a linear search costs less than hashing a name.
    private func value(_ name: String) -> SQLValue? { names.lastIndex(of: name).map { values[$0] } }

    package func isNull(_ name: String) -> Bool { value(name) == .null }

    package func integer(_ name: String) throws -> Int64 {
        guard case .integer(let value) = value(name) else { throw UnexpectedColumn(name: name) }
        return value
    }

    package func text(_ name: String) throws -> String {
        guard case .text(let value) = value(name) else { throw UnexpectedColumn(name: name) }
        return value
    }

    package func optionalText(_ name: String) throws -> String? { isNull(name) ? nil : try text(name) }
    package func flag(_ name: String) throws -> Bool { try integer(name) != 0 }
    package func moment(_ name: String) throws -> Timestamp { Timestamp(milliseconds: try integer(name)) }
    package func optionalMoment(_ name: String) throws -> Timestamp? { isNull(name) ? nil : try moment(name) }

    package func id<Kind>(_ name: String, _ kind: Kind.Type = Kind.self) throws -> Identifier<Kind> {
        Identifier(UInt64(clamping: try integer(name)))
    }
}

import ECallAPI

/// Where everything is kept: transactions around plain SQL. One driver for each database, the same SQL for all.
///
/// The SQL keeps to what SQLite and PostgreSQL both take: TEXT, BIGINT and SMALLINT columns, moments as milliseconds,
/// ids made by the server, arguments always bound by name (`:name`).
protocol Database: Sendable {
    /// Sees one consistent state and changes nothing.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// One transaction: all of it or, when `body` throws, nothing. Once it returns, the change survives the process.
    /// Writing transactions run one after the other. Throws `StorageFailure` where the disk does not take it.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value
}

/// A connection inside a transaction.
protocol SQLConnection {
    func query(_ sql: String, _ arguments: [String: SQLValue]) throws -> [SQLRow]
    /// Runs the statement and returns how many rows it changed.
    @discardableResult func execute(_ sql: String, _ arguments: [String: SQLValue]) throws -> Int
}

extension SQLConnection {
    @discardableResult func execute(_ sql: String) throws -> Int { try execute(sql, [:]) }
}

/// What a column holds or an argument is.
enum SQLValue: Sendable, Hashable, ExpressibleByNilLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case null
    case integer(Int64)
    case text(String)

    init(nilLiteral: ()) { self = .null }
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }

    static func id<Kind>(_ id: Identifier<Kind>) -> Self { .integer(Int64(clamping: id.rawValue)) }
    static func moment(_ moment: Timestamp) -> Self { .integer(moment.milliseconds) }
    static func moment(_ moment: Timestamp?) -> Self { moment.map { .integer($0.milliseconds) } ?? .null }
    static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }
    static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }
}

/// One row of an answer, by column name.
struct SQLRow: Sendable {
    let columns: [String: SQLValue]

    /// A column is missing or holds something else: the schema and the code disagree.
    struct UnexpectedColumn: Error { let name: String }

    func integer(_ name: String) throws -> Int64 {
        guard case .integer(let value) = columns[name] else { throw UnexpectedColumn(name: name) }
        return value
    }

    func text(_ name: String) throws -> String {
        guard case .text(let value) = columns[name] else { throw UnexpectedColumn(name: name) }
        return value
    }

    func optionalText(_ name: String) throws -> String? { columns[name] == .null ? nil : try text(name) }
    func flag(_ name: String) throws -> Bool { try integer(name) != 0 }
    func moment(_ name: String) throws -> Timestamp { Timestamp(milliseconds: try integer(name)) }
    func optionalMoment(_ name: String) throws -> Timestamp? { columns[name] == .null ? nil : try moment(name) }

    func id<Kind>(_ name: String, _ kind: Kind.Type = Kind.self) throws -> Identifier<Kind> {
        Identifier(UInt64(clamping: try integer(name)))
    }
}

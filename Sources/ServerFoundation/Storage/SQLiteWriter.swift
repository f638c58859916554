import GRDB
import Synchronization

/// The transactions of the one writing connection, each with its durability.
final class SQLiteWriter: Sendable {
    /// The connection's setting. Only the writer's queue changes it.
    private let current = Mutex(Durability.synced)

    /// In WAL mode, NORMAL omits the sync of a commit only: what a checkpoint moves is synced first, so that a power failure
    /// leaves the transactions up to one of them.
    static func pragma(_ durability: Durability) -> String {
        switch durability {
        case .written: "PRAGMA synchronous = NORMAL"
        case .synced: "PRAGMA synchronous = FULL"
        }
    }

    func transact<Value>(_ durability: Durability, _ database: GRDB.Database, _ body: () throws -> Value) throws
        -> Value
    {
        // Not allowed inside a transaction.
        if current.withLock({ $0 != durability }) {
            try database.execute(sql: Self.pragma(durability))
            current.withLock { $0 = durability }
        }
        try database.beginTransaction(.immediate)
        do {
            let value = try body()
            try database.commit()
            return value
        } catch {
            // SQLite has rolled back already after some errors, such as a full disk.
            if database.isInsideTransaction { try? database.rollback() }
            throw error
        }
    }
}

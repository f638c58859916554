import ECallAPI
import GRDB
import ServerFoundation

/// The changes that operators made by commands: `operator_actions`, to which the database lets nobody do anything but append
/// (`Migration.operatorActions`).
struct AuditLog {
    /// The size of the log; each further entry displaces the oldest.
    static let most = 10_000

    struct Entry: Sendable, Hashable {
        var number: Int64 = 0
        let moment: Timestamp
        let user: Int64
        let name: String
        let login: String
        let action: String
        let subject: String

        init(_ action: OperatorAction, by person: Operator, at moment: Timestamp) {
            self.moment = moment
            (user, name, login) = (Int64(person.user), person.name, person.login)
            (self.action, subject) = (action.name, action.subject)
        }

        fileprivate init(_ row: SQLRow) throws {
            (number, moment) = (try row.integer("number"), try row.moment("acted_at"))
            (user, name, login) = (try row.integer("operator"), try row.text("name"), try row.text("login"))
            (action, subject) = (try row.text("action"), try row.text("subject"))
        }

        fileprivate init(_ row: Row) {
            (number, moment) = (row["number"], Timestamp(milliseconds: row["acted_at"]))
            (user, name, login) = (row["operator"], row["name"], row["login"])
            (action, subject) = (row["action"], row["subject"])
        }

        /// The same entry wherever it is in the log.
        fileprivate var unnumbered: Entry {
            var copy = self
            copy.number = 0
            return copy
        }
    }

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func append(_ entry: Entry) throws {
        try sql.execute(
            """
            INSERT INTO operator_actions (number, acted_at, operator, name, login, action, subject)
            VALUES ((SELECT coalesce(max(number), 0) + 1 FROM operator_actions),
                :moment, :operator, :name, :login, :action, :subject)
            """,
            [
                "moment": .moment(entry.moment), "operator": .integer(entry.user), "name": .text(entry.name),
                "login": .text(entry.login), "action": .text(entry.action), "subject": .text(entry.subject),
            ])
    }

    /// The newest entries, in the order in which they were made.
    func last(_ count: Int) throws -> [Entry] {
        try sql.query(
            "SELECT * FROM operator_actions ORDER BY number DESC LIMIT :count", ["count": .integer(Int64(count))]
        ).map { try Entry($0) }.reversed()
    }

    /// Appends those that the log does not have, as of the database that a backup replaces.
    func append(missing entries: [Entry]) throws {
        let known = Set(try last(Self.most).map(\.unnumbered))
        for entry in entries where !known.contains(entry.unnumbered) { try append(entry) }
    }
}

extension SQLiteDatabase {
    /// Reads the whole log of a database file; empty if it cannot be read, or its version has none. Changes nothing.
    static func auditLog(of path: String) -> [AuditLog.Entry] {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return [] }
        defer { try? queue.close() }
        let rows = try? queue.read { try Row.fetchAll($0, sql: "SELECT * FROM operator_actions ORDER BY number") }
        return (rows ?? []).map { AuditLog.Entry($0) }
    }
}

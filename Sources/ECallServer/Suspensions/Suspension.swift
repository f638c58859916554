import ECallAPI
import ServerFoundation

/// An account's suspension by the operator ([56](docs/decisions/0056-a-suspended-account-keeps-its-data.md)).
struct Suspension: Sendable, Hashable {
    let user: UserID
    /// The reason for the account's owner, in the operator's words; empty if none was given.
    let reason: String
    let since: Timestamp
    /// nil if it does not end by itself.
    let end: Timestamp?

    /// The longest reason, in UTF-16 units.
    static let longestReason = 200

    init(user: UserID, reason: String, since: Timestamp, end: Timestamp?) {
        (self.user, self.reason, self.since, self.end) = (user, reason, since, end)
    }

    init(row: SQLRow) throws {
        self.init(
            user: try row.id("user_id"), reason: try row.text("reason"), since: try row.moment("suspended_at"),
            end: try row.optionalMoment("ends_at"))
    }

    func isOn(at now: Timestamp) -> Bool { end.map { now < $0 } ?? true }

    /// The answer to the account's owner, who has proven to be that.
    var failure: APIFailure {
        var title = "The operator has suspended this account"
        if let end { title += " until \(end)" }
        if !reason.isEmpty { title += ": \(reason)" }
        return APIFailure(.accountSuspended, title)
    }
}

/// Suspensions in the database. Changes are recorded for the running server, which may be another process.
struct SuspensionRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// The user's current suspension; nil if there is none.
    func find(_ user: UserID, at now: Timestamp) throws -> Suspension? {
        try sql.query("SELECT * FROM suspensions WHERE user_id = :user", ["user": .id(user)])
            .first.map(Suspension.init(row:)).flatMap { $0.isOn(at: now) ? $0 : nil }
    }

    /// Throws `ErrAccountSuspended` while the user is suspended.
    func require(_ user: UserID, at now: Timestamp) throws {
        if let suspension = try find(user, at: now) { throw suspension.failure }
    }

    /// The members of `users` who are suspended.
    func suspended(among users: [UserID], at now: Timestamp) throws -> Set<UserID> {
        Set(try users.filter { try find($0, at: now) != nil })
    }

    /// Stores the suspension in place of the previous one.
    func set(_ suspension: Suspension) throws {
        try sql.execute(
            """
            INSERT INTO suspensions (user_id, reason, suspended_at, ends_at) VALUES (:user, :reason, :since, :end)
            ON CONFLICT (user_id) DO UPDATE SET
                reason = excluded.reason, suspended_at = excluded.suspended_at, ends_at = excluded.ends_at
            """,
            [
                "user": .id(suspension.user), "reason": .text(suspension.reason),
                "since": .moment(suspension.since), "end": .moment(suspension.end),
            ])
        try note(suspension.user, at: suspension.since)
    }

    /// Lifts the suspension. Returns whether one was in force.
    func lift(_ user: UserID, at now: Timestamp) throws -> Bool {
        let wasOn = try find(user, at: now) != nil
        try sql.execute("DELETE FROM suspensions WHERE user_id = :user", ["user": .id(user)])
        try note(user, at: now)
        return wasOn
    }

    // MARK: - For the running server

    private func note(_ user: UserID, at now: Timestamp) throws {
        try sql.execute(
            """
            INSERT INTO changed_suspensions (user_id, changed_at) VALUES (:user, :now)
            ON CONFLICT (user_id) DO UPDATE SET changed_at = CASE
                WHEN excluded.changed_at > changed_suspensions.changed_at THEN excluded.changed_at
                ELSE changed_suspensions.changed_at + 1 END
            """, ["user": .id(user), "now": .moment(now)])
    }

    /// Accounts whose suspension was changed, with the time that identifies the change.
    func changed() throws -> [UserID: Timestamp] {
        let rows = try sql.query(
            "SELECT user_id, changed_at FROM changed_suspensions ORDER BY changed_at LIMIT 1000", [:])
        return Dictionary(try rows.map { (try $0.id("user_id"), try $0.moment("changed_at")) }) { $1 }
    }

    /// Deletes the changes, except those that were superseded meanwhile.
    func forget(_ changes: [UserID: Timestamp]) throws {
        for (user, moment) in changes {
            try sql.execute(
                "DELETE FROM changed_suspensions WHERE user_id = :user AND changed_at = :moment",
                ["user": .id(user), "moment": .moment(moment)])
        }
    }
}

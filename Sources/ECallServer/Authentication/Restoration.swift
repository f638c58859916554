import ECallAPI
import ServerFoundation

/// That a backup was put in place: what happened after it was made is unknown, and devices know more than the database.
struct Restoration: Sendable, Equatable {
    /// The last moment that the backup knows of.
    let knownUntil: Timestamp
    /// Until then devices that the backup knows come back in with tokens that it does not know.
    let graceEnd: Timestamp

    func isOpen(at now: Timestamp) -> Bool { now < graceEnd }
}

/// The last restoration in the database.
struct RestorationRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func find() throws -> Restoration? {
        try sql.query("SELECT known_until, grace_end FROM restorations WHERE id = 1", [:]).first.map { row in
            Restoration(knownUntil: try row.moment("known_until"), graceEnd: try row.moment("grace_end"))
        }
    }

    func store(_ restoration: Restoration) throws {
        try sql.execute(
            """
            INSERT INTO restorations (id, known_until, grace_end) VALUES (1, :known, :end)
            ON CONFLICT (id) DO UPDATE SET known_until = excluded.known_until, grace_end = excluded.grace_end
            """, ["known": .moment(restoration.knownUntil), "end": .moment(restoration.graceEnd)])
    }

    /// The latest moment at which this database saw a sign-in or a refresh: every token that was made before is in it, or
    /// was ended on purpose.
    func knownUntil() throws -> Timestamp {
        try sql.query("SELECT max(rotated_at) AS last FROM token_families", [:])
            .first.flatMap { try $0.optionalMoment("last") } ?? Timestamp(milliseconds: 0)
    }
}

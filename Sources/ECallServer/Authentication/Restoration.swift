import ECallAPI
import ServerFoundation

/// The restoration of a backup: events after the backup are unknown, and devices know more than the database.
struct Restoration: Sendable, Equatable {
    /// The last moment that the backup covers.
    let knownUntil: Timestamp
    /// Until then, known devices are let back in with tokens that the backup does not contain.
    let graceEnd: Timestamp

    func isOpen(at now: Timestamp) -> Bool { now < graceEnd }
}

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

    /// The time of the latest sign-in or refresh in this database: every older token is either in it or was revoked.
    func knownUntil() throws -> Timestamp {
        try sql.query("SELECT max(rotated_at) AS last FROM token_families", [:])
            .first.flatMap { try $0.optionalMoment("last") } ?? Timestamp(milliseconds: 0)
    }
}

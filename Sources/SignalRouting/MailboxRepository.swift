package import ECallAPI
package import ServerFoundation

/// The copy of the mailboxes in the database, for the next server.
package struct MailboxRepository {
    package let sql: any SQLConnection

    package init(_ sql: any SQLConnection) { self.sql = sql }

    /// The entries that wait at `now`, oldest first.
    package func all(at now: Timestamp) throws -> [(entry: SignalMailbox.Entry, device: DeviceIdentity)] {
        try sql.query(
            """
            SELECT id, user_id, device_id, signal, expires_at FROM mailbox
            WHERE expires_at > :now AND user_id <> 0 ORDER BY id
            """,
            ["now": .moment(now)]
        ).compactMap { row in
            // Skips kinds that this version does not know.
            guard let outgoing = OutgoingSignal(stored: try row.text("signal")) else { return nil }
            let entry = SignalMailbox.Entry(
                id: try row.integer("id"), outgoing: outgoing, expiresAt: try row.moment("expires_at"))
            return (entry, DeviceIdentity(user: try row.id("user_id"), device: try row.id("device_id")))
        }
    }

    /// The largest id in the table, even if its signal is unreadable or expired.
    package func latest() throws -> Int64 {
        try sql.query("SELECT COALESCE(MAX(id), 0) AS latest FROM mailbox", [:]).first?.integer("latest") ?? 0
    }

    package func apply(_ change: SignalMailbox.Change) throws {
        switch change {
        case .insert(let entry, let device):
            try sql.execute(
                """
                INSERT INTO mailbox (id, user_id, device_id, signal, expires_at)
                VALUES (:id, :user, :device, :signal, :expires)
                """,
                [
                    "id": .integer(entry.id), "user": .id(device.user), "device": .id(device.device),
                    "signal": .text(entry.outgoing.text), "expires": .moment(entry.expiresAt),
                ])
        case .remove(let ids):
            for id in ids { try sql.execute("DELETE FROM mailbox WHERE id = :id", ["id": .integer(id)]) }
        case .forget(let device):
            try sql.execute(
                "DELETE FROM mailbox WHERE device_id = :device AND user_id = :user",
                ["device": .id(device.device), "user": .id(device.user)])
        }
    }
}

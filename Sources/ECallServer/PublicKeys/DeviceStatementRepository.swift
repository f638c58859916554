import ECallAPI
import ServerFoundation

/// The most statements per account, and per device.
struct DeviceStatementRoom: Sendable {
    let account: Int
    let device: Int

    init(_ limits: Limits) {
        account = limits.deviceStatements
        device = min(limits.deviceStatementsPerDevice, limits.deviceStatements)
    }
}

/// Users' vouches and revocations of their own devices (e2ee 1).
struct DeviceStatementRepository {
    typealias Kind = DeviceStatement.Kind

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// The statements of one kind, oldest first.
    func statements(of user: UserID, _ kind: Kind) throws -> [String] {
        try all(of: user).filter { $0.isRevoke == (kind == .revoke) }.map(\.text)
    }

    /// Stores a device's statement; a repetition changes nothing. Returns false if there is no room, even after dropping
    /// the least important one (`DeviceStatementStore`).
    func add(
        _ statement: DeviceStatement, of device: Device, room: DeviceStatementRoom, at now: Timestamp
    ) throws -> Bool {
        let kept = try all(of: device.user)
        if kept.contains(where: { $0.text == statement.signed.text }) { return true }
        let store = DeviceStatementStore(kept, devices: try DeviceRepository(sql).devices(of: device.user))
        guard let dropped = store.dropped(for: statement, room: room) else { return false }
        for text in dropped { try remove(text, of: device.user) }
        try sql.execute(
            """
            INSERT INTO device_statements (user_id, statement_hash, is_revoke, statement, created_at)
            VALUES (:user, :hash, :revoke, :statement, :now)
            """,
            [
                "user": .id(device.user), "hash": .text(HexDigest.sha256(statement.signed.text)),
                "revoke": .flag(statement.kind == .revoke), "statement": .text(statement.signed.text),
                "now": .moment(now),
            ])
        return true
    }

    private func all(of user: UserID) throws -> [DeviceStatementStore.Kept] {
        try sql.query(
            """
            SELECT statement, is_revoke FROM device_statements WHERE user_id = :user
            ORDER BY created_at, statement_hash
            """, ["user": .id(user)]
        ).map { .init(text: try $0.text("statement"), isRevoke: try $0.flag("is_revoke")) }
    }

    private func remove(_ statement: String, of user: UserID) throws {
        try sql.execute(
            "DELETE FROM device_statements WHERE user_id = :user AND statement_hash = :hash",
            ["user": .id(user), "hash": .text(HexDigest.sha256(statement))])
    }
}

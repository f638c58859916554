import ECallAPI
import ServerFoundation

/// The stored data of an account for its owner: includes what other endpoints omit, excludes secrets.
struct AccountExportRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func account(of user: UserID) throws -> ExportedAccount? {
        let suspension = try sql.query("SELECT * FROM suspensions WHERE user_id = :user", ["user": .id(user)])
            .first.map(Suspension.init(row:))
        return try sql.query("SELECT * FROM users WHERE id = :user", ["user": .id(user)]).first.map { row in
            ExportedAccount(
                id: try row.id("id"), displayName: try row.text("display_name"),
                email: try row.optionalText("email"), phoneNumber: try row.optionalText("phone_number"),
                isVerified: try row.flag("verified"), createdAt: try row.moment("created_at"),
                deletedAt: try row.optionalMoment("deleted_at"),
                suspension: suspension.map {
                    ExportedSuspension(reason: $0.reason, suspendedAt: $0.since, endsAt: $0.end)
                })
        }
    }

    func loginMethods(of user: UserID) throws -> [ExportedLoginMethod] {
        try sql.query(
            "SELECT * FROM login_methods WHERE user_id = :user ORDER BY is_primary DESC, created_at, id",
            ["user": .id(user)]
        ).map { row in
            let method = try LoginMethod(row: row)
            return ExportedLoginMethod(
                id: method.id, type: method.key.type, issuer: method.key.issuer, subject: method.key.subject,
                label: method.label, isPrimary: method.isPrimary, verifiedAt: method.verifiedAt,
                createdAt: method.createdAt, usedAt: method.usedAt)
        }
    }

    func devices(of user: UserID) throws -> [ExportedDevice] {
        try sql.query(
            "SELECT * FROM devices WHERE user_id = :user ORDER BY updated_at DESC, id", ["user": .id(user)]
        ).map { row in
            let device = try Device(row: row)
            return ExportedDevice(
                id: device.id, deviceName: device.deviceName, systemName: device.systemName,
                systemVersion: device.systemVersion, identifier: device.identifier, ip: device.ip,
                location: device.location, publicKey: device.publicKey, identity: device.identity,
                identityAt: device.identityAt, videoCodecs: device.videoCodecs ?? [], language: device.language,
                createdAt: device.createdAt, lastSeenAt: device.updatedAt, sessions: try sessions(of: device.id))
        }
    }

    private func sessions(of device: DeviceID) throws -> [ExportedSession] {
        try sql.query(
            "SELECT created_at, rotated_at FROM token_families WHERE device_id = :device ORDER BY created_at",
            ["device": .id(device)]
        ).map { ExportedSession(createdAt: try $0.moment("created_at"), refreshedAt: try $0.moment("rotated_at")) }
    }

    func statements(of user: UserID) throws -> [ExportedDeviceStatement] {
        try sql.query(
            """
            SELECT is_revoke, statement, created_at FROM device_statements WHERE user_id = :user
            ORDER BY created_at, statement_hash
            """, ["user": .id(user)]
        ).map { row in
            ExportedDeviceStatement(
                isRevoke: try row.flag("is_revoke"), statement: try row.text("statement"),
                createdAt: try row.moment("created_at"))
        }
    }

    func contacts(of owner: UserID) throws -> [ExportedContact] {
        try sql.query(
            """
            SELECT c.contact_id, c.is_favorite, c.last_interaction, c.created_at, u.display_name
            FROM contacts c JOIN users u ON u.id = c.contact_id
            WHERE c.owner_id = :owner ORDER BY u.display_name, c.contact_id
            """, ["owner": .id(owner)]
        ).map { row in
            ExportedContact(
                id: try row.id("contact_id"), displayName: try row.text("display_name"),
                isFavorite: try row.flag("is_favorite"), lastInteraction: try row.optionalMoment("last_interaction"),
                createdAt: try row.moment("created_at"))
        }
    }

    func blocked(by owner: UserID) throws -> [ExportedBlock] {
        try sql.query(
            """
            SELECT b.blocked_id, b.created_at, u.display_name FROM blocks b JOIN users u ON u.id = b.blocked_id
            WHERE b.owner_id = :owner ORDER BY u.display_name, b.blocked_id
            """, ["owner": .id(owner)]
        ).map { row in
            ExportedBlock(
                id: try row.id("blocked_id"), displayName: try row.text("display_name"),
                createdAt: try row.moment("created_at"))
        }
    }
}

package import ECallAPI
package import ServerFoundation

/// The devices' tokens at Apple, in the table of devices.
package struct PushTokens: Sendable {
    package let database: any Database

    /// The device with its token for VoIP pushes; nil if it has none.
    package func target(of device: DeviceIdentity) async throws -> PushTarget? {
        try await database.read { sql in
            try sql.query(
                "SELECT voip_token FROM devices WHERE id = :id AND user_id = :user AND voip_token <> ''",
                ["id": .id(device.device), "user": .id(device.user)]
            ).first.map { PushTarget(user: device.user, device: device.device, token: try $0.text("voip_token")) }
        }
    }

    /// The user's devices that receive alerts; empty while the account is suspended.
    package func targets(of user: UserID, except device: DeviceID?, at now: Timestamp) async throws -> [PushTarget] {
        try await database.read { sql in
            try sql.query(
                """
                SELECT id, apns_token FROM devices WHERE user_id = :user AND apns_token <> '' AND NOT EXISTS (
                    SELECT 1 FROM suspensions s WHERE s.user_id = :user AND (s.ends_at IS NULL OR s.ends_at > :now))
                ORDER BY id
                """, ["user": .id(user), "now": .moment(now)]
            ).map { PushTarget(user: user, device: try $0.id("id"), token: try $0.text("apns_token")) }
                .filter { $0.device != device }
        }
    }

    /// Whether the device still has this token.
    package func isCurrent(_ target: PushTarget, _ kind: PushKind) async throws -> Bool {
        try await database.read { sql in
            try !sql.query(
                "SELECT id FROM devices WHERE id = :id AND user_id = :user AND \(kind.column) = :token",
                ["id": .id(target.device), "user": .id(target.user), "token": .text(target.token)]
            ).isEmpty
        }
    }

    /// Removes an invalid token, unless the device has registered another one meanwhile.
    package func drop(_ target: PushTarget, _ kind: PushKind) async throws {
        _ = try await database.write { sql in
            try sql.execute(
                "UPDATE devices SET \(kind.column) = '' WHERE id = :id AND user_id = :user AND \(kind.column) = :token",
                ["id": .id(target.device), "user": .id(target.user), "token": .text(target.token)])
        }
    }

    package init(database: any Database) {
        self.database = database
    }
}

extension PushKind {
    fileprivate var column: String { self == .voip ? "voip_token" : "apns_token" }
}

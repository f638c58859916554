package import ECallAPI
package import ServerFoundation

/// The subscriptions of devices, one each, and the devices whose push service has ended theirs.
package struct WebPushSubscriptions: Sendable {
    /// The most devices of one account with a subscription; beyond it the oldest is removed.
    package static let mostOfUser = 32

    package let database: any Database

    package init(database: any Database) { self.database = database }

    /// Stores the device's subscription, and removes it from any other device: a browser has one subscription, and the
    /// account that was signed in there before must not ring there.
    package func put(_ subscription: WebPushSubscription, of device: DeviceIdentity, at now: Timestamp) async throws {
        try await database.write { sql in
            try sql.execute(
                "DELETE FROM push_subscriptions WHERE endpoint = :endpoint AND device_id <> :device",
                ["endpoint": .text(subscription.endpoint.text), "device": .id(device.device)])
            try sql.execute(
                """
                INSERT INTO push_subscriptions (device_id, endpoint, public_key, auth_secret, updated_at)
                SELECT id, :endpoint, :key, :secret, :now FROM devices WHERE id = :device AND user_id = :user
                ON CONFLICT (device_id) DO UPDATE SET endpoint = excluded.endpoint, public_key = excluded.public_key,
                    auth_secret = excluded.auth_secret, updated_at = excluded.updated_at
                """,
                [
                    "endpoint": .text(subscription.endpoint.text),
                    "key": .text(Base64URL.encode(subscription.publicKey)),
                    "secret": .text(Base64URL.encode(subscription.secret)), "now": .moment(now),
                    "device": .id(device.device), "user": .id(device.user),
                ])
            try Self.forgetEnd(of: device, in: sql)
            try sql.execute(
                """
                DELETE FROM push_subscriptions WHERE device_id IN (
                    SELECT p.device_id FROM devices d JOIN push_subscriptions p ON p.device_id = d.id
                    WHERE d.user_id = :user ORDER BY p.updated_at DESC, p.device_id DESC LIMIT 1000 OFFSET :most)
                """, ["user": .id(device.user), "most": .integer(Int64(Self.mostOfUser))])
        }
    }

    package func remove(of device: DeviceIdentity) async throws {
        try await database.write { sql in
            try sql.execute(
                """
                DELETE FROM push_subscriptions WHERE device_id IN (
                    SELECT id FROM devices WHERE id = :device AND user_id = :user)
                """, ["device": .id(device.device), "user": .id(device.user)])
            try Self.forgetEnd(of: device, in: sql)
        }
    }

    /// Whether the push service has ended the device's subscription, and the device has not subscribed again since.
    package func hasEnded(of device: DeviceIdentity) async throws -> Bool {
        try await database.lookUp { sql in
            try sql.query(
                """
                SELECT e.device_id FROM devices d JOIN ended_push_subscriptions e ON e.device_id = d.id
                WHERE d.id = :device AND d.user_id = :user
                """, ["device": .id(device.device), "user": .id(device.user)]
            ).first != nil
        }
    }

    package func target(of device: DeviceIdentity) async throws -> WebPushTarget? {
        try await database.read { sql in
            try sql.query(
                """
                SELECT p.device_id, p.endpoint, p.public_key, p.auth_secret
                FROM devices d JOIN push_subscriptions p ON p.device_id = d.id
                WHERE d.id = :device AND d.user_id = :user
                """, ["device": .id(device.device), "user": .id(device.user)]
            ).first.flatMap { try Self.target($0, of: device.user) }
        }
    }

    /// The subscriptions of all devices of the user but one; empty while the account is suspended.
    package func targets(of user: UserID, except device: DeviceID?, at now: Timestamp) async throws -> [WebPushTarget] {
        try await database.read { sql in
            try sql.query(
                """
                SELECT p.device_id, p.endpoint, p.public_key, p.auth_secret
                FROM devices d JOIN push_subscriptions p ON p.device_id = d.id
                WHERE d.user_id = :user AND NOT EXISTS (
                    SELECT 1 FROM suspensions s WHERE s.user_id = :user AND (s.ends_at IS NULL OR s.ends_at > :now))
                ORDER BY p.device_id
                """, ["user": .id(user), "now": .moment(now)]
            ).compactMap { try Self.target($0, of: user) }.filter { $0.device.device != device }
        }
    }

    /// Whether the device still has this subscription.
    package func isCurrent(_ target: WebPushTarget) async throws -> Bool {
        try await self.target(of: target.device) == target
    }

    /// Removes an ended subscription and records its end, unless the device has subscribed again meanwhile.
    package func drop(_ target: WebPushTarget, at now: Timestamp) async throws {
        try await database.write { sql in
            let removed = try sql.execute(
                "DELETE FROM push_subscriptions WHERE device_id = :device AND endpoint = :endpoint",
                ["device": .id(target.device.device), "endpoint": .text(target.subscription.endpoint.text)])
            guard removed > 0 else { return }
            try sql.execute(
                """
                INSERT INTO ended_push_subscriptions (device_id, ended_at) VALUES (:device, :now)
                ON CONFLICT (device_id) DO UPDATE SET ended_at = excluded.ended_at
                """, ["device": .id(target.device.device), "now": .moment(now)])
        }
    }

    private static func forgetEnd(of device: DeviceIdentity, in sql: any SQLConnection) throws {
        try sql.execute(
            """
            DELETE FROM ended_push_subscriptions WHERE device_id IN (
                SELECT id FROM devices WHERE id = :device AND user_id = :user)
            """, ["device": .id(device.device), "user": .id(device.user)])
    }

    private static func target(_ row: SQLRow, of user: UserID) throws -> WebPushTarget? {
        let device = DeviceIdentity(user: user, device: try row.id("device_id"))
        return WebPushSubscription(
            endpoint: try row.text("endpoint"), publicKey: try row.text("public_key"),
            secret: try row.text("auth_secret")
        ).map { WebPushTarget(device: device, subscription: $0) }
    }
}

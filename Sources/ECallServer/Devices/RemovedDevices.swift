import ECallAPI
import Logging
import ServerFoundation
import ServiceLifecycle

/// Devices that were not removed by a request, but by a maintenance command, which is another process, or together with
/// their account. The running server sees the rows and closes what those devices still have open.
struct RemovedDevicesRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Removes the user's devices, or one of them, with their keys and tokens, at most `limit`. Returns how many there were.
    func remove(of user: UserID, device: DeviceID? = nil, at now: Timestamp, limit: Int = 1000) throws -> Int {
        var arguments: [String: SQLValue] = ["user": .id(user), "limit": .integer(Int64(limit))]
        var condition = "user_id = :user"
        if let device {
            arguments["device"] = .id(device)
            condition += " AND id = :device"
        }
        condition = "id IN (SELECT id FROM devices WHERE \(condition) ORDER BY updated_at LIMIT :limit)"
        try sql.execute(
            """
            INSERT INTO removed_devices (device_id, user_id, removed_at)
            SELECT id, user_id, :now FROM devices WHERE \(condition) ON CONFLICT (device_id) DO NOTHING
            """, arguments.merging(["now": .moment(now)]) { $1 })
        return try sql.execute("DELETE FROM devices WHERE \(condition)", arguments)
    }

    func all() throws -> [DeviceIdentity] {
        try sql.query("SELECT device_id, user_id FROM removed_devices ORDER BY removed_at LIMIT 1000", [:]).map {
            DeviceIdentity(user: try $0.id("user_id"), device: try $0.id("device_id"))
        }
    }

    func forget(_ devices: [DeviceIdentity]) throws {
        for device in devices {
            try sql.execute(
                "DELETE FROM removed_devices WHERE device_id = :id AND user_id = :user",
                ["id": .id(device.device), "user": .id(device.user)])
        }
    }
}

/// Polls for removed devices and suspended accounts while the server runs: another process cannot wake this one through the
/// database.
struct RemovedDevicesService: Service {
    let database: any Database
    let devices: DeviceService
    let clock: WallClock
    let logger: Logger
    var interval = Duration.milliseconds(500)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await check()
                } catch {
                    // A device may have been removed, so no token is trusted without the database.
                    devices.known.empty()
                    logger.error("Removed devices could not be looked for.", metadata: ["error": "\(type(of: error))"])
                }
            } while (try? await Task.sleep(for: interval)) != nil
        }
    }

    /// Closes everything that removed devices and those of suspended accounts have open. Returns them.
    @discardableResult func check() async throws -> [DeviceIdentity] {
        let now = clock.now()
        let found = try await database.read { try Found($0, at: now) }
        guard !found.isEmpty else { return [] }
        await devices.forget(found.removed + found.suspended)
        try await database.write { sql in
            try RemovedDevicesRepository(sql).forget(found.removed)
            try SuspensionRepository(sql).forget(found.changes)
        }
        return found.removed + found.suspended
    }

    private struct Found: Sendable {
        let removed: [DeviceIdentity]
        /// Devices of accounts that were suspended since the last check.
        let suspended: [DeviceIdentity]
        let changes: [UserID: Timestamp]

        var isEmpty: Bool { removed.isEmpty && changes.isEmpty }

        init(_ sql: any SQLConnection, at now: Timestamp) throws {
            let suspensions = SuspensionRepository(sql)
            removed = try RemovedDevicesRepository(sql).all()
            changes = try suspensions.changed()
            suspended = try suspensions.suspended(among: Array(changes.keys), at: now).flatMap { user in
                try DeviceRepository(sql).devices(of: user).map { DeviceIdentity(user: user, device: $0.id) }
            }
        }
    }
}

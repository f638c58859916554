import ECallAPI
import Foundation
import ServerFoundation

/// The reason why a maintenance command failed, in one sentence.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Operators' changes to a server's database, whether or not the server runs.
///
/// A running server notices by itself: every request looks its caller up in the database, and `RemovedDevicesService`
/// closes the sockets of removed devices.
struct Maintenance: Sendable {
    let data: DataDirectory
    let clock: WallClock
    /// The person whose changes are recorded.
    let person: Operator

    init(directory: String, clock: WallClock = .system, person: Operator = Operator()) {
        data = DataDirectory(existing: directory)
        self.clock = clock
        self.person = person
    }

    /// The entry of the audit log for a change. It is stored in the transaction of the change, or before it.
    func entry(_ action: OperatorAction) -> AuditLog.Entry { AuditLog.Entry(action, by: person, at: clock.now()) }

    // MARK: - The file

    /// The state of the tables; throws if there is no database.
    func migrationState() throws(CommandFailure) -> MigrationState {
        do throws(StartFailure) {
            try data.requireAccess(writing: false)
        } catch {
            throw CommandFailure(error.description)
        }
        guard FileManager.default.fileExists(atPath: data.database) else {
            throw CommandFailure("There is no database in \(data.path); name its folder with --data.")
        }
        do {
            return try SQLiteDatabase.migrationState(of: data.database)
        } catch {
            throw CommandFailure(StartFailure.databaseUnusable(data.database).description)
        }
    }

    /// Migrates the tables while no server runs. Returns the applied migrations.
    func migrate() async throws -> [String] {
        let state = try migrationState()
        guard state.unknown.isEmpty else { throw StartFailure.databaseNewer(data.database) }
        let lock = try data.lock()
        defer { withExtendedLifetime(lock) {} }
        let database = try data.openDatabase()
        if !state.pending.isEmpty {
            let entry = entry(.migrate)
            try await database.write { try AuditLog($0).append(entry) }
        }
        return state.pending
    }

    /// Writes a consistent copy of the database to `file` and the secret to `file`.secret, both readable by their owner
    /// alone. Overwrites nothing. Returns the files it made.
    func backup(to file: String) throws -> [String] {
        _ = try migrationState()
        let secretFile = file + ".secret"
        for path in [file, secretFile] where FileManager.default.fileExists(atPath: path) {
            throw CommandFailure("\(path) is there already; a backup overwrites nothing.")
        }
        let secret: Data
        do throws(StartFailure) {
            secret = try data.readSecret()
        } catch {
            throw CommandFailure(error.description)
        }
        let part = file + ".part-" + UUID().uuidString
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(part + suffix) } }
        do {
            // A backup that root makes stays root's, because it contains the secret.
            try OwnerOnlyFile.write(Data(), to: part, ofFolder: false)
            try SQLiteDatabase.copy(data.database, to: part)
        } catch {
            throw CommandFailure(
                DiskSpace.failure(error, at: file)?.description ?? "The backup could not be written to \(file).")
        }
        // link(2) fails if the file exists by now; rename(2) would overwrite it.
        guard link(part, file) == 0 else { throw CommandFailure("The backup could not be written to \(file).") }
        do {
            try OwnerOnlyFile.write(secret, to: secretFile, ofFolder: false)
        } catch {
            let reason = DiskSpace.failure(error, at: secretFile).map { " \($0)" } ?? ""
            throw CommandFailure(
                "The backup is in \(file), but its secret could not be written to \(secretFile).\(reason)")
        }
        return [file, secretFile]
    }

    /// Opens the database if its schema has this program's version.
    func open() throws(CommandFailure) -> any Database {
        let state = try migrationState()
        guard state.unknown.isEmpty else {
            throw CommandFailure(StartFailure.databaseNewer(data.database).description)
        }
        do throws(StartFailure) {
            try data.requireAccess()
        } catch {
            throw CommandFailure(error.description)
        }
        guard state.pending.isEmpty else {
            throw CommandFailure("The database is older than this program: stop the server, then ecall-server migrate.")
        }
        do {
            return try SQLiteDatabase(current: data.database)
        } catch {
            throw CommandFailure(StartFailure.databaseUnusable(data.database).description)
        }
    }

    /// Makes a server, running or not, trust the clock. Returns the accepted moment.
    func acceptClock() async throws -> Timestamp {
        guard data.content != .nothing else { throw StartFailure.noServer(data.path) }
        let (now, entry) = (clock.now(), entry(.acceptClock))
        try await open().write { try AuditLog($0).append(entry) }
        do {
            try data.storeClock(now)
        } catch {
            throw StartFailure.notWritable(data.path, error)
        }
        return now
    }

    /// The newest entries of the audit log, the newest last.
    func actions(last count: Int) async throws -> Table {
        let entries = try await open().read { try AuditLog($0).last(count) }
        return Table(
            columns: ["number", "at", "uid", "user", "login", "action", "subject"],
            rows: entries.map {
                ["\($0.number)", "\($0.moment)", "\($0.user)", $0.name, $0.login, $0.action, $0.subject]
            })
    }

    // MARK: - People

    func users() async throws -> Table {
        let now = clock.now()
        let rows = try await open().read { sql in
            try sql.query(
                """
                SELECT u.*, (SELECT count(*) FROM devices d WHERE d.user_id = u.id) AS devices,
                    (SELECT count(*) FROM suspensions s WHERE s.user_id = u.id
                        AND (s.ends_at IS NULL OR s.ends_at > :now)) AS suspensions
                FROM users u ORDER BY u.created_at, u.id
                """, ["now": .moment(now)])
        }
        return Table(
            columns: ["id", "name", "email", "phone", "verified", "devices", "created", "deletion", "suspended"],
            rows: try rows.map { row in
                [
                    "\(try row.integer("id"))", try row.text("display_name"), try row.optionalText("email") ?? "",
                    try row.optionalText("phone_number") ?? "", try row.flag("verified") ? "yes" : "no",
                    "\(try row.integer("devices"))", "\(try row.moment("created_at"))",
                    try row.optionalMoment("deleted_at").map { "\($0)" } ?? "",
                    try row.integer("suspensions") > 0 ? "yes" : "",
                ]
            })
    }

    /// The account with this number, e-mail address or telephone number.
    func user(_ text: String) async throws -> User {
        let found = try await open().read { sql -> User? in
            let users = UserRepository(sql)
            if let id = UserID(text), let user = try users.find(id) { return user }
            guard
                let identifier = LoginIdentifier(email: text, phoneNumber: nil)
                    ?? LoginIdentifier(email: nil, phoneNumber: text)
            else { return nil }
            return try users.find(identifier)
        }
        guard let found else { throw CommandFailure("There is no account \(text.prefix(80)).") }
        return found
    }

    func show(_ user: User) async throws -> Table {
        let now = clock.now()
        let (methods, suspension, reports) = try await open().read { sql in
            (
                try LoginMethodRepository(sql).methods(of: user.id),
                try SuspensionRepository(sql).find(user.id, at: now),
                try ReportRepository(sql).openCount(about: user.id)
            )
        }
        var rows = [
            ["id", "\(user.id)"], ["name", user.displayName], ["verified", user.isVerified ? "yes" : "no"],
            ["deletion", user.deletedAt.map { "\($0)" } ?? ""], ["open reports", "\(reports)"],
            ["suspended", suspension.map { "since \($0.since)" } ?? "no"],
        ]
        if let end = suspension?.end { rows.append(["suspended until", "\(end)"]) }
        if let reason = suspension?.reason, !reason.isEmpty { rows.append(["suspended for", reason]) }
        rows += methods.map { ["sign-in", "\($0.key.type.rawValue) \($0.label)"] }
        return Table(columns: ["what", "value"], rows: rows)
    }

    func delete(_ user: User) async throws {
        let (now, entry, database) = (clock.now(), entry(.deleteAccount(user.id)), try open())
        try await database.write { try AuditLog($0).append(entry) }
        _ = try await AccountRemoval.remove(user.id, from: database, at: now)
    }

    // MARK: - Devices

    func devices(of user: User) async throws -> Table {
        let devices = try await open().read { try DeviceRepository($0).devices(of: user.id) }
        return Table(
            columns: ["id", "name", "system", "model", "address", "location", "seen"],
            rows: devices.map {
                [
                    "\($0.id)", $0.deviceName, "\($0.systemName) \($0.systemVersion)", $0.identifier, $0.ip,
                    $0.location,
                    "\($0.updatedAt)",
                ]
            })
    }

    /// Signs a device out: deletes its keys and tokens, and closes its sockets.
    func remove(device: DeviceID) async throws {
        let (now, entry) = (clock.now(), entry(.removeDevice(device)))
        let count = try await open().write { sql -> Int in
            let owner = try sql.query("SELECT user_id FROM devices WHERE id = :id", ["id": .id(device)]).first
            guard let user: UserID = try owner?.id("user_id") else { return 0 }
            try AuditLog(sql).append(entry)
            return try RemovedDevicesRepository(sql).remove(of: user, device: device, at: now)
        }
        guard count > 0 else { throw CommandFailure("There is no device \(device).") }
    }

    /// Ends every token of the user: each of the devices must sign in again. Returns their number.
    func revokeTokens(of user: User) async throws -> Int {
        let (now, entry) = (clock.now(), entry(.revokeTokens(user.id)))
        let database = try open()
        var count = 0
        while true {
            let isFirst = count == 0
            let removed = try await database.write { sql in
                let removed = try RemovedDevicesRepository(sql).remove(of: user.id, at: now, limit: 500)
                if isFirst, removed > 0 { try AuditLog(sql).append(entry) }
                return removed
            }
            count += removed
            if removed < 500 { return count }
        }
    }
}

/// A table for people or for programs.
struct Table: Sendable, Equatable {
    let columns: [String]
    let rows: [[String]]

    /// The rows as aligned columns.
    var text: String {
        let all = [columns.map { $0.uppercased() }] + rows.map { $0.map(Self.printable) }
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    /// A JSON array of objects.
    var json: String {
        let objects = rows.map { Dictionary(zip(columns, $0), uniquingKeysWith: { $0 + "\n" + $1 }) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(objects)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    /// Names are user input and must not move a terminal's cursor.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter {
                    ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
                }))
    }
}

import ECallAPI
import Notifications
import ServerFoundation

/// A signed-in device.
struct Device: Sendable, Hashable {
    let id: DeviceID
    let user: UserID
    let publicKey: String
    let deviceName: String
    let systemName: String
    let systemVersion: String
    let identifier: String
    let ip: String
    let location: String
    /// The time of its first sign-in.
    let createdAt: Timestamp
    let updatedAt: Timestamp
    /// The codecs that it supports; nil if it sent none.
    let videoCodecs: [String]?
    /// The language chosen on it (BCP 47); empty if it sent none.
    let language: String
    /// Its self-signed statement of its keys (e2ee 1); empty if it sent none.
    let identity: String
    /// When it got that identity; nil for rows from before this was stored, then as old as the device itself.
    let identityAt: Timestamp?

    init(row: SQLRow) throws {
        id = try row.id("id")
        user = try row.id("user_id")
        publicKey = try row.text("public_key")
        deviceName = try row.text("device_name")
        systemName = try row.text("system_name")
        systemVersion = try row.text("system_version")
        identifier = try row.text("identifier")
        ip = try row.text("ip")
        location = try row.text("location")
        createdAt = try row.moment("created_at")
        updatedAt = try row.moment("updated_at")
        let codecs = try row.text("video_codecs")
        language = try row.text("language")
        identity = try row.text("identity")
        identityAt = try row.optionalMoment("identity_at")
        videoCodecs = codecs.isEmpty ? nil : codecs.split(separator: ",").map(String.init)
    }
}

struct DeviceRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func find(_ identity: DeviceIdentity) throws -> Device? {
        try sql.query(
            "SELECT * FROM devices WHERE id = :id AND user_id = :user",
            ["id": .id(identity.device), "user": .id(identity.user)]
        ).first.map(Device.init(row:))
    }

    /// The language that the device declared; nil if it declared none.
    func language(of identity: DeviceIdentity) throws -> MessageLocale? {
        try find(identity).flatMap { MessageLocale(declared: $0.language) }
    }

    /// The user's devices, newest first.
    func devices(of user: UserID) throws -> [Device] {
        try sql.query(
            "SELECT * FROM devices WHERE user_id = :user ORDER BY updated_at DESC, id", ["user": .id(user)]
        ).map(Device.init(row:))
    }

    /// The devices that are signed in and whose accounts are not suspended.
    func signedIn(among devices: Set<DeviceIdentity>, at now: Timestamp) throws -> Set<DeviceIdentity> {
        let suspended = try SuspensionRepository(sql).suspended(among: Array(Set(devices.map(\.user))), at: now)
        return try devices.filter { try !suspended.contains($0.user) && find($0) != nil }
    }

    /// The most devices of an account without an identity, which alone lets a device be found again.
    static let mostWithoutIdentity = 16

    /// Registers a device at sign-in: finds its row by its proof, or else creates one. Every sign-in passes here. Throws
    /// `ErrAccountSuspended` if the account is suspended, unless the sign-in is for the account's data only, and
    /// `ErrKeptForAnother` for a device that keeps another account's keys, before anyone of this account sees them. A throw
    /// rolls back everything used up in the same transaction.
    func register(
        _ user: UserID, _ arriving: ArrivingDevice, challenges: SignInChallenges, at now: Timestamp
    ) throws -> DeviceArrival {
        let details = arriving.details
        if let kept = details.keptAccount, kept != user {
            throw APIFailure(.keptForAnother, "This device keeps the keys of another account")
        }
        if !details.forDataOnly { try SuspensionRepository(sql).require(user, at: now) }
        if let known = try ProvenDevices(sql, challenges).find(user, arriving, at: now) {
            try update(DeviceIdentity(user: user, device: known), details, ip: arriving.address, at: now)
            return DeviceArrival(id: known, isNew: false, removed: [])
        }
        let id = try insert(user, details, ip: arriving.address, at: now)
        let removed = try removeUnused(of: DeviceIdentity(user: user, device: id))
        return DeviceArrival(id: id, isNew: true, removed: removed)
    }

    private func insert(_ user: UserID, _ details: DeviceDetails, ip: String, at now: Timestamp) throws -> DeviceID {
        let id: DeviceID = try freshID { id in
            try !sql.query("SELECT id FROM devices WHERE id = :id", ["id": .id(id)]).isEmpty
        }
        var arguments = Self.arguments(details, ip: ip, at: now)
        arguments["id"] = .id(id)
        arguments["user"] = .id(user)
        try sql.execute(
            """
            INSERT INTO devices (id, user_id, public_key, public_key_hash, voip_token, apns_token, device_name,
                system_name, system_version, identifier, ip, location, created_at, updated_at, video_codecs,
                key_bytes_hash, language)
            VALUES (:id, :user, :key, :keyHash, :voip, :apns, :name, :system, :version, :identifier, :ip, '', :now,
                :now, :codecs, :bytesHash, :language)
            """, arguments)
        return id
    }

    /// Removes the least recently used devices without an identity to make room for a new one. A device of the stock client
    /// is a new one at each sign-in, and would leave its rows behind forever.
    private func removeUnused(of newest: DeviceIdentity) throws -> [DeviceIdentity] {
        let others: [DeviceIdentity] = try sql.query(
            """
            SELECT id FROM devices WHERE user_id = :user AND identity = '' AND id <> :device
            ORDER BY updated_at DESC, id DESC
            """,
            ["user": .id(newest.user), "device": .id(newest.device)]
        ).map { DeviceIdentity(user: newest.user, device: try $0.id("id")) }
        let unused = Array(others.dropFirst(Self.mostWithoutIdentity - 1))
        for identity in unused { _ = try remove(identity) }
        return unused
    }

    /// Updates the device's description of itself; omitted values stay (wire-protocol 0.2).
    func update(_ identity: DeviceIdentity, _ details: DeviceDetails, ip: String, at now: Timestamp) throws {
        var arguments = Self.arguments(details, ip: ip, at: now)
        arguments["id"] = .id(identity.device)
        arguments["user"] = .id(identity.user)
        try sql.execute(
            """
            UPDATE devices SET
                public_key = CASE WHEN :key = '' THEN public_key ELSE :key END,
                public_key_hash = CASE WHEN :keyHash = '' THEN public_key_hash ELSE :keyHash END,
                key_bytes_hash = CASE WHEN :bytesHash = '' THEN key_bytes_hash ELSE :bytesHash END,
                voip_token = CASE WHEN :voip = '' THEN voip_token ELSE :voip END,
                apns_token = CASE WHEN :apns = '' THEN apns_token ELSE :apns END,
                device_name = CASE WHEN :name = '' THEN device_name ELSE :name END,
                system_name = CASE WHEN :system = '' THEN system_name ELSE :system END,
                system_version = CASE WHEN :version = '' THEN system_version ELSE :version END,
                identifier = CASE WHEN :identifier = '' THEN identifier ELSE :identifier END,
                video_codecs = CASE WHEN :codecs = '' THEN video_codecs ELSE :codecs END,
                language = CASE WHEN :language = '' THEN language ELSE :language END,
                location = CASE WHEN ip = :ip THEN location ELSE '' END, ip = :ip, updated_at = :now
            WHERE id = :id AND user_id = :user
            """, arguments)
    }

    /// Stores the device's statement of its keys.
    ///
    /// - Parameter since: when the device got its signing key; nil if it had it before.
    func setIdentity(_ text: SignedText, of device: DeviceIdentity, since: Timestamp?) throws {
        try sql.execute(
            """
            UPDATE devices SET identity = :identity, identity_at = COALESCE(:since, identity_at)
            WHERE id = :id AND user_id = :user
            """,
            [
                "identity": .text(text.text), "since": .moment(since), "id": .id(device.device),
                "user": .id(device.user),
            ])
    }

    /// Looks up the location of the device's address and stores it.
    func locate(_ identity: DeviceIdentity, by locations: any LocationLookup) throws {
        guard let device = try find(identity) else { return }
        try sql.execute(
            "UPDATE devices SET location = :location WHERE id = :id",
            ["location": .text(locations.location(of: device.ip)), "id": .id(device.id)])
    }

    /// Stores where and when the device was last seen.
    func saw(_ identity: DeviceIdentity, at address: String, location: String, on now: Timestamp) throws {
        try sql.execute(
            "UPDATE devices SET ip = :ip, location = :location, updated_at = :now WHERE id = :id AND user_id = :user",
            [
                "ip": .text(address), "location": .text(location), "now": .moment(now), "id": .id(identity.device),
                "user": .id(identity.user),
            ])
    }

    /// Removes the device with its keys and its tokens. Returns whether it existed.
    func remove(_ identity: DeviceIdentity) throws -> Bool {
        try sql.execute(
            "DELETE FROM devices WHERE id = :id AND user_id = :user",
            ["id": .id(identity.device), "user": .id(identity.user)]) > 0
    }

    /// Removes the user's devices except this one, at most `limit`. Returns them.
    func removeOthers(of caller: DeviceIdentity, limit: Int) throws -> [DeviceIdentity] {
        let others: [DeviceIdentity] = try sql.query(
            "SELECT id FROM devices WHERE user_id = :user AND id <> :device ORDER BY updated_at LIMIT :limit",
            ["user": .id(caller.user), "device": .id(caller.device), "limit": .integer(Int64(limit))]
        ).map { DeviceIdentity(user: caller.user, device: try $0.id("id")) }
        for identity in others { _ = try remove(identity) }
        return others
    }

    /// Fills in hashes that older rows lack, because SQL alone cannot.
    func addMissingKeyHashes() throws {
        let rows = try sql.query(
            "SELECT id, public_key FROM devices WHERE key_bytes_hash = '' AND public_key <> ''", [:])
        for row in rows {
            guard let key = PublicKeyText(try row.text("public_key")) else { continue }
            try sql.execute(
                "UPDATE devices SET key_bytes_hash = :hash WHERE id = :id",
                ["hash": .text(key.bytesHash), "id": .id(try row.id("id", DeviceKind.self))])
        }
    }

    private static func arguments(_ details: DeviceDetails, ip: String, at now: Timestamp) -> [String: SQLValue] {
        [
            "key": .text(details.publicKey?.text ?? ""), "keyHash": .text(details.publicKey?.hash ?? ""),
            "bytesHash": .text(details.publicKey?.bytesHash ?? ""),
            "voip": .text(details.voipToken), "apns": .text(details.apnsToken), "name": .text(details.deviceName),
            "system": .text(details.systemName), "version": .text(details.systemVersion),
            "identifier": .text(details.identifier),
            "codecs": .text(details.videoCodecs), "language": .text(details.language), "ip": .text(ip),
            "now": .moment(now),
        ]
    }
}

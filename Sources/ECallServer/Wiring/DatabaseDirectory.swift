import ECallAPI
import ServerFoundation

/// The data about people that calls need, from the database.
struct DatabaseDirectory: Directory {
    let database: any Database
    let clock: WallClock

    func displayName(of user: UserID) async throws -> String? {
        try await database.read { try UserRepository($0).find(user)?.displayName }
    }

    func devices(of users: [UserID]) async throws -> [DirectoryDevice] {
        let now = clock.now()
        return try await database.read { sql in
            // Suspended users cannot be reached: their devices do not ring, and nothing is queued for them.
            let suspended = try SuspensionRepository(sql).suspended(among: users, at: now)
            return try users.filter { !suspended.contains($0) }.flatMap { try DeviceRepository(sql).devices(of: $0) }
                .sorted { $0.updatedAt > $1.updatedAt }
                .map { DirectoryDevice(user: $0.user, device: $0.id, publicKey: $0.publicKey) }
        }
    }

    func areFriends(_ one: UserID, _ other: UserID) async throws -> Bool {
        try await database.read { try ContactRepository($0).areFriends(one, other) }
    }

    func friends(of user: UserID) async throws -> [UserID] {
        try await database.read { try ContactRepository($0).contacts(of: user).map(\.contactId) }
    }

    func friendNames(of user: UserID, among users: [UserID]) async throws -> [UserID: String] {
        try await database.read { try ContactRepository($0).names(of: user, among: users) }
    }

    func blockers(of user: UserID, among users: [UserID]) async throws -> Set<UserID> {
        try await database.read { try BlockRepository($0).blockers(of: user, among: users) }
    }

    func blocked(by owner: UserID, among users: [UserID]) async throws -> Set<UserID> {
        try await database.read { try BlockRepository($0).blocked(by: owner, among: users) }
    }

    func isRegistered(_ identity: DeviceIdentity) async throws -> Bool {
        let now = clock.now()
        return try await database.lookUp { sql in
            try DeviceRepository(sql).find(identity) != nil
                && SuspensionRepository(sql).find(identity.user, at: now) == nil
        }
    }
}

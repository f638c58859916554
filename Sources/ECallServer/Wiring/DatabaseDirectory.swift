import ECallAPI
import ServerFoundation

/// What the calls need to know about people, from the database.
struct DatabaseDirectory: Directory {
    let database: any Database

    func displayName(of user: UserID) async throws -> String? {
        try await database.read { try UserRepository($0).find(user)?.displayName }
    }

    func devices(of users: [UserID]) async throws -> [DirectoryDevice] {
        try await database.read { sql in
            try users.flatMap { try DeviceRepository(sql).devices(of: $0) }
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
        try await database.read { try DeviceRepository($0).find(identity) != nil }
    }
}

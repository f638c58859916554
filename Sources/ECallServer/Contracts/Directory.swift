import ECallAPI
import SignalRouting

/// The data about people that calls need; implemented by the repositories of users, devices and contacts.
protocol Directory: DeviceDirectory {
    /// The name that others see; nil if there is no such user.
    func displayName(of user: UserID) async throws -> String?
    /// The registered devices of these users, newest first; `publicKey` is empty for a device without a key.
    func devices(of users: [UserID]) async throws -> [DirectoryDevice]
    func areFriends(_ one: UserID, _ other: UserID) async throws -> Bool
    func friends(of user: UserID) async throws -> [UserID]
    /// The friends of `user` among `users`, with their names.
    func friendNames(of user: UserID, among users: [UserID]) async throws -> [UserID: String]
    /// The members of `users` who have blocked `user`: no action of `user` may reach them.
    func blockers(of user: UserID, among users: [UserID]) async throws -> Set<UserID>
    func blocked(by owner: UserID, among users: [UserID]) async throws -> Set<UserID>
}

/// A registered device as the calls see it.
struct DirectoryDevice: Sendable, Hashable {
    let user: UserID
    let device: DeviceID
    let publicKey: String

    var identity: DeviceIdentity { DeviceIdentity(user: user, device: device) }
}

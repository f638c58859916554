import CallEngine
import ECallAPI
import TestSupport

@testable import ECallServer
@testable import SignalRouting

/// A directory in which everybody is registered.
struct Everybody: Directory {
    func displayName(of user: UserID) async throws -> String? { "name" }
    func devices(of users: [UserID]) async throws -> [DirectoryDevice] { [] }
    func areFriends(_ one: UserID, _ other: UserID) async throws -> Bool { true }
    func friends(of user: UserID) async throws -> [UserID] { [] }
    func friendNames(of user: UserID, among users: [UserID]) async throws -> [UserID: String] { [:] }
    func blockers(of user: UserID, among users: [UserID]) async throws -> Set<UserID> { [] }
    func blocked(by owner: UserID, among users: [UserID]) async throws -> Set<UserID> { [] }
    func isRegistered(_ identity: DeviceIdentity) async throws -> Bool { true }
}

extension RelayRequest {
    /// To the device that the signal names, whatever call it is of.
    var passed: RelayDecision {
        guard let device = signal.route?.device else { return .drop(.noAddressee) }
        return .deliver(signal.sent(by: sender), to: Cast.identity(of: device))
    }
}

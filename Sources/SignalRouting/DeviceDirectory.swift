package import ECallAPI

/// The data about users that signalling needs.
package protocol DeviceDirectory: Sendable {
    func isRegistered(_ identity: DeviceIdentity) async throws -> Bool
}

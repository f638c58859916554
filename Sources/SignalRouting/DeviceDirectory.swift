package import ECallAPI

/// The data about users that signalling needs.
package protocol DeviceDirectory: Sendable {
    /// Whether the device is still registered to this user.
    func isRegistered(_ identity: DeviceIdentity) async throws -> Bool
}

package import ECallAPI

/// What signalling needs to know about people.
package protocol DeviceDirectory: Sendable {
    /// Whether the device is still registered to this user.
    func isRegistered(_ identity: DeviceIdentity) async throws -> Bool
}

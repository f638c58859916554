/// A device as a whole, with its user: the content of a valid access token.
public struct DeviceIdentity: Sendable, Hashable, Codable {
    public let user: UserID
    public let device: DeviceID

    public init(user: UserID, device: DeviceID) {
        self.user = user
        self.device = device
    }
}

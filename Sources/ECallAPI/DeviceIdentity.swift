/// A device as a whole, with the user whose it is: what a valid access token says.
public struct DeviceIdentity: Sendable, Hashable, Codable {
    public let user: UserID
    public let device: DeviceID

    public init(user: UserID, device: DeviceID) {
        self.user = user
        self.device = device
    }
}

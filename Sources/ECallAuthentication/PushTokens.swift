/// The token by which Apple's push service reaches this device, in hexadecimal; "" if it does not.
public struct PushTokens: Codable, Sendable, Equatable {
    /// For calls, as PushKit names it.
    public var voip: String
    /// For notifications, as APNs names it.
    public var alert: String

    public init(voip: String = "", alert: String = "") { (self.voip, self.alert) = (voip, alert) }

    public static let none = PushTokens()
}

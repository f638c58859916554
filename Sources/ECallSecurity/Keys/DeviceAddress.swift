/// One device of one user; its text `"<userId>_<deviceId>"` names it in key maps and in the key schedule.
public struct DeviceAddress: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let userID: UInt64
    public let deviceID: UInt64

    public init(userID: UInt64, deviceID: UInt64) {
        self.userID = userID
        self.deviceID = deviceID
    }

    /// Reads the text form; nil for anything but two decimal numbers without leading zeros.
    public init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let userID = UInt64(parts[0]), let deviceID = UInt64(parts[1]) else { return nil }
        self.init(userID: userID, deviceID: deviceID)
        guard description == text else { return nil }
    }

    public var description: String { "\(userID)_\(deviceID)" }

    public static func < (left: Self, right: Self) -> Bool {
        (left.userID, left.deviceID) < (right.userID, right.deviceID)
    }
}

public import ECallAPI

/// People of the tests: alice has the devices 11 and 12, bob 21 and 22, carol 31, dave 41, erin 51.
public enum Cast {
    public static let alice = device(1, 11)
    public static let alice2 = device(1, 12)
    public static let bob = device(2, 21)
    public static let bob2 = device(2, 22)
    public static let carol = device(3, 31)
    public static let dave = device(4, 41)
    public static let erin = device(5, 51)

    public static func device(_ user: UInt64, _ device: UInt64) -> DeviceIdentity {
        DeviceIdentity(user: UserID(user), device: DeviceID(device))
    }

    /// The last digit of the number counts the user's devices.
    public static func identity(of device: DeviceID) -> DeviceIdentity {
        DeviceIdentity(user: user(of: device), device: device)
    }

    public static func user(of device: DeviceID) -> UserID { UserID(device.rawValue / 10) }

    public static let devices: [UserID: [DeviceID]] = [1: [11, 12], 2: [21, 22], 3: [31], 4: [41], 5: [51]]
}

public import ECallSecurity

/// A pinned device, for code that stores its history beside the pins.
public struct PinnedDevice: Sendable, Hashable {
    /// The reason why a device is trusted as its person's.
    public enum Admission: String, Sendable, Hashable, Codable {
        /// It took part in a call.
        case met
        /// The person has let it in.
        case confirmed
        /// Numbers were compared.
        case verified
        /// Another device of its person vouches for it.
        case vouched
    }

    public let address: DeviceAddress
    /// Its signing key, as text.
    public let sign: String
    public let admission: Admission

    public init(address: DeviceAddress, sign: String, admission: Admission) {
        (self.address, self.sign, self.admission) = (address, sign, admission)
    }
}

extension DevicePins {
    /// The pinned devices, by user, then by device.
    public var pinned: [PinnedDevice] {
        people.values.flatMap { $0 }.sorted { $0.key < $1.key }.map { address, pin in
            PinnedDevice(address: address, sign: pin.sign, admission: pin.admission)
        }
    }
}

extension DevicePins.Pin {
    fileprivate var admission: PinnedDevice.Admission {
        if basis == .verified { return .verified }
        if voucher != nil || basis == .vouched { return .vouched }
        return basis == .confirmed ? .confirmed : .met
    }
}

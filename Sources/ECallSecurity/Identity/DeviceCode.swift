/// The QR code that one device shows of itself, for its person's other devices to vouch for it (e2ee 1):
/// `ecall:2:<address>:<sign>`.
public struct DeviceCode: Sendable, Hashable {
    /// The reason why a text is not the code of a device.
    public enum Problem: String, Error, Sendable, CaseIterable {
        /// No code of this kind.
        case notACode
        /// The code of two devices.
        case pairCode
        /// Ids that no device has.
        case malformedAddress
        /// No key, or one that is not accepted.
        case malformedKey
    }

    public let address: DeviceAddress
    public let sign: SigningPublicKey
    /// Ids beyond it are not the same in every language.
    private static let largestID: UInt64 = 1 << 53 - 1

    public init(_ identity: SignedIdentity) { (address, sign) = (identity.address, identity.sign) }

    /// Reads a code.
    public init(_ text: String) throws(Problem) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 4, parts[0] == "ecall", parts[1] == "2" else { throw .notACode }
        guard parts.count == 4 else { throw .pairCode }
        (address, sign) = try Self.device(parts[2], parts[3])
    }

    public var text: String { "ecall:2:\(address):\(sign.text)" }

    static func device(
        _ address: String, _ sign: String
    ) throws(Problem) -> (address: DeviceAddress, sign: SigningPublicKey) {
        guard let address = DeviceAddress(address), (1...largestID).contains(address.userID),
            (1...largestID).contains(address.deviceID)
        else { throw .malformedAddress }
        guard let sign = SigningPublicKey(text: sign) else { throw .malformedKey }
        return (address, sign)
    }
}

/// The QR code of a device and of one of another person's (e2ee 1): `ecall:2:<address>:<sign>:<address>:<sign>`.
public struct PairCode: Sendable, Hashable {
    /// The device that shows it.
    public let shower: DeviceAddress
    /// The device that it is meant to be compared with.
    public let reader: DeviceAddress

    /// Reads a code; nil for a text that is not a code.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, parts[0] == "ecall", parts[1] == "2",
            let shower = try? DeviceCode.device(parts[2], parts[3]),
            let reader = try? DeviceCode.device(parts[4], parts[5])
        else { return nil }
        (self.shower, self.reader) = (shower.address, reader.address)
    }
}

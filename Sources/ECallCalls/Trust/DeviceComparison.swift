public import ECallAPI
public import ECallSecurity
public import KeyDistribution

/// The text that a person read or scanned from another device.
public enum ComparedText: Sendable, Hashable, Codable {
    /// The text of a QR code.
    case code(String)
    /// Digits, with or without spaces between them.
    case number(String)
}

/// The values that this device and one of a contact's show to be compared (e2ee 1).
public struct DeviceComparison: Sendable, Hashable, Codable {
    public let trust: DeviceTrust
    /// How it can be confirmed; nil if it is not held.
    public let offer: DeviceOffer?
    /// 60 digits, the same on both.
    public let digits: String
    /// The text of this device's QR code.
    public let code: String
    /// The text of their QR code.
    public let expected: String
    /// The identity that was compared, and no later one.
    public let identity: ShownIdentity
    /// The history of the device.
    public let past: DevicePast

    init(
        own: SignedIdentity, other: SignedIdentity, trust: DeviceTrust, offer: DeviceOffer? = nil,
        people: KeptPeople = KeptPeople(), now: UInt64 = 0
    ) {
        self.offer = offer
        past = people.past(of: other.address, trust, says: other.says, isInCall: false, now: now)
        self.trust = trust
        digits = SafetyNumber.digits(of: own, and: other)
        code = SafetyNumber.codeText(own: own, other: other)
        expected = SafetyNumber.codeText(own: other, other: own)
        identity = ShownIdentity(other)
    }

    public var device: DeviceID { DeviceID(identity.address.deviceID) }

    /// Whether it can be compared: one that its person has signed out may be in other hands, with the same number.
    public var isComparable: Bool { trust != .held(.revoked) }

    /// Whether the person may say that it is not theirs: not for a device that they have compared or refused, or that was signed out.
    public var isRefusable: Bool { trust != .held(.refused) && trust != .held(.revoked) && trust != .verified }

    /// The result of a comparison.
    public enum Outcome: Sendable, Hashable {
        /// The number of this device.
        case same(DeviceComparison)
        /// The number differs; with the comparison if the device is known.
        case differs(DeviceComparison?)
        /// The same number, of a device that its person has signed out.
        case revoked(DeviceComparison)
        /// The code of one device, which its person's own devices compare.
        case ownCode
        /// The code of a device that is not among these.
        case another(DeviceAddress)
        /// A code of another kind.
        case notACode
        /// The number of digits; 60 are compared.
        case incomplete(Int)
        /// The text has other characters than digits.
        case notANumber
    }

    /// Compares a scanned text with those that the devices must show.
    public static func compare(_ text: ComparedText, with devices: [DeviceComparison]) -> Outcome {
        switch text {
        case .number(let text):
            guard let digits = SafetyNumber.typed(text) else { return .notANumber }
            guard digits.count == 60 else { return .incomplete(digits.count) }
            guard let found = devices.first(where: { $0.digits == digits }) else {
                return .differs(devices.count == 1 ? devices.first : nil)
            }
            return found.isComparable ? .same(found) : .revoked(found)
        case .code(let text):
            guard let code = PairCode(text) else {
                return (try? DeviceCode(text)) == nil ? .notACode : .ownCode
            }
            guard let found = devices.first(where: { $0.identity.address == code.shower }) else {
                return .another(code.shower)
            }
            guard found.expected == text else { return .differs(found) }
            return found.isComparable ? .same(found) : .revoked(found)
        }
    }
}

/// A device of another person, and this device's knowledge of it.
public struct KnownDevice: Sendable, Hashable, Codable {
    public let identity: ShownIdentity
    public let trust: DeviceTrust
    /// How it can be confirmed; nil if it is not held.
    public let offer: DeviceOffer?
    /// The history of the device.
    public let past: DevicePast

    public init(identity: ShownIdentity, trust: DeviceTrust, offer: DeviceOffer? = nil, past: DevicePast) {
        (self.identity, self.trust, self.offer, self.past) = (identity, trust, offer, past)
    }

    public var device: DeviceID { DeviceID(identity.address.deviceID) }

    /// Orders devices from those that hold up a call to those that were compared; then by number.
    static func order(_ left: KnownDevice, _ right: KnownDevice) -> Bool {
        (left.trust.rank, left.identity.address) < (right.trust.rank, right.identity.address)
    }
}

extension DeviceTrust {
    fileprivate var rank: Int {
        switch self {
        case .held(.revoked): 0
        case .held(.refused): 1
        case .held(.changedKey): 2
        case .held(.olderIdentity): 3
        case .held(.uninvited): 4
        case .held(.unverified): 5
        case .held(.newDevice): 6
        case .new: 7
        case .known: 8
        case .vouched: 9
        case .verified: 10
        }
    }
}

public import ECallAPI
public import ECallSecurity
public import KeyDistribution

/// The values that one of the person's own devices shows of itself: 30 digits and a code (e2ee 1).
public struct OwnDeviceComparison: Sendable, Hashable, Codable {
    public let trust: DeviceTrust
    public let digits: String
    public let code: String
    /// Whether it is the device that asks.
    public let isThis: Bool
    /// Whether the statements of the asking device about it count.
    public let canVouch: Bool
    /// Whether the asking device has vouched for it.
    public let isVouchedHere: Bool
    /// The identity that was compared, and no later one.
    public let identity: ShownIdentity
    /// The history of the device.
    public let past: DevicePast
    /// `H(identity)`, as text: the value that a vouch names.
    let hash: String

    init(
        _ identity: SignedIdentity, trust: DeviceTrust, isThis: Bool, canVouch: Bool, isVouchedHere: Bool,
        people: KeptPeople = KeptPeople(), now: UInt64 = 0
    ) {
        past = people.past(of: identity.address, trust, says: identity.says, isInCall: false, now: now)
        self.identity = ShownIdentity(identity)
        hash = identity.hash.text
        digits = SafetyNumber.digits(of: identity.sign, address: identity.address)
        code = DeviceCode(identity).text
        (self.trust, self.isThis, self.canVouch) = (trust, isThis, canVouch)
        self.isVouchedHere = isVouchedHere
    }

    public var device: DeviceID { DeviceID(identity.address.deviceID) }

    /// The result of a comparison.
    public enum Outcome: Sendable, Hashable {
        case same, differs
        /// The code of another person's device, or of another one of this person's.
        case another(DeviceAddress)
        /// The code of two devices, which people compare with each other.
        case pairCode
        case notACode
        /// The number of digits; 30 are compared.
        case incomplete(Int)
        case notANumber
    }

    /// Compares a scanned text with the one that the device must show.
    public func compare(_ text: ComparedText) -> Outcome {
        switch text {
        case .number(let text):
            guard let typed = SafetyNumber.typed(text) else { return .notANumber }
            guard typed.count == 30 else { return .incomplete(typed.count) }
            return typed == digits ? .same : .differs
        case .code(let text):
            do throws(DeviceCode.Problem) {
                let shown = try DeviceCode(text)
                guard shown.address == identity.address else { return .another(shown.address) }
                return text == code ? .same : .differs
            } catch {
                return error == .pairCode ? .pairCode : .notACode
            }
        }
    }
}

/// The person's own devices, as far as this device knows them.
public struct OwnDevices: Sendable, Hashable, Codable {
    /// The devices that show an identity, in the order of their ids, this one among them.
    public let devices: [OwnDeviceComparison]
    /// Whether another device has vouched for this one.
    public let isVouched: Bool
    /// Whether another device has revoked this one.
    public let isRevoked: Bool
}

import ECallCalls
import ECallFlows
import ECallLanguage
import KeyDistribution

/// The trust in a device: a word, and its explanation.
struct TrustWords {
    let word: Words
    let text: Words
    let isHeld: Bool

    /// For another person's device.
    init(_ device: DeviceComparison, _ words: DeviceWords) {
        word = words.word(for: device.trust, device.past)
        text = words.sentence(for: device.trust, device.past)
        isHeld = device.trust.isHeld
    }

    private init(_ word: Words, _ text: Words, isHeld: Bool) {
        (self.word, self.text, self.isHeld) = (word, text, isHeld)
    }

    /// For another of one's own devices.
    static func own(_ trust: DeviceTrust) -> TrustWords {
        switch trust {
        case .verified: TrustWords(.contactTrustVerified, .ownDeviceVerifiedText, isHeld: false)
        case .vouched: TrustWords(.contactTrustVouched, .ownDeviceVouchedText, isHeld: false)
        case .held(.revoked): TrustWords(.ownDeviceLost, .ownDeviceLostText, isHeld: true)
        case .held(.changedKey): TrustWords(.contactTrustChangedKey, .ownDeviceChangedKeyText, isHeld: true)
        case .held(.olderIdentity): TrustWords(.contactTrustOlder, .ownDeviceOlderText, isHeld: true)
        case .new, .known, .held: TrustWords(.ownDeviceUnknown, .ownDeviceUnknownText, isHeld: false)
        }
    }
}

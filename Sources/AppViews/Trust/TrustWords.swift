import ECallLanguage
import KeyDistribution

/// What a person reads of the trust in a device: a word, and what it means.
struct TrustWords {
    let word: Words
    let text: Words
    let isHeld: Bool

    /// Of a device of somebody else.
    init(_ trust: DeviceTrust) {
        switch trust {
        case .new: self.init(.trustWordListed, .contactTrustNewText, isHeld: false)
        case .known: self.init(.trustWordEarlier, .contactTrustCallsText, isHeld: false)
        case .verified: self.init(.contactTrustVerified, .contactTrustVerifiedText, isHeld: false)
        case .vouched: self.init(.contactTrustVouched, .contactTrustVouchedText, isHeld: false)
        case .held(let reason): self.init(reason)
        }
    }

    private init(_ reason: DeviceTrust.Reason) {
        switch reason {
        case .changedKey: self.init(.contactTrustChangedKey, .contactTrustChangedKeyText, isHeld: true)
        case .olderIdentity: self.init(.contactTrustOlder, .contactTrustOlderText, isHeld: true)
        case .newDevice: self.init(.contactTrustNewDevice, .contactTrustNewDeviceText, isHeld: true)
        case .uninvited: self.init(.contactTrustNewDevice, .heldUninvited, isHeld: true)
        case .revoked: self.init(.contactTrustRevoked, .contactTrustRevokedText, isHeld: true)
        case .unverified: self.init(.contactTrustUnverified, .contactTrustUnverifiedText, isHeld: true)
        case .refused: self.init(.contactTrustRefused, .contactTrustRefusedText, isHeld: true)
        }
    }

    private init(_ word: Words, _ text: Words, isHeld: Bool) {
        (self.word, self.text, self.isHeld) = (word, text, isHeld)
    }

    /// Of another device of one's own.
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

public import ECallSecurity

/// What this device knows of others' identities: pinned when a person is first met, told apart from then on (e2ee 1).
/// Pure; stored by its owner.
public struct DevicePins: Sendable, Equatable, Codable {
    struct Pin: Sendable, Equatable, Codable {
        enum Basis: String, Sendable, Codable {
            case firstUse, confirmed, verified, vouched
        }

        /// The signing key, as text.
        var sign: String
        var serial: UInt64
        var basis: Basis
        /// The call in which the person was first met.
        var firstCall: UInt64?
        /// The signing key that vouched for it.
        var voucher: String?
    }

    private(set) var pins: [String: Pin]
    /// Signing keys that are a person's no more, as `"<userId> <key>"`.
    private(set) var revoked: Set<String>
    static let mostRevoked = 1_024

    public init() { self.init(pins: [:], revoked: []) }

    init(pins: [String: Pin], revoked: Set<String>) { (self.pins, self.revoked) = (pins, revoked) }

    /// The signing key that is pinned for a device.
    public func signingKey(of address: DeviceAddress) -> SigningPublicKey? {
        pins[address.description].flatMap { SigningPublicKey(text: $0.sign) }
    }

    /// Whether any device of a person is pinned.
    public func knows(_ user: UInt64) -> Bool { pins.keys.contains { $0.hasPrefix("\(user)_") } }

    /// What is known of a device, without pinning anything; nil where it would be pinned on first use.
    public func trust(in identity: SignedIdentity, call: UInt64?) -> DeviceTrust? {
        trust(in: ShownIdentity(identity), call: call)
    }

    /// Whether a device that is not held is the person's by more than that it was seen before: it was confirmed, verified or
    /// vouched for. A device of a known person that is not pinned is not held only where its join brings a vouch.
    public func isConfirmed(_ address: DeviceAddress) -> Bool {
        guard let pin = pins[address.description] else { return knows(address.userID) }
        return pin.basis != .firstUse
    }

    /// The same of what a person was shown.
    public func trust(in identity: ShownIdentity, call: UInt64?) -> DeviceTrust? {
        let (user, sign) = (identity.address.userID, identity.sign.text)
        if isRevoked(sign, of: user) { return .held(.revoked) }
        guard let pin = pins[identity.address.description] else {
            return knows(user) ? .held(.newDevice) : nil
        }
        if pin.sign != sign { return .held(.changedKey) }
        if identity.serial < pin.serial { return .held(.olderIdentity) }
        if let voucher = pin.voucher, pin.basis == .vouched, isRevoked(voucher, of: user) { return .held(.revoked) }
        switch pin.basis {
        case .verified: return .verified
        case .vouched: return .vouched
        case .firstUse: return pin.firstCall == call && call != nil ? .new : .known
        case .confirmed: return .known
        }
    }

    /// What is known of the device that signed a join, with what the join says for it; nil where it would be pinned on first
    /// use. Nothing is pinned.
    public func trust(in join: Join) -> DeviceTrust? {
        var pins = self
        if let vouch = join.vouch { _ = pins.vouch(vouch, for: join.identity) }
        return pins.trust(in: join.identity, call: nil)
    }

    /// Pins a device of a person of whom nothing is known yet, or notes its newer serial. What else differs stays as it is.
    mutating func see(_ identity: SignedIdentity, call: UInt64) {
        let address = identity.address.description
        if let pin = pins[address] {
            guard pin.sign == identity.sign.text, identity.serial > pin.serial else { return }
            pins[address]?.serial = identity.serial
        } else if isFirstMeeting(identity.address.userID, call: call) {
            pins[address] = Pin(
                sign: identity.sign.text, serial: identity.serial, basis: .firstUse, firstCall: call, voucher: nil)
        }
    }

    /// Nothing is pinned of the person, or all of it in this call and on first use alone.
    private func isFirstMeeting(_ user: UInt64, call: UInt64) -> Bool {
        pins.filter { $0.key.hasPrefix("\(user)_") }
            .allSatisfy { $0.value.basis == .firstUse && $0.value.firstCall == call }
    }

    /// The person takes the device as it shows itself.
    mutating func confirm(_ identity: SignedIdentity) { confirm(ShownIdentity(identity), as: .confirmed) }

    mutating func confirm(_ identity: ShownIdentity, as basis: Pin.Basis) {
        revoked.remove(Self.entry(identity.sign.text, of: identity.address.userID))
        pins[identity.address.description] = Pin(
            sign: identity.sign.text, serial: identity.serial, basis: basis, firstCall: nil, voucher: nil)
    }

    /// The numbers of both devices were compared.
    public mutating func verify(_ identity: SignedIdentity) {
        confirm(ShownIdentity(identity), as: .verified)
    }

    /// Takes a statement of a pinned device that was not itself vouched for, about another of the same person.
    mutating func vouch(_ vouch: Vouch, for identity: SignedIdentity) -> Bool {
        guard vouch.identity == identity.hash, vouch.by.userID == identity.address.userID,
            vouch.by != identity.address, !isRevoked(identity.sign.text, of: vouch.by.userID),
            let voucher = pins[vouch.by.description], voucher.basis != .vouched,
            !isRevoked(voucher.sign, of: vouch.by.userID),
            let key = signingKey(of: vouch.by), vouch.isSigned(by: key)
        else { return false }
        if let pin = pins[identity.address.description], pin.sign == identity.sign.text, pin.basis != .vouched {
            return false
        }
        pins[identity.address.description] = Pin(
            sign: identity.sign.text, serial: identity.serial, basis: .vouched, firstCall: nil, voucher: voucher.sign)
        return true
    }

    /// Takes the statement of a known device that a signing key of its person is over, seen before or not.
    mutating func revoke(_ revoke: Revoke) -> Bool {
        let user = revoke.by.userID
        guard let issuer = pins[revoke.by.description], issuer.basis != .vouched, !isRevoked(issuer.sign, of: user),
            issuer.sign != revoke.sign.text, let key = signingKey(of: revoke.by), revoke.isSigned(by: key),
            revoked.count < Self.mostRevoked
        else { return false }
        return revoked.insert(Self.entry(revoke.sign.text, of: user)).inserted
    }

    private func isRevoked(_ sign: String, of user: UInt64) -> Bool { revoked.contains(Self.entry(sign, of: user)) }

    private static func entry(_ sign: String, of user: UInt64) -> String { "\(user) \(sign)" }
}

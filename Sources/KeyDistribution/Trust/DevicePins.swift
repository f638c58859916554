public import ECallSecurity

/// The identities of others that this device knows: pinned when a person is met in a call, compared from then on (e2ee 1). Pure;
/// stored by its owner.
public struct DevicePins: Sendable, Equatable {
    struct Pin: Sendable, Equatable, Codable {
        enum Basis: String, Sendable, Codable {
            case firstUse, confirmed, verified, vouched
        }

        /// The signing key, as text.
        var sign: String
        var serial: UInt64
        var basis: Basis
        /// The hash of the own join with which the person was first met.
        var firstEntry: String?
        /// The signing key that vouched for it.
        var voucher: String?
        /// The signing keys that have revoked this one, in order.
        var revokedBy: [String] = []
        /// The pin at this address before the person let another key in there; one at most.
        var replaced: [Pin] = []
    }

    /// The most devices that are pinned; a person who was met never makes room for another.
    static let most = 4_096

    /// By person.
    private(set) var people: [UInt64: [DeviceAddress: Pin]] = [:]
    private(set) var count = 0
    /// Revoked signing keys of a person's devices that were never seen: by person, each with the key that revoked it.
    var unseen: [UInt64: [String: String]] = [:]
    /// Signing keys that the user of this device has declared not to be a person's: by person, the oldest first.
    var refused: [UInt64: [String]] = [:]

    public init() {}

    subscript(address: DeviceAddress) -> Pin? {
        get { people[address.userID]?[address] }
        set {
            count += (newValue == nil ? 0 : 1) - (self[address] == nil ? 0 : 1)
            people[address.userID, default: [:]][address] = newValue
            if people[address.userID]?.isEmpty ?? false { people[address.userID] = nil }
        }
    }

    /// The signing key that is pinned for a device.
    public func signingKey(of address: DeviceAddress) -> SigningPublicKey? {
        self[address].flatMap { SigningPublicKey(text: $0.sign) }
    }

    /// Whether any device of a person is pinned, or was refused.
    public func knows(_ user: UInt64) -> Bool { people[user] != nil || refused[user] != nil }

    private var isFull: Bool { count >= Self.most }

    /// Returns the trust in a device, without pinning anything; nil if it would be *new*.
    ///
    /// - Parameter entry: the hash of the own join; nil outside calls.
    public func trust(in identity: SignedIdentity, entry: ObjectHash?) -> DeviceTrust? {
        trust(in: ShownIdentity(identity), entry: entry)
    }

    /// Returns the trust in an identity as a person was shown it.
    public func trust(in identity: ShownIdentity, entry: ObjectHash?) -> DeviceTrust? {
        let (user, sign) = (identity.address.userID, identity.sign.text)
        if wasRevoked(sign, of: user) { return .held(.revoked) }
        if isRefused(sign, of: user) { return .held(.refused) }
        guard let pin = self[identity.address] else {
            return knows(user) || isFull ? .held(.newDevice) : nil
        }
        if pin.sign != sign { return .held(.changedKey) }
        if identity.serial < pin.serial { return .held(.olderIdentity) }
        if isRevoked(identity.address) { return .held(.revoked) }
        if hangsOnRefused(pin, of: user) { return .held(.refused) }
        let isAnchored = isAnchored(identity.address)
        if hasVerified(user), !isAnchored { return .held(.unverified) }
        switch pin.basis {
        case .verified: return .verified
        case .vouched: return .vouched
        case .firstUse, .confirmed:
            if pin.voucher != nil, isAnchored { return .vouched }
            return pin.firstEntry != nil && pin.firstEntry == entry?.text ? .new : .known
        }
    }

    /// Returns the trust in the device that signed a join, with the vouches that the join carries; nil if it would be *new*.
    /// Nothing is pinned.
    public func trust(in join: Join) -> DeviceTrust? {
        var pins = self
        pins.takeVouches(of: join)
        return pins.trust(in: join.identity, entry: nil)
    }

    /// Pins a device that takes part in a call, if its person was never met before, or records its newer serial. Other
    /// differences change nothing.
    mutating func meet(_ identity: SignedIdentity, entry: ObjectHash) {
        let address = identity.address
        if let pin = self[address] {
            guard pin.sign == identity.sign.text, identity.serial > pin.serial else { return }
            self[address]?.serial = identity.serial
        } else if !knows(address.userID), !isFull {
            self[address] = Pin(
                sign: identity.sign.text, serial: identity.serial, basis: .firstUse, firstEntry: entry.text)
        }
    }

    /// Admits a held device, as it was shown to the person. If another one of theirs is verified, the person no longer is: it
    /// has not vouched for this one. A refused key must be compared.
    ///
    /// - Parameter isHeld: whether it is held for another reason than these pins know.
    mutating func letIn(_ identity: ShownIdentity, isHeld: Bool = false) {
        let trust = trust(in: identity, entry: nil)
        guard trust?.isHeld ?? isHeld, offer(for: identity) != .compare else { return }
        for (address, pin) in people[identity.address.userID] ?? [:] where pin.basis == .verified {
            self[address]?.basis = .confirmed
        }
        let earlier = self[identity.address]
        confirm(identity, as: .confirmed)
        guard var before = earlier, before.sign != identity.sign.text else { return }
        before.replaced = []
        self[identity.address]?.replaced = [before]
    }

    mutating func confirm(_ identity: ShownIdentity, as basis: Pin.Basis) {
        let user = identity.address.userID
        unseen[user]?[identity.sign.text] = nil
        if unseen[user]?.isEmpty ?? false { unseen[user] = nil }
        refused[user]?.removeAll { $0 == identity.sign.text }
        if refused[user]?.isEmpty ?? false { refused[user] = nil }
        self[identity.address] = Pin(sign: identity.sign.text, serial: identity.serial, basis: basis)
    }

    /// The numbers of both devices were compared.
    public mutating func verify(_ identity: SignedIdentity) { confirm(ShownIdentity(identity), as: .verified) }
}

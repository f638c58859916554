public import ECallSecurity

/// What this device knows of others' identities: pinned when a person is met in a call, told apart from then on (e2ee 1).
/// Pure; stored by its owner.
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
        /// The signing keys that say that this one is the person's no more, in order.
        var revokedBy: [String] = []
    }

    /// Devices that are pinned at most; nobody who was met makes room for somebody else.
    static let most = 4_096

    /// By person.
    private(set) var people: [UInt64: [DeviceAddress: Pin]] = [:]
    private(set) var count = 0
    /// Signing keys that are a person's no more, of devices that were never seen: by person, each with the key that said so.
    var unseen: [UInt64: [String: String]] = [:]

    public init() {}

    subscript(address: DeviceAddress) -> Pin? {
        get { people[address.userID]?[address] }
        set {
            count += (newValue == nil ? 0 : 1) - (self[address] == nil ? 0 : 1)
            people[address.userID, default: [:]][address] = newValue
        }
    }

    /// The signing key that is pinned for a device.
    public func signingKey(of address: DeviceAddress) -> SigningPublicKey? {
        self[address].flatMap { SigningPublicKey(text: $0.sign) }
    }

    /// Whether any device of a person is pinned.
    public func knows(_ user: UInt64) -> Bool { people[user] != nil }

    private var isFull: Bool { count >= Self.most }

    /// What is known of a device, without pinning anything; nil where it would be *new*.
    ///
    /// - Parameter entry: the hash of the own join; nil outside calls.
    public func trust(in identity: SignedIdentity, entry: ObjectHash?) -> DeviceTrust? {
        trust(in: ShownIdentity(identity), entry: entry)
    }

    /// The same of what a person was shown.
    public func trust(in identity: ShownIdentity, entry: ObjectHash?) -> DeviceTrust? {
        let (user, sign) = (identity.address.userID, identity.sign.text)
        if unseen[user]?[sign] != nil { return .held(.revoked) }
        guard let pin = self[identity.address] else {
            return knows(user) || isFull ? .held(.newDevice) : nil
        }
        if pin.sign != sign { return .held(.changedKey) }
        if identity.serial < pin.serial { return .held(.olderIdentity) }
        if isRevoked(identity.address) { return .held(.revoked) }
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

    /// What is known of the device that signed a join, with what the join says for it; nil where it would be *new*. Nothing is
    /// pinned.
    public func trust(in join: Join) -> DeviceTrust? {
        var pins = self
        pins.takeVouches(of: join)
        return pins.trust(in: join.identity, entry: nil)
    }

    /// Whether a device that is not held is the person's by more than that it was seen before: it was confirmed, verified or
    /// vouched for. A device of a known person that is not pinned is not held only where its join brings a vouch.
    public func isConfirmed(_ address: DeviceAddress) -> Bool {
        guard let pin = self[address] else { return knows(address.userID) }
        return pin.basis != .firstUse
    }

    /// Pins a device that takes part in a call, of a person who was never met before, or notes its newer serial. What else differs
    /// stays as it is.
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

    /// The person takes the device as it shows itself. Where another one of theirs is verified, they are so no more: it has
    /// not said that this one is theirs.
    mutating func letIn(_ identity: ShownIdentity) {
        for (address, pin) in people[identity.address.userID] ?? [:] where pin.basis == .verified {
            self[address]?.basis = .confirmed
        }
        confirm(identity, as: .confirmed)
    }

    mutating func confirm(_ identity: ShownIdentity, as basis: Pin.Basis) {
        let user = identity.address.userID
        unseen[user]?[identity.sign.text] = nil
        if unseen[user]?.isEmpty ?? false { unseen[user] = nil }
        self[identity.address] = Pin(sign: identity.sign.text, serial: identity.serial, basis: basis)
    }

    /// The numbers of both devices were compared.
    public mutating func verify(_ identity: SignedIdentity) { confirm(ShownIdentity(identity), as: .verified) }
}

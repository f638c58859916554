/// The trust in a device as that of its person (e2ee 1).
public enum DeviceTrust: Sendable, Hashable {
    /// The first time that a device of this person was seen.
    case new
    /// The key is the one that was seen before.
    case known
    /// The numbers of both were compared.
    case verified
    /// Another device of the person has vouched for it: one that was met, or one that a chain of vouches leads to.
    case vouched
    /// Nothing is sent to it, and it is not heard, until a person confirms it.
    case held(Reason)

    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// It has another signing key than before.
        case changedKey
        /// It shows an identity older than the one that is known.
        case olderIdentity
        /// A further device of a person who has known ones.
        case newDevice
        /// No one in the call has invited its person.
        case uninvited
        /// A device of the person has revoked it.
        case revoked
        /// Another device of the person is verified, and has not vouched for this one.
        case unverified
        /// The user of this device has refused it, or one that vouched for it.
        case refused
    }

    /// Whether keys may be exchanged with the device.
    public var isHeld: Bool { if case .held = self { true } else { false } }
}

/// How a person can admit a held device (e2ee 1).
public enum DeviceOffer: String, Sendable, Hashable, Codable {
    /// By saying that it is the person's.
    case itsThem
    /// The same after a second screen: its person is verified, or has signed it out.
    case anyway
    /// By comparing numbers alone.
    case compare
}

public import ECallSecurity

/// The identity of a device as the person was shown it. Their decision on it counts for this identity, and for no later one.
public struct ShownIdentity: Sendable, Hashable {
    public let address: DeviceAddress
    public let sign: SigningPublicKey
    public let serial: UInt64

    public init(_ identity: SignedIdentity) {
        (address, sign, serial) = (identity.address, identity.sign, identity.serial)
    }
}

extension ShownIdentity: Codable {
    private enum Key: String, CodingKey { case address, sign, serial }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let address = DeviceAddress(try container.decode(String.self, forKey: .address)),
            let sign = SigningPublicKey(text: try container.decode(String.self, forKey: .sign))
        else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no identity"))
        }
        (self.address, self.sign) = (address, sign)
        serial = try container.decode(UInt64.self, forKey: .serial)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(address.description, forKey: .address)
        try container.encode(sign.text, forKey: .sign)
        try container.encode(serial, forKey: .serial)
    }
}

/// The person's finding about a device.
public struct DeviceNote: Sendable, Hashable, Codable {
    public enum Finding: String, Sendable, Hashable, Codable {
        /// The numbers are the same.
        case verified
        /// The comparison of the numbers no longer counts.
        case unverified
        /// The device may take part, whatever the reason for which it is held.
        case letIn
        /// The key is not its person's, and never was, whatever others have stated.
        case refused
    }

    public let finding: Finding
    public let identity: ShownIdentity

    public init(_ finding: Finding, of identity: ShownIdentity) { (self.finding, self.identity) = (finding, identity) }
}

extension DevicePins {
    /// Records the person's finding. For a revoked device equal numbers mean nothing: it may be in other hands.
    public mutating func note(_ note: DeviceNote) {
        let trust = trust(in: note.identity, entry: nil)
        switch note.finding {
        case .verified: if trust != .held(.revoked) { confirm(note.identity, as: .verified) }
        case .unverified: if trust == .verified { confirm(note.identity, as: .confirmed) }
        case .letIn: letIn(note.identity)
        case .refused: refuse(note.identity)
        }
    }

    /// Whether the finding holds by now.
    public func holds(_ note: DeviceNote) -> Bool {
        let trust = trust(in: note.identity, entry: nil)
        return switch note.finding {
        case .verified: trust == .verified
        case .unverified: trust != .verified
        case .letIn: !(trust?.isHeld ?? false)
        case .refused: trust == .held(.refused) || trust == .held(.revoked)
        }
    }

    /// Returns the trust that a call would now place in these devices, with the keys that the server publishes for their people.
    /// Nothing is pinned.
    public func judged(
        _ identities: some Sequence<SignedIdentity>, vouches: [String], revokes: [String]
    ) -> [DeviceAddress: DeviceTrust] {
        var pins = self
        let vouches = vouches.compactMap { try? Vouch(text: $0) }
        let identities = Array(identities)
        // The server may first list those that others have to vouch for.
        for _ in 0..<Self.longestChain {
            for identity in identities {
                for vouch in vouches where vouch.identity == identity.hash { _ = pins.vouch(vouch, for: identity) }
            }
        }
        for revoke in revokes.compactMap({ try? Revoke(text: $0) }) { _ = pins.revoke(revoke) }
        var trusts: [DeviceAddress: DeviceTrust] = [:]
        for identity in identities { trusts[identity.address] = pins.trust(in: identity, entry: nil) ?? .new }
        return trusts
    }
}

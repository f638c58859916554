public import ECallSecurity

/// The identity of this device and the private keys that belong to it.
public struct OwnDevice: Sendable {
    public let identity: SignedIdentity
    public let signingKey: SigningKeyPair
    public let keyPair: DeviceKeyPair

    public init(identity: SignedIdentity, signingKey: SigningKeyPair, keyPair: DeviceKeyPair) {
        self.identity = identity
        self.signingKey = signingKey
        self.keyPair = keyPair
    }
}

/// This device's entry into one call: its join, the private keys of that, and the leave that ends it, signed beforehand since a
/// closing page cannot wait (e2ee 3).
public struct OwnEntry: Sendable {
    public let device: OwnDevice
    public let join: Join
    public let leave: Leave
    let secrets: JoinSecrets

    /// Signs an entry.
    ///
    /// - Parameters:
    /// - seq: above that of every join before, and the Unix time in milliseconds if that is more; stored before this is sent.
    ///   - secrets: drawn for this entry alone.
    public init(
        _ device: OwnDevice, room: UInt64, seq: UInt64, secrets: JoinSecrets, vouch: Vouch? = nil,
        chain: [VouchLink] = []
    ) throws(SignedObjectError) {
        self.device = device
        self.secrets = secrets
        join = try Join.make(
            roomID: room, identity: device.identity, signingKey: device.signingKey, secrets: secrets, seq: seq,
            vouch: vouch, chain: chain)
        leave = try Leave.make(join: join.hash, signingKey: device.signingKey)
    }
}

public import ECallAPI
public import ECallCore
public import ECallSecurity
public import Foundation

/// The key pair of this device, as sign-in needs it.
public protocol DeviceKeyProviding: Sendable {
    /// The public key in its wire format; creates the pair if there is none (requirement 001, step 1).
    func publicKeyText() async throws(SignInError) -> String
    /// Forgets the keys. The next sign-in makes others.
    func removeKeyPair() async throws(SignInError)
    /// Returns the proof for the server that this is the same device as before (wire-protocol 2.4), from a challenge of its own.
    ///
    /// - Parameters:
    ///   - challenge: asks the server for one; called only where there is something to prove.
    ///   - origin: the server as this device knows it.
    ///   - date: the moment, by the server's clock.
    /// - Returns: nil for a device that has not signed in before, or whose server takes no proofs.
    func signInProof(
        origin: String, date: @Sendable () -> Date, challenge: @Sendable () async throws(SignInError) -> String?
    ) async throws(SignInError) -> String?
    /// Signs a proof that this device's person asks for a change of the account (wire-protocol 9.7).
    ///
    /// - Parameters: as for `signInProof`.
    /// - Returns: nil for a device without an identity.
    func accountProof(
        for change: AccountChange, origin: String, date: @Sendable () -> Date, challenge: String
    ) async throws(SignInError) -> String?
}

extension DeviceKeyProviding {
    /// Keys that cannot sign prove nothing: such a device is a new one at each sign-in.
    public func signInProof(
        origin: String, date: @Sendable () -> Date, challenge: @Sendable () async throws(SignInError) -> String?
    ) async throws(SignInError) -> String? { nil }

    /// The same: the server asks for a sign-in or a code then.
    public func accountProof(
        for change: AccountChange, origin: String, date: @Sendable () -> Date, challenge: String
    ) async throws(SignInError) -> String? { nil }
}

/// The keys of this device in a key storage: the RSA pair, the Ed25519 pair made with it, and the identity that both are
/// published in (e2ee 1).
public actor StoredDeviceKeys: DeviceKeyProviding {
    private let storage: any KeyStorage
    private var cached: DeviceKeyPair?
    private var cachedSigning: SigningKeyPair?

    public init(storage: any KeyStorage) { self.storage = storage }

    /// The RSA pair; nil when there is none.
    public func keyPair() throws(SignInError) -> DeviceKeyPair? {
        if let cached { return cached }
        guard let secret = try read(.deviceKey) else { return nil }
        do throws(DeviceKeyError) { cached = try DeviceKeyPair(der: secret) } catch { throw .damagedKeys }
        return cached
    }

    public func publicKeyText() throws(SignInError) -> String {
        if let pair = try keyPair() { return pair.publicKey.text }
        let pair: DeviceKeyPair
        do throws(DeviceKeyError) { pair = try DeviceKeyPair.generate() } catch { throw .keysNotMade }
        // Made first, so that there is no RSA pair without it.
        _ = try signingKeyPair()
        try write(pair.exportDER(), as: .deviceKey)
        cached = pair
        return pair.publicKey.text
    }

    /// The Ed25519 pair; a device from before there were any gets one.
    public func signingKeyPair() throws(SignInError) -> SigningKeyPair {
        if let cachedSigning { return cachedSigning }
        let pair: SigningKeyPair
        if let seed = try read(.signingKey) {
            guard let kept = SigningKeyPair(seed: seed) else { throw .damagedKeys }
            pair = kept
        } else {
            pair = SigningKeyPair.generate()
            try write(pair.exportSeed(), as: .signingKey)
        }
        cachedSigning = pair
        return pair
    }

    /// The identity of this device at an address; the same as long as its keys and address are.
    ///
    /// - Parameters:
    ///   - date: when it is made, if it is made now.
    /// - says: the device's description of itself in the identity.
    /// - Returns: nil when there is no key pair.
    public func identity(
        at address: DeviceAddress, date: Date, says: String? = nil
    ) throws(SignInError) -> SignedIdentity? {
        guard let pair = try keyPair() else { return nil }
        let signing = try signingKeyPair()
        let kept = try keptIdentity()
        if let kept, kept.address == address, kept.rsa == pair.publicKey, kept.sign == signing.publicKey { return kept }
        let made: SignedIdentity
        do throws(SignedObjectError) {
            made = try SignedIdentity.make(
                address: address, serial: (kept?.serial ?? 0) + 1, rsa: pair.publicKey, signingKey: signing,
                createdAt: date.unixMilliseconds, says: says)
        } catch {
            throw .keysNotMade
        }
        do throws(KeyStorageError) { try storage.write(Data(made.text.utf8), as: .identity) } catch {
            throw .storage(error)
        }
        return made
    }

    public func signInProof(
        origin: String, date: @Sendable () -> Date, challenge: @Sendable () async throws(SignInError) -> String?
    ) async throws(SignInError) -> String? {
        guard let identity = try keptIdentity(), let pair = try keyPair(), identity.rsa == pair.publicKey,
            try signingKeyPair().publicKey == identity.sign, let challenge = try await challenge()
        else { return nil }
        do throws(SignedObjectError) {
            return try SignInProof.make(
                challenge, origin: origin, identity: identity, issuedAt: date().unixMilliseconds,
                signingKey: try signing()
            ).text
        } catch {
            // The person could not do anything about it: the device signs in as a new one.
            return nil
        }
    }

    public func accountProof(
        for change: AccountChange, origin: String, date: @Sendable () -> Date, challenge: String
    ) throws(SignInError) -> String? {
        guard let identity = try keptIdentity(), try signingKeyPair().publicKey == identity.sign else { return nil }
        do throws(SignedObjectError) {
            return try AccountProof.make(
                challenge, purpose: change.purpose, origin: origin, identity: identity,
                issuedAt: date().unixMilliseconds, signingKey: try signing()
            ).text
        } catch {
            return nil
        }
    }

    private func signing() throws(SignedObjectError) -> SigningKeyPair {
        do throws(SignInError) { return try signingKeyPair() } catch { throw .signingFailed }
    }

    /// Whether others know this device by its keys, or may: no pair takes their place then.
    public func areKnown() throws(SignInError) -> Bool {
        do throws(KeyStorageError) {
            let (identity, account) = (try storage.read(.identity), try Account.load(from: storage))
            return identity != nil || account != nil
        } catch {
            throw .storage(error)
        }
    }

    /// Replaces the RSA pair, as long as no one knows it yet, and creates a new Ed25519 pair with it.
    ///
    /// - Throws: `alreadySignedIn` where others know this device by its keys, or may.
    func replaceUnusedKeys(with pair: DeviceKeyPair) throws(SignInError) {
        guard try !areKnown() else { throw .alreadySignedIn }
        try removeKeyPair()
        // Made first, so that there is no RSA pair without it.
        _ = try signingKeyPair()
        try write(pair.exportDER(), as: .deviceKey)
        cached = pair
    }

    public func removeKeyPair() throws(SignInError) {
        (cached, cachedSigning) = (nil, nil)
        do throws(KeyStorageError) {
            for name in [SecretName.deviceKey, .signingKey, .identity] { try storage.remove(name) }
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the stored identity; an unreadable one is created again.
    private func keptIdentity() throws(SignInError) -> SignedIdentity? {
        let kept: Data?
        do throws(KeyStorageError) { kept = try storage.read(.identity) } catch { throw .storage(error) }
        return kept.flatMap { try? SignedIdentity(verifying: String(decoding: $0, as: UTF8.self)) }
    }

    private func read(_ name: SecretName) throws(SignInError) -> SecretBytes? {
        var kept: Data?
        do throws(KeyStorageError) { kept = try storage.read(name) } catch { throw .storage(error) }
        guard var bytes = kept else { return nil }
        kept = nil
        defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
        return bytes.withUnsafeBytes { SecretBytes(copying: $0) }
    }

    private func write(_ secret: SecretBytes, as name: SecretName) throws(SignInError) {
        var bytes = secret.withUnsafeBytes { Data($0) }
        defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
        do throws(KeyStorageError) { try storage.write(bytes, as: name) } catch { throw .storage(error) }
    }
}

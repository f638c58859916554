import ECallAPI
import ServerFoundation

/// The proof that the owner requests a change.
enum FreshProof: Sendable, Hashable {
    /// A signature by the identity key of the calling device, which has belonged to the account since then.
    case key(deviceSince: Timestamp)
    /// A recent sign-in of the device.
    case signIn
    /// A code sent to this login method.
    case code(LoginMethod)
}

/// The proof presented with a request for a change.
struct ShownProof: Sendable {
    let caller: DeviceIdentity
    /// The value of the field `Account-Proof`; empty if absent.
    let text: String
    /// The server's origin, which the proof must name; nil if the server has none.
    let origin: String?
}

/// Requires a proof that the owner of an account wants it changed (wire-protocol 9.7; ASVS 5.0, 7.5.1).
struct FreshProofs: Sendable, Confidential {
    let challenges: SignInChallenges
    let origin: SignInOrigin
    let limits: Limits

    func shown(_ context: AppRequestContext) throws -> ShownProof {
        ShownProof(
            caller: try context.requireIdentity(), text: context.accountProof,
            origin: origin.origin(for: context.authority))
    }

    /// Uses the proof up, inside the transaction of the change. Throws 403 `ErrFreshProofRequired` if there is none, and a
    /// matching failure if the account or the device is gone by now.
    ///
    /// The device's own key is the strongest proof and is tried first. A code is used up only if nothing else proves the same.
    func require(
        _ change: AccountChange, _ shown: ShownProof, in sql: any SQLConnection, at now: Timestamp
    ) throws -> FreshProof {
        if let since = try provenByKey(change, shown, in: sql, at: now) { return .key(deviceSince: since) }
        if let signedInAt = try TokenFamilyRepository(sql).signedIn(shown.caller),
            isFresh(signedInAt, for: limits.freshSignIn, at: now)
        {
            return .signIn
        }
        if let method = try provenByCode(shown.caller, in: sql, at: now) { return .code(method) }
        guard try UserRepository(sql).find(shown.caller.user) != nil else {
            throw APIFailure(.userNotFound, "This account no longer exists")
        }
        guard try DeviceRepository(sql).find(shown.caller) != nil else {
            throw APIFailure(.deviceNotRegistered, "This device was signed out")
        }
        throw APIFailure(
            .freshProofRequired, "For this, please sign out, sign in again, and do it within ten minutes")
    }

    private func provenByKey(
        _ change: AccountChange, _ shown: ShownProof, in sql: any SQLConnection, at now: Timestamp
    ) throws -> Timestamp? {
        guard !shown.text.isEmpty, let proof = AccountProof(shown.text), proof.purpose == change.purpose,
            proof.account == shown.caller.user, let origin = shown.origin, proof.origin == origin,
            SignInChallenges.isRecent(proof.issuedAt, at: now),
            let device = try DeviceRepository(sql).find(shown.caller),
            let identity = RegisteredIdentity(device), proof.isSigned(by: identity),
            let since = try trusted(device, in: sql),
            let end = challenges.end(of: proof.challenge, at: now)
        else { return nil }
        // The same device may send the proof again for a short time: clients retry after a lost answer.
        let mayBeUsed = try UsedTokenRepository(sql).use(
            HexDigest.sha256("\(AccountProof.type) \(proof.challenge)"),
            deviceKey: HexDigest.sha256("\(shown.caller) \(shown.text)"), until: end, at: now)
        return mayBeUsed ? since : nil
    }

    /// The time since which the device has its key; nil if the key proves nothing: a key that came long after the sign-in
    /// may be that of a thief who had the access token for a minute and gave a device without a key their own.
    private func trusted(_ device: Device, in sql: any SQLConnection) throws -> Timestamp? {
        guard let since = device.identityAt else { return device.createdAt }
        let caller = DeviceIdentity(user: device.user, device: device.id)
        guard let signedInAt = try TokenFamilyRepository(sql).signedIn(caller),
            since < signedInAt.advanced(bySeconds: limits.freshSignIn)
        else { return nil }
        return since
    }

    /// The login method that a verified code proves, among those that the account already has.
    private func provenByCode(
        _ caller: DeviceIdentity, in sql: any SQLConnection, at now: Timestamp
    ) throws -> LoginMethod? {
        let proofs = AddressProofRepository(sql)
        for method in try LoginMethodRepository(sql).methods(of: caller.user) where method.verifiedAt != nil {
            guard let identifier = method.key.identifier,
                let verifiedAt = try proofs.find(identifier, caller)?.verifiedAt,
                isFresh(verifiedAt, for: limits.addressProofLifetime, at: now)
            else { continue }
            try proofs.remove(identifier, caller)
            return method
        }
        return nil
    }

    private func isFresh(_ moment: Timestamp, for seconds: Int, at now: Timestamp) -> Bool {
        moment <= now && now < moment.advanced(bySeconds: seconds)
    }
}

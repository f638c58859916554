import ECallAPI
import Foundation
import ServerFoundation

/// A device's parsed, unverified proof that it was signed in before (wire-protocol 2.4).
struct SignInProof: Sendable {
    private struct Payload: Decodable {
        let origin: String
        let account: UInt64
        let challenge: String
        let rsa: String
        let issuedAt: Int64
    }

    static let type = "ecall-signin"

    let origin: String
    let account: UserID
    let challenge: String
    /// PKCS#1 DER.
    let rsa: Data
    let issuedAt: Timestamp
    private let signed: SignedText

    /// Returns nil for text of another type or form.
    init?(_ signed: SignedText) {
        guard signed.isHeaded(by: Self.type), let payload = signed.payload,
            let content = try? JSONDecoder().decode(Payload.self, from: payload),
            content.issuedAt >= 0, let rsa = Base64URL.decode(content.rsa)
        else { return nil }
        (origin, account, challenge) = (content.origin, UserID(content.account), content.challenge)
        (self.rsa, issuedAt) = (rsa, Timestamp(milliseconds: content.issuedAt))
        self.signed = signed
    }

    func isSigned(by identity: RegisteredIdentity) -> Bool { signed.isSigned(by: identity.sign) }
}

/// Finds the row of a device that proves ownership of it (wire-protocol 2.4).
struct ProvenDevices {
    let sql: any SQLConnection
    let challenges: SignInChallenges

    init(_ sql: any SQLConnection, _ challenges: SignInChallenges) { (self.sql, self.challenges) = (sql, challenges) }

    /// Uses the challenge up if the proof is valid; an invalid proof finds nothing, and the device counts as new. Called
    /// only after the code was accepted: earlier, the answer would reveal which devices an account has.
    func find(_ user: UserID, _ arriving: ArrivingDevice, at now: Timestamp) throws -> DeviceID? {
        guard let text = arriving.details.proof, let proof = SignInProof(text), let key = arriving.details.publicKey,
            key.kind == .rsa, key.bytes == proof.rsa, proof.account == user, let origin = arriving.origin,
            proof.origin == origin, SignInChallenges.isRecent(proof.issuedAt, at: now),
            let end = challenges.end(of: proof.challenge, at: now)
        else { return nil }
        // There are several rows if an earlier proof of the device was invalid: the newest is the current one.
        let rows = try DeviceRepository(sql).devices(of: user).filter { $0.publicKey == key.text }.compactMap { row in
            RegisteredIdentity(row).map { (row: row, identity: $0) }
        }.filter { proof.isSigned(by: $0.identity) }
        guard let found = rows.max(by: { $0.identity.serial < $1.identity.serial })?.row else { return nil }
        let isFirst = try UsedTokenRepository(sql).use(
            HexDigest.sha256("\(SignInProof.type) \(proof.challenge)"), deviceKey: "", until: end, at: now)
        return isFirst ? found.id : nil
    }
}

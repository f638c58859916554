import ECallAPI
import Foundation
import ServerFoundation

/// A device's parsed, unverified proof that its person requests a change of the account (wire-protocol 9.7).
struct AccountProof: Sendable {
    private struct Payload: Decodable {
        let origin: String
        let account: UInt64
        let challenge: String
        let purpose: String
        let issuedAt: Int64
    }

    static let type = "ecall-change"

    let origin: String
    let account: UserID
    let challenge: String
    let purpose: String
    let issuedAt: Timestamp
    private let signed: SignedText

    /// Returns nil for text of another type or form.
    init?(_ text: String) {
        guard let signed = SignedText(text), signed.isHeaded(by: Self.type), let payload = signed.payload,
            let content = try? JSONDecoder().decode(Payload.self, from: payload), content.issuedAt >= 0
        else { return nil }
        (origin, account, challenge) = (content.origin, UserID(content.account), content.challenge)
        (purpose, issuedAt) = (content.purpose, Timestamp(milliseconds: content.issuedAt))
        self.signed = signed
    }

    func isSigned(by identity: RegisteredIdentity) -> Bool { signed.isSigned(by: identity.sign) }
}

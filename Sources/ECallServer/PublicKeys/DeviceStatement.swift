import Crypto
import ECallAPI
import Foundation

/// A device's statement about another device of the same person (e2ee 1), as far as the server reads it: the signing
/// device, the subject and the signature. Clients verify all of it again, and do not trust the server's check.
struct DeviceStatement: Sendable {
    enum Kind: String, Sendable { case vouch = "ecall-vouch", revoke = "ecall-revoke" }

    let signed: SignedText
    let kind: Kind
    /// The address of the device that makes the statement.
    let by: String
    /// The hash of the identity in a vouch, the signing key in a revocation, each in base64url of 32 bytes.
    let subject: String

    private struct Payload: Decodable {
        let by: String
        let issuedAt: UInt64
        let identity: String?
        let sign: String?
    }

    /// Returns nil for text that is neither a vouch nor a revocation in form.
    init?(_ text: String) {
        guard let signed = SignedText(text), let kind = signed.type.flatMap(Kind.init(rawValue:)),
            signed.isHeaded(by: kind.rawValue), let payload = signed.payload,
            let content = try? JSONDecoder().decode(Payload.self, from: payload),
            let subject = kind == .vouch ? content.identity : content.sign,
            Base64URL.decode(subject)?.count == 32
        else { return nil }
        (self.signed, self.kind, by, self.subject) = (signed, kind, content.by, subject)
    }

    /// Whether the device made the statement: by its address, and under the key of its registered identity.
    func isSaid(by device: Device) -> Bool {
        let address = DeviceKey(user: device.user, device: device.id).description
        guard by == address, let identity = RegisteredIdentity(device) else { return false }
        return signed.isSigned(by: identity.sign)
    }
}

extension SignedText {
    /// The bytes of the second part.
    var payload: Data? { Base64URL.decode(text.split(separator: ".")[1]) }

    /// Whether the header is exactly the one that e2ee prescribes.
    func isHeaded(by type: String) -> Bool {
        let header = #"{"alg":"Ed25519","typ":"\#(type)"}"#
        return text.hasPrefix(Base64URL.encode(Data(header.utf8)) + ".")
    }

    /// Whether the signature is valid under a key in base64url (RFC 8032).
    func isSigned(by key: String) -> Bool {
        guard let dot = text.lastIndex(of: "."), let bytes = Base64URL.decode(key),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes),
            let signature = Base64URL.decode(text[text.index(after: dot)...])
        else { return false }
        return key.isValidSignature(signature, for: Data(text[..<dot].utf8))
    }
}

import ECallAPI

import struct Foundation.Data

/// The reason why a signed object is not accepted. Never carries its content.
public enum SignedObjectError: Error, Sendable, Equatable {
    /// It is not a JWS of the expected type, too long, or its payload breaks the form.
    case malformed
    /// The signature does not verify under the key it should be of.
    case badSignature
    /// A key in it is not accepted.
    case unacceptableKey
    /// Its parts name different devices or objects.
    case mismatch
    case signingFailed
}

/// The signed objects: JWS compact (RFC 7515 section 3.1) with Ed25519 (RFC 9864) under one exact header (e2ee, words).
enum SignedObject {
    enum Kind: String, CaseIterable {
        case identity, join, leave, status, invite, vouch, revoke, reply, signin, change

        /// The first part, compared as text: the sender cannot choose anything in a header.
        var header: String {
            Base64URL.encode(Array(#"{"alg":"Ed25519","typ":"ecall-\#(rawValue)"}"#.utf8))
        }
    }

    /// An object whose signature has not been verified.
    struct Unverified {
        let text: String
        let payload: SignedPayload
        private let signature: [UInt8]

        /// - Parameter limit: the longest text that is read, in bytes.
        init(_ text: String, _ kind: Kind, limit: Int = 4_096) throws(SignedObjectError) {
            let parts = text.parts(at: ".")
            guard text.utf8.count <= limit, parts.count == 3, parts[0] == kind.header,
                let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
                signature.count == 64, let members = SignedPayload([UInt8](payload))
            else { throw .malformed }
            self.text = text
            self.payload = members
            self.signature = [UInt8](signature)
        }

        func isSigned(by key: SigningPublicKey) -> Bool {
            guard let dot = text.lastIndex(of: ".") else { return false }
            return key.isValid(signature, for: Array(text[..<dot].utf8))
        }

        func verify(by key: SigningPublicKey) throws(SignedObjectError) {
            guard isSigned(by: key) else { throw .badSignature }
        }
    }

    /// Signs a payload; answers the text.
    static func sign(
        _ payload: PayloadText, _ kind: Kind, with key: SigningKeyPair
    ) throws(SignedObjectError) -> String {
        let signed = kind.header + "." + Base64URL.encode(Array(payload.text.utf8))
        guard let signature = key.sign(Array(signed.utf8)) else { throw .signingFailed }
        return signed + "." + Base64URL.encode(signature)
    }
}

extension Base64URL {
    static func encode(_ bytes: [UInt8]) -> String { encode(Data(bytes)) }

    static func bytes(_ text: some StringProtocol) -> [UInt8]? { decode(text).map { [UInt8]($0) } }
}

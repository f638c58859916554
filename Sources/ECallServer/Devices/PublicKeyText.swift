import Crypto
import ECallAPI
import ServerFoundation

extension PublicKeyText {
    /// Returns nil for anything that is not such a key, including 64 bytes that are not a point on P-256.
    init?(_ text: String) {
        self.init(wellFormed: text)
        guard kind == .rsa || (try? P256.KeyAgreement.PublicKey(rawRepresentation: bytes)) != nil else { return nil }
    }

    /// Lower-case hex SHA-256 of the text, not of the key's bytes (wire-protocol 1.8, 12).
    var hash: String { HexDigest.sha256(text) }
    /// The hash of the key's bytes: the other form that people may search by (wire-protocol 10, row 5).
    var bytesHash: String { HexDigest.sha256(bytes) }
}

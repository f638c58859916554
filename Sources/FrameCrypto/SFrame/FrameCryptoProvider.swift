/// HKDF and AEAD from a crypto library. This module contains no cipher and no hash of its own.
public protocol FrameCryptoProvider: Sendable {
    /// Secret bytes in a buffer that is overwritten when its last copy is released.
    associatedtype Secret: Sendable

    /// HKDF-Extract (RFC 5869 section 2.2).
    func extract(_ hash: SFrameHash, salt: [UInt8], inputKey: Secret) -> Secret
    /// HKDF-Expand (RFC 5869 section 2.3) to a secret.
    func expand(_ hash: SFrameHash, pseudoRandomKey: Secret, info: [UInt8], length: Int) -> Secret
    /// HKDF-Expand to bytes that need no protection: a nonce's salt, a key's name.
    func expandToBytes(_ hash: SFrameHash, pseudoRandomKey: Secret, info: [UInt8], length: Int) -> [UInt8]

    /// Appends ciphertext and tag to `output`; false when the suite is not offered, and `output` is then unchanged.
    func seal(
        _ plaintext: ArraySlice<UInt8>, suite: SFrameSuite, key: Secret, nonce: [UInt8], authenticating: [UInt8],
        into output: inout [UInt8]
    ) -> Bool
    /// The plaintext of ciphertext and tag; nil when the tag does not verify or the suite is not offered.
    func open(
        _ sealed: ArraySlice<UInt8>, suite: SFrameSuite, key: Secret, nonce: [UInt8], authenticating: [UInt8]
    ) -> [UInt8]?
}

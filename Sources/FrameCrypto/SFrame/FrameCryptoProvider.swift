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

    /// The AEAD of a suite under a key; nil when the suite is not offered or the library refuses.
    func makeAEAD(_ suite: SFrameSuite, key: Secret) -> (any FrameAEAD)?
}

/// The AEAD of one key. Holds the expanded key, and overwrites it when its last reference goes.
///
/// Works in place, so that no frame needs memory of its own. Threads that share it take turns.
public protocol FrameAEAD: AnyObject, Sendable {
    /// Encrypts in place. The caller guarantees that each nonce is used once.
    ///
    /// - Parameters:
    ///   - buffer: the plaintext, and behind it room for the suite's tag.
    /// - authenticating: the bytes authenticated beside the plaintext; they do not overlap `buffer`.
    /// - Returns: false when the library refuses; `buffer` then holds zeros.
    func seal(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) -> Bool

    /// Decrypts in place.
    ///
    /// - Parameter buffer: the ciphertext, and behind it the tag; holds the plaintext and bytes without meaning afterwards.
    /// - Returns: false when the tag does not verify or the library refuses; `buffer` then holds zeros.
    func open(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) -> Bool
}

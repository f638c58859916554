import CLibcrypto
import Synchronization

/// AES-GCM (NIST SP 800-38D) of OpenSSL's libcrypto under one key. The expanded key is kept, so that a message costs no
/// new context; libcrypto overwrites it when the last reference goes.
///
/// May be shared between threads: they take turns. The caller answers for using each nonce once.
public final class CipherContext: Sendable {
    /// The ciphers that are offered.
    public enum Cipher: Sendable, CaseIterable {
        case aes128GCM, aes256GCM

        /// Bytes of key.
        public var keyLength: Int { self == .aes128GCM ? 16 : 32 }
    }

    /// Bytes of nonce.
    public static let nonceLength = 12
    /// Bytes of authentication tag.
    public static let tagLength = 16

    private let context: Mutex<Context>

    /// Expands a key, which is not stored; nil if its length is not the cipher's, or libcrypto refuses.
    public init?(_ cipher: Cipher, key: UnsafeRawBufferPointer) {
        guard key.count == cipher.keyLength, let pointer = EVP_CIPHER_CTX_new() else { return nil }
        let context = Context(owning: pointer)
        guard context.expand(key, cipher) else {
            ERR_clear_error()
            return nil
        }
        self.context = Mutex(context)
    }

    /// Encrypts in place.
    ///
    /// - Parameters:
    ///   - buffer: the plaintext, and behind it room for the tag.
    ///   - nonce: 12 bytes, never used before with this key.
    ///   - authenticating: what is authenticated beside the plaintext; must not overlap `buffer`.
    /// - Returns: false when libcrypto refuses or a length is wrong; `buffer` then holds zeros.
    public func seal(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) -> Bool {
        process(buffer, nonce: nonce, authenticating: authenticating, isSealing: true)
    }

    /// Decrypts in place.
    ///
    /// - Parameters:
    ///   - buffer: the ciphertext, and behind it the tag.
    ///   - authenticating: as it was sealed; must not overlap `buffer`.
    /// - Returns: false when the tag does not verify, libcrypto refuses or a length is wrong; `buffer` then holds zeros,
    ///   and nothing of what was decrypted.
    public func open(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) -> Bool {
        process(buffer, nonce: nonce, authenticating: authenticating, isSealing: false)
    }

    private func process(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer,
        authenticating: UnsafeRawBufferPointer, isSealing: Bool
    ) -> Bool {
        let isDone =
            nonce.count == Self.nonceLength && buffer.count >= Self.tagLength
            && context.withLock {
                $0.process(buffer, nonce: nonce, authenticating: authenticating, isSealing: isSealing)
            }
        if !isDone {
            // GCM decrypts before it knows the tag.
            if let start = buffer.baseAddress { OPENSSL_cleanse(start, buffer.count) }
            // A failure here must not be mistaken for one of TLS on the same thread.
            ERR_clear_error()
        }
        return isDone
    }
}

/// Owns an `EVP_CIPHER_CTX`.
///
/// Sendable, since it cannot be copied and so its one holder, the mutex of `CipherContext`, lends it to one thread at a
/// time; libcrypto binds contexts to no thread.
private struct Context: ~Copyable, @unchecked Sendable {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    /// Overwrites the expanded key.
    deinit { EVP_CIPHER_CTX_free(pointer) }

    func expand(_ key: UnsafeRawBufferPointer, _ cipher: CipherContext.Cipher) -> Bool {
        let method = cipher == .aes128GCM ? EVP_aes_128_gcm() : EVP_aes_256_gcm()
        let bytes = key.assumingMemoryBound(to: UInt8.self).baseAddress
        return EVP_CipherInit_ex(pointer, method, nil, bytes, nil, 1) == 1
    }

    mutating func process(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer,
        authenticating: UnsafeRawBufferPointer, isSealing: Bool
    ) -> Bool {
        let textLength = buffer.count - CipherContext.tagLength
        guard let start = buffer.baseAddress, let count = CInt(exactly: textLength),
            let authenticatedCount = CInt(exactly: authenticating.count)
        else { return false }
        let text = start.assumingMemoryBound(to: UInt8.self)
        let tag = start + textLength
        let tagLength = CInt(CipherContext.tagLength)
        let nonce = nonce.assumingMemoryBound(to: UInt8.self).baseAddress
        guard EVP_CipherInit_ex(pointer, nil, nil, nil, nonce, isSealing ? 1 : 0) == 1 else { return false }
        if !isSealing {
            guard EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_TAG, tagLength, tag) == 1 else { return false }
        }
        var written: CInt = 0
        if authenticatedCount > 0 {
            // Without an output the bytes are authenticated alone.
            let bytes = authenticating.assumingMemoryBound(to: UInt8.self).baseAddress
            guard EVP_CipherUpdate(pointer, nil, &written, bytes, authenticatedCount) == 1 else { return false }
        }
        if count > 0 {
            guard EVP_CipherUpdate(pointer, text, &written, text, count) == 1, written == count else { return false }
        }
        // Writes nothing in this mode; in opening it compares the tags.
        guard EVP_CipherFinal_ex(pointer, text + textLength, &written) == 1, written == 0 else { return false }
        return !isSealing || EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, tagLength, tag) == 1
    }
}

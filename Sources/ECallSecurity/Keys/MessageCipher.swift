import Crypto
import FrameCrypto

/// AES-256-GCM of single messages, without further authenticated bytes.
enum MessageCipher {
    static let tagLength = SFrameSuite.aes256GCM.tagLength

    /// Returns ciphertext and tag. The caller guarantees that each nonce is used once, and overwrites the plaintext.
    static func seal(_ plaintext: [UInt8], key: SymmetricKey, nonce: [UInt8]) -> [UInt8] {
        var buffer: [UInt8] = []
        // Allocated at once: a growing array would leave copies of the plaintext behind.
        buffer.reserveCapacity(plaintext.count + tagLength)
        buffer.append(contentsOf: plaintext)
        buffer.append(contentsOf: repeatElement(0, count: tagLength))
        let isSealed = process(&buffer, key: key, nonce: nonce) { aead in aead.seal }
        precondition(isSealed, "the suite is offered")
        return buffer
    }

    /// Returns the plaintext, which the caller overwrites if it is secret; nil on every failure.
    static func open(_ sealed: [UInt8], key: SymmetricKey, nonce: [UInt8]) -> [UInt8]? {
        var buffer = sealed
        guard process(&buffer, key: key, nonce: nonce, { aead in aead.open }) else { return nil }
        buffer.removeLast(tagLength)
        return buffer
    }

    private typealias Operation =
        (UnsafeMutableRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool

    private static func process(
        _ buffer: inout [UInt8], key: SymmetricKey, nonce: [UInt8], _ operation: (any FrameAEAD) -> Operation
    ) -> Bool {
        guard let aead = FrameCipher().makeAEAD(.aes256GCM, key: key) else { return false }
        return buffer.withUnsafeMutableBytes { buffer in
            nonce.withUnsafeBytes { operation(aead)(buffer, $0, UnsafeRawBufferPointer(start: nil, count: 0)) }
        }
    }
}

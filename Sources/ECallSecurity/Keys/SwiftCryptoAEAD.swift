import Crypto
import FrameCrypto

import struct Foundation.Data

/// AES-GCM of swift-crypto, which expands the key again for each frame.
final class SwiftCryptoAEAD: FrameAEAD {
    private let key: SymmetricKey

    /// Nil for the suites with CTR and HMAC.
    init?(_ suite: SFrameSuite, key: SymmetricKey) {
        guard suite == .aes128GCM || suite == .aes256GCM, key.bitCount == suite.keyLength * 8 else { return nil }
        self.key = key
    }

    func seal(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) -> Bool {
        defer { Self.overwriteKeySchedule() }
        guard let text = Self.text(of: buffer), let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(text, using: key, nonce: nonce, authenticating: authenticating)
        else {
            Overwrite.zero(buffer)
            return false
        }
        box.ciphertext.copyBytes(to: buffer)
        box.tag.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[text.count...]))
        return true
    }

    func open(
        _ buffer: UnsafeMutableRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) -> Bool {
        defer { Self.overwriteKeySchedule() }
        guard let text = Self.text(of: buffer), let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: text, tag: UnsafeRawBufferPointer(rebasing: buffer[text.count...])),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: authenticating)
        else {
            Overwrite.zero(buffer)
            return false
        }
        plaintext.copyBytes(to: buffer)
        return true
    }

    /// Returns the text before the tag; nil when there is no room for one.
    private static func text(of buffer: UnsafeMutableRawBufferPointer) -> UnsafeRawBufferPointer? {
        buffer.count < tagLength ? nil : UnsafeRawBufferPointer(rebasing: buffer.dropLast(tagLength))
    }

    private static let tagLength = 16
    private static let neutralKey = SymmetricKey(data: [UInt8](repeating: 0, count: 32))

    /// swift-crypto drops the context that holds the expanded AES key without overwriting it. The allocator hands the
    /// same memory out again for the next context of this thread, which overwrites it (`SenderKeyWipingTests`).
    private static func overwriteKeySchedule() {
        _ = try? AES.GCM.seal([UInt8](), using: neutralKey)
    }
}

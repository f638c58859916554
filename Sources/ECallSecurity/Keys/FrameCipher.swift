public import Crypto
public import FrameCrypto

import struct Foundation.Data

/// SFrame's HKDF and AES-GCM from swift-crypto. Suites 4 and 5; the suites with CTR and HMAC are not offered.
public struct FrameCipher: FrameCryptoProvider {
    public typealias Secret = SymmetricKey

    public init() {}

    public func extract(_ hash: SFrameHash, salt: [UInt8], inputKey: SymmetricKey) -> SymmetricKey {
        defer { Overwrite.unusedStack() }
        return salt.withUnsafeBytes { salt in
            switch hash {
            case .sha256: KeyDerivation<SHA256>.extract(salt: salt, inputKey: inputKey)
            case .sha512: KeyDerivation<SHA512>.extract(salt: salt, inputKey: inputKey)
            }
        }
    }

    public func expand(
        _ hash: SFrameHash, pseudoRandomKey: SymmetricKey, info: [UInt8], length: Int
    ) -> SymmetricKey {
        defer { Overwrite.unusedStack() }
        return switch hash {
        case .sha256: KeyDerivation<SHA256>.expand(pseudoRandomKey: pseudoRandomKey, info: info, length: length)
        case .sha512: KeyDerivation<SHA512>.expand(pseudoRandomKey: pseudoRandomKey, info: info, length: length)
        }
    }

    public func expandToBytes(
        _ hash: SFrameHash, pseudoRandomKey: SymmetricKey, info: [UInt8], length: Int
    ) -> [UInt8] {
        expand(hash, pseudoRandomKey: pseudoRandomKey, info: info, length: length).withUnsafeBytes { Array($0) }
    }

    public func seal(
        _ plaintext: ArraySlice<UInt8>, suite: SFrameSuite, key: SymmetricKey, nonce: [UInt8],
        authenticating: [UInt8], into output: inout [UInt8]
    ) -> Bool {
        defer { Self.overwriteKeySchedule() }
        guard suite.isOffered, let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: authenticating)
        else { return false }
        output.append(contentsOf: box.ciphertext)
        output.append(contentsOf: box.tag)
        return true
    }

    public func open(
        _ sealed: ArraySlice<UInt8>, suite: SFrameSuite, key: SymmetricKey, nonce: [UInt8], authenticating: [UInt8]
    ) -> [UInt8]? {
        defer { Self.overwriteKeySchedule() }
        guard suite.isOffered, sealed.count >= suite.tagLength, let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(suite.tagLength), tag: sealed.suffix(suite.tagLength)),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: authenticating)
        else { return nil }
        return [UInt8](plaintext)
    }
}

extension FrameCipher {
    private static let neutralKey = SymmetricKey(data: [UInt8](repeating: 0, count: 32))

    /// swift-crypto drops the context that holds the expanded AES key without overwriting it. The allocator hands the
    /// same memory out again for the next context of this thread, which overwrites it (measured: `WipingTests`).
    private static func overwriteKeySchedule() {
        _ = try? AES.GCM.seal([UInt8](), using: neutralKey)
    }
}

extension SFrameSuite {
    fileprivate var isOffered: Bool { self == .aes128GCM || self == .aes256GCM }
}

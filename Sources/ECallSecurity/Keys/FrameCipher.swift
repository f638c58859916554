public import Crypto
public import FrameCrypto

#if os(Linux)
    import Libcrypto
#endif

/// SFrame's HKDF from swift-crypto, and AES-GCM from the library of the platform that keeps the expanded key. Suites 4 and 5; the
/// suites with CTR and HMAC are not offered.
public struct FrameCipher: FrameCryptoProvider {
    public typealias Secret = SymmetricKey

    /// The library that implements AES-GCM.
    package enum Library: Sendable, CaseIterable {
        case swiftCrypto
        #if os(Linux)
            case libcrypto
        #endif
    }

    private let library: Library

    /// AES-GCM of libcrypto on Linux, elsewhere of swift-crypto.
    public init() {
        #if os(Linux)
            self.init(.libcrypto)
        #else
            self.init(.swiftCrypto)
        #endif
    }

    /// For tests and measurements of either library.
    package init(_ library: Library) { self.library = library }

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

    public func makeAEAD(_ suite: SFrameSuite, key: SymmetricKey) -> (any FrameAEAD)? {
        switch library {
        case .swiftCrypto: return SwiftCryptoAEAD(suite, key: key)
        #if os(Linux)
            case .libcrypto:
                defer { Overwrite.unusedStack() }
                guard let cipher = suite.cipher else { return nil }
                return key.withUnsafeBytes { CipherContext(cipher, key: $0) }
        #endif
        }
    }
}

#if os(Linux)
    extension CipherContext: FrameAEAD {}

    extension SFrameSuite {
        fileprivate var cipher: CipherContext.Cipher? {
            switch self {
            case .aes128GCM: .aes128GCM
            case .aes256GCM: .aes256GCM
            case .aes128CTRHMAC80, .aes128CTRHMAC64, .aes128CTRHMAC32: nil
            }
        }
    }
#endif

/// The cipher suites of RFC 9605 section 4.5.
///
/// Calls use `aes256GCM`. The key schedule is the same for all five; which of them can seal is up to the provider.
public enum SFrameSuite: UInt16, Sendable, Hashable, CaseIterable {
    case aes128CTRHMAC80 = 1
    case aes128CTRHMAC64 = 2
    case aes128CTRHMAC32 = 3
    case aes128GCM = 4
    case aes256GCM = 5

    /// The hash of HKDF, and of HMAC in suites 1 to 3.
    public var hash: SFrameHash { self == .aes256GCM ? .sha512 : .sha256 }

    /// Bytes of key the AEAD takes, `Nk`; for suites 1 to 3 the encryption key followed by the HMAC key.
    public var keyLength: Int {
        switch self {
        case .aes128CTRHMAC80, .aes128CTRHMAC64, .aes128CTRHMAC32: 48
        case .aes128GCM: 16
        case .aes256GCM: 32
        }
    }

    /// Bytes of nonce, `Nn`.
    public var nonceLength: Int { 12 }

    /// Bytes of authentication tag, `Nt`.
    public var tagLength: Int {
        switch self {
        case .aes128CTRHMAC80: 10
        case .aes128CTRHMAC64: 8
        case .aes128CTRHMAC32: 4
        case .aes128GCM, .aes256GCM: 16
        }
    }
}

/// The hashes of the SFrame suites.
public enum SFrameHash: Sendable, Hashable {
    case sha256, sha512
}

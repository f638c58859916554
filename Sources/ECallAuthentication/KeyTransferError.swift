public import ECallCore
public import ECallLanguage
public import ECallSecurity

/// Why the keys of this device cannot be imported, saved or restored. Never contains a key or a code.
public enum KeyTransferError: ExplainedError, Sendable, Equatable {
    case pair(KeyPairProblem)
    case package(RecoveryPackageError)
    /// This device has keys by which others know it.
    case inUse
    /// There is nothing to save yet.
    case noKeys
    case damagedKeys
    case storage(KeyStorageError)

    /// The text for a person: the problem, and what to do.
    public var text: Text {
        switch self {
        case .pair(let problem), .package(.keys(let problem)): Self.text(of: problem)
        case .package(let error): Self.text(of: error)
        case .inUse: .errorsKeysInUse
        case .noKeys: .errorsKeysNone
        case .damagedKeys: .errorsInputDamagedKeys
        case .storage(let error): error.text
        }
    }

    private static func text(of problem: KeyPairProblem) -> Text {
        switch problem {
        case .encrypted: .errorsKeysEncrypted
        case .publicInPlaceOfPrivate: .errorsKeysPublicInPlaceOfPrivate
        case .privateUnreadable: .errorsKeysPrivateUnreadable
        case .publicUnreadable: .errorsKeysPublicUnreadable
        case .notRSA: .errorsKeysNotRSA
        case .unsupportedSize: .errorsKeysUnsupportedSize
        case .unsupportedExponent: .errorsKeysUnsupportedExponent
        case .halvesDiffer: .errorsKeysHalvesDiffer
        }
    }

    private static func text(of error: RecoveryPackageError) -> Text {
        switch error {
        case .malformedCode: .errorsKeysMalformedCode
        case .malformed: .errorsKeysNotAPackage
        case .unsupportedVersion: .errorsKeysLaterPackage
        case .wrongCodeOrChanged: .errorsKeysWrongCode
        case .keys(let problem): text(of: problem)
        case .failed: .errorsKeysNotSealed
        }
    }
}

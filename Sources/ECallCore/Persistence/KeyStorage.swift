public import ECallLanguage
public import Foundation

/// Keeps small secrets by name, each as a whole.
public protocol KeyStorage: Sendable {
    /// The secret; nil when there is none.
    func read(_ name: SecretName) throws(KeyStorageError) -> Data?
    /// Keeps a secret in place of the one before; it is safe when this returns.
    func write(_ secret: Data, as name: SecretName) throws(KeyStorageError)
    /// Overwrites and deletes one; does nothing if there is none.
    func remove(_ name: SecretName) throws(KeyStorageError)
    /// Overwrites and forgets all, and the remains of interrupted writes.
    func removeAll() throws(KeyStorageError)
}

/// The name of a secret: 1 to 64 letters, digits, `-` and `_`.
public struct SecretName: Sendable, Hashable {
    public let text: String

    /// Nil for a name that could be anything but a plain file name.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    public static let account = SecretName(known: "account")
    public static let tokens = SecretName(known: "tokens")
    /// The private RSA key of this device.
    public static let deviceKey = SecretName(known: "device-key")
    /// The private Ed25519 key of this device.
    public static let signingKey = SecretName(known: "signing-key")
    /// The identity of this device: its public keys, signed.
    public static let identity = SecretName(known: "identity")
    /// The identity that the server has.
    public static let registeredIdentity = SecretName(known: "registered-identity")
    /// The push tokens that the server has.
    public static let registeredPushTokens = SecretName(known: "registered-push-tokens")
    public static let declaredLanguage = SecretName(known: "declared-language")
    /// The identities of others, as first seen.
    public static let devicePins = SecretName(known: "device-pins")
    /// The people whom this device has met, and their names.
    public static let keptPeople = SecretName(known: "kept-people")
    /// The vouch of another device of the same person for this one.
    public static let ownVouch = SecretName(known: "own-vouch")
    /// The number of this device's newest join or invite.
    public static let entrySequence = SecretName(known: "entry-sequence")
    /// The number of the newest invite that rang, by the address of its caller.
    public static let rungInvites = SecretName(known: "rung-invites")
    /// The people whom this device has rung in its newest call.
    public static let rungPeople = SecretName(known: "rung-people")
    /// Up to when the person has seen their missed calls.
    public static let seenCalls = SecretName(known: "seen-calls")
    /// The account whose person goes without a name of their own.
    public static let skippedName = SecretName(known: "skipped-name")

    // Preferences, in a storage of their own, so that signing out does not delete them (requirement 003). None of them is
    // secret.

    /// The server that the app uses, and the authorities whose certificates it trusts there.
    public static let server = SecretName(known: "server")
    /// Whether the app asks for the device's owner, and when.
    public static let appLock = SecretName(known: "app-lock")
    /// The language of the app.
    public static let language = SecretName(known: "language")

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Why a secret cannot be read or stored. Never contains any of it.
public enum KeyStorageError: ExplainedError, Sendable, Equatable {
    /// The system refused; the number is `errno`, or negative and an `OSStatus` of the Keychain.
    case system(Int32)
    /// The secrets are protected, and no passphrase or key file was given.
    case locked
    /// The passphrase or key file is the wrong one, or the file was changed.
    case wrongKey
    /// The file was not written by this program.
    case damaged(name: String)
    /// The secret is larger than 1 MiB.
    case tooLarge
    /// The name of a profile is not 1 to 64 letters, digits, `-`, `_` and inner dots.
    case invalidProfileName
    /// The directory belongs to another user, or is not a directory.
    case unsafeDirectory

    /// The text for a person.
    public var text: Text {
        switch self {
        case .system(let number):
            .errorsStorageSystem(reason: number < 0 ? "OSStatus \(number)" : String(cString: strerror(number)))
        case .locked: .errorsStorageLocked
        case .wrongKey: .errorsStorageWrongKey
        case .damaged: .errorsStorageDamaged
        case .tooLarge: .errorsStorageTooLarge
        case .invalidProfileName: .errorsStorageInvalidProfileName
        case .unsafeDirectory: .errorsStorageUnsafeDirectory
        }
    }
}

extension KeyStorage {
    /// Reads a value that was stored as JSON.
    public func value<Value: Decodable>(_ name: SecretName, as type: Value.Type) throws(KeyStorageError) -> Value? {
        guard let data = try read(name) else { return nil }
        do { return try JSONDecoder().decode(type, from: data) } catch { throw .damaged(name: name.text) }
    }

    /// Keeps a value as JSON.
    public func store(_ value: some Encodable, as name: SecretName) throws(KeyStorageError) {
        let data: Data
        do { data = try JSONEncoder().encode(value) } catch { throw .damaged(name: name.text) }
        try write(data, as: name)
    }
}

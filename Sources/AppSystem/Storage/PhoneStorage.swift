import ECallCore
import Foundation
import Synchronization

/// A storage that is opened when it is first used, and again after a failure: before the first unlock of the phone its directories and
/// the Keychain cannot be read.
final class PhoneStorage: KeyStorage {
    typealias Opening = @Sendable () throws(KeyStorageError) -> any KeyStorage

    private let open: Opening
    private let opened = Mutex<(any KeyStorage)?>(nil)

    init(_ open: @escaping Opening) { self.open = open }

    /// Keys, tokens and the account: the Keychain.
    ///
    /// - Parameters:
    ///   - service: tells the items of this app from others.
    ///   - base: by default the app's Application Support directory.
    static func secrets(service: String, in base: URL?) -> PhoneStorage {
        PhoneStorage { () throws(KeyStorageError) in
            let container = try ProfileDirectory.inApplicationSupport(profile: "phone", base: base)
            return try KeychainStorage(
                items: SystemKeychain(), service: service, marker: container.url.appendingPathComponent("installed"))
        }
    }

    /// Server, language, lock and notifications: files, since none of them is secret and the app's deletion deletes them.
    static func preferences(in base: URL?) -> PhoneStorage {
        PhoneStorage { () throws(KeyStorageError) in
            try FileKeyStorage(
                directory: ProfileDirectory.inApplicationSupport(profile: "preferences", base: base).secrets)
        }
    }

    func read(_ name: SecretName) throws(KeyStorageError) -> Data? { try storage().read(name) }
    func write(_ secret: Data, as name: SecretName) throws(KeyStorageError) { try storage().write(secret, as: name) }
    func remove(_ name: SecretName) throws(KeyStorageError) { try storage().remove(name) }
    func removeAll() throws(KeyStorageError) { try storage().removeAll() }

    private func storage() throws(KeyStorageError) -> any KeyStorage {
        try opened.withLock { opened throws(KeyStorageError) in
            if let opened { return opened }
            let storage = try open()
            opened = storage
            return storage
        }
    }
}

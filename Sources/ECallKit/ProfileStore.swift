public import ECallCore
public import ECallSecurity
import Foundation

/// The stored data of one profile: account, tokens, device key, known keys of others.
///
/// With a secret, everything is encrypted under a random storage key, and the storage key is a sealed file under the secret (e2ee
/// 1). Without, the files are protected by their mode alone. A profile keeps the protection that it began with, until it is wiped.
public struct ProfileStore: Sendable {
    /// The files of the profile.
    public let storage: FileKeyStorage
    private static let storageKey = SecretName("storage-key")

    /// The protection of a profile's secrets on disk.
    public enum Protection: Sendable, Equatable {
        case none, sealed, plain
    }

    /// Returns the protection of an existing profile; `none` while the profile has no secrets.
    public static func protection(of profile: ProfileDirectory) throws(KeyStorageError) -> Protection {
        let files = try FileKeyStorage(directory: profile.secrets)
        if let storageKey, try files.read(storageKey) != nil { return .sealed }
        return FileManager.default.fileExists(atPath: profile.secrets.path) && !files.isEmpty(profile) ? .plain : .none
    }

    /// Opens a profile, or begins one; sealed if a secret is given at its beginning.
    ///
    /// - Throws: `locked` without the secret of a sealed profile, `wrongKey` with another one.
    public init(_ profile: ProfileDirectory, secret: SecretBytes?) throws(KeyStorageError) {
        let protection = try Self.protection(of: profile)
        let files = try FileKeyStorage(directory: profile.secrets)
        switch (protection, secret) {
        case (.plain, _), (.none, nil): storage = files
        case (.sealed, nil): throw .locked
        case (.sealed, let secret?):
            storage = try FileKeyStorage(directory: profile.secrets, sealing: try Self.unwrap(in: files, secret))
        case (.none, let secret?):
            storage = try FileKeyStorage(directory: profile.secrets, sealing: try Self.wrap(in: files, secret))
        }
    }

    private static func unwrap(in files: FileKeyStorage, _ secret: SecretBytes) throws(KeyStorageError)
        -> StorageKeySealing
    {
        guard let storageKey, let sealed = try files.read(storageKey) else { throw .locked }
        do {
            return StorageKeySealing(key: try SealedFile.open(Array(sealed), with: secret))
        } catch .wrongSecretOrChanged {
            throw .wrongKey
        } catch {
            throw .damaged(name: "storage-key")
        }
    }

    private static func wrap(in files: FileKeyStorage, _ secret: SecretBytes) throws(KeyStorageError)
        -> StorageKeySealing
    {
        let key = StorageKeySealing.randomKey()
        guard let storageKey, let sealed = try? SealedFile.seal(key, under: secret) else {
            throw .damaged(name: "storage-key")
        }
        try files.write(Data(sealed), as: storageKey)
        return StorageKeySealing(key: key)
    }
}

extension FileKeyStorage {
    fileprivate func isEmpty(_ profile: ProfileDirectory) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: profile.secrets.path)) ?? []
        return !names.contains { $0.hasSuffix(".secret") }
    }
}

public import Foundation

/// Secrets as items of Apple's Keychain, each by its name. They can be read from the first unlock after a restart on, and stay on
/// this device.
///
/// The Keychain outlives the app: after a reinstall it still has the items of the installation before. A marker in the app's
/// container, which is deleted with the app, tells the two apart.
public final class KeychainStorage: KeyStorage {
    /// The largest secret, in bytes.
    public static let largest = FileKeyStorage.largest

    private let items: any KeychainItems
    private let service: String

    /// Opens the items of a service. If the marker is missing, deletes those of an earlier installation first.
    ///
    /// - Parameters:
    ///   - service: the name of this storage in the Keychain of the app, such as its bundle identifier and a profile.
    ///   - marker: a file in the app's container, in a directory that exists and is left out of backups.
    /// - Throws: `locked` where stale items cannot be deleted yet: nothing was opened, and the next try deletes them.
    public init(items: any KeychainItems, service: String, marker: URL) throws(KeyStorageError) {
        (self.items, self.service) = (items, service)
        guard try !PrivateFile.exists(marker) else { return }
        try removeAll()
        // After the items: an interrupted start deletes again.
        try PrivateFile.write(Data(), to: marker)
    }

    public func read(_ name: SecretName) throws(KeyStorageError) -> Data? {
        let (status, data) = items.copy(query(name))
        if status == .itemNotFound { return nil }
        try check(status)
        guard let data else { throw .damaged(name: name.text) }
        return data
    }

    public func write(_ secret: Data, as name: SecretName) throws(KeyStorageError) {
        guard secret.count <= Self.largest else { throw .tooLarge }
        let (query, content) = (query(name), KeychainContent(secret))
        var status = items.update(query, to: content)
        if status == .itemNotFound { status = items.add(content, as: query) }
        // Another writer was faster.
        if status == .duplicateItem { status = items.update(query, to: content) }
        try check(status)
    }

    public func remove(_ name: SecretName) throws(KeyStorageError) { try delete(query(name)) }

    public func removeAll() throws(KeyStorageError) { try delete(KeychainQuery(service: service, account: nil)) }

    private func query(_ name: SecretName) -> KeychainQuery { KeychainQuery(service: service, account: name.text) }

    private func delete(_ query: KeychainQuery) throws(KeyStorageError) {
        let status = items.delete(query)
        if status != .itemNotFound { try check(status) }
    }

    private func check(_ status: KeychainStatus) throws(KeyStorageError) {
        switch status {
        case .success: return
        case .interactionNotAllowed: throw .locked
        default: throw .system(status.rawValue)
        }
    }
}

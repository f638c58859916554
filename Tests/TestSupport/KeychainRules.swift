package import ECallCore
import ECallLanguage
import Foundation
import Testing

/// A Keychain that a test can lock, fail and race.
package protocol TestedKeychain: KeychainItems {
    /// All items, those of other services too.
    var items: [KeychainQuery: KeychainContent] { get }
    /// The phone has started and was not unlocked since, or was.
    func setUnlocked(_ isUnlocked: Bool)
    /// Every function has this result; nil for its own again.
    func fail(_ status: KeychainStatus?)
    /// Another process adds this item between the next update that finds none and the add.
    func race(_ content: KeychainContent, as query: KeychainQuery)
}

/// A rule of `KeychainStorage`, whichever Keychain is below it.
package enum KeychainRule: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case attributes = "items stay on this device, are never synchronised, and can be read after the first unlock"
    case locked = "before the first unlock it is locked, and nothing is taken for missing"
    case reinstallation = "a reinstalled app deletes the items of the installation before, once, and no others"
    case staleWhileLocked = "stale items that cannot be deleted yet are not opened, and are deleted at the next try"
    case unreadableContainer = "a marker that cannot be looked for deletes nothing"
    case race = "a writer that another process overtakes replaces its item"
    case refusals = "other refusals are named by their number, and are not a missing secret"

    package var testDescription: String { rawValue }

    /// - Parameter items: a new Keychain.
    package func check(_ items: some TestedKeychain) throws {
        try withTemporaryDirectory { container in
            let phone = TestedPhone(items: items, container: container)
            switch self {
            case .attributes: try phone.attributes()
            case .locked: try phone.locked()
            case .reinstallation: try phone.reinstallation()
            case .staleWhileLocked: try phone.staleWhileLocked()
            case .unreadableContainer: try phone.unreadableContainer()
            case .race: try phone.race()
            case .refusals: try phone.refusals()
            }
        }
    }
}

/// A phone, and the container of the app that is installed on it.
private struct TestedPhone<Items: TestedKeychain> {
    let items: Items
    let container: URL

    private var secret: Data { Data("a secret of an earlier installation".utf8) }
    private var marker: URL { container.appendingPathComponent("installed") }

    private func open(_ service: String = "app") throws -> KeychainStorage {
        try KeychainStorage(items: items, service: service, marker: marker)
    }

    func attributes() throws {
        let storage = try open()
        try storage.write(secret, as: .deviceKey)
        try storage.write(Data("new".utf8), as: .deviceKey)
        let kept = items.items
        #expect(kept.count == 1)
        let (query, content) = try #require(kept.first)
        #expect(query == KeychainQuery(service: "app", account: "device-key") && !query.isSynchronizable)
        #expect(content.accessibility == .afterFirstUnlockThisDeviceOnly && content.data == Data("new".utf8))
    }

    func locked() throws {
        let storage = try open()
        try storage.write(secret, as: .tokens)
        items.setUnlocked(false)
        #expect(throws: KeyStorageError.locked) { try storage.read(.tokens) }
        #expect(throws: KeyStorageError.locked) { try storage.read(.account) }
        #expect(throws: KeyStorageError.locked) { try storage.write(secret, as: .account) }
        #expect(throws: KeyStorageError.locked) { try storage.remove(.tokens) }
        #expect(throws: KeyStorageError.locked) { try storage.removeAll() }
        // A push starts the app: its own items are not stale.
        let woken = try open()
        #expect(throws: KeyStorageError.locked) { try woken.read(.tokens) }
        items.setUnlocked(true)
        #expect(try woken.read(.tokens) == secret)
    }

    func reinstallation() throws {
        try open().write(secret, as: .deviceKey)
        #expect(try open().read(.deviceKey) == secret)
        _ = items.add(KeychainContent(secret), as: KeychainQuery(service: "other", account: "a"))
        try FileManager.default.removeItem(at: marker)
        let storage = try open()
        #expect(try storage.read(.deviceKey) == nil)
        #expect(items.items.keys.map(\.service) == ["other"])
        try storage.write(secret, as: .deviceKey)
        #expect(try open().read(.deviceKey) == secret)
    }

    func staleWhileLocked() throws {
        try open().write(secret, as: .deviceKey)
        try FileManager.default.removeItem(at: marker)
        items.setUnlocked(false)
        #expect(throws: KeyStorageError.locked) { try open() }
        items.setUnlocked(true)
        items.fail(KeychainStatus(rawValue: -25291))
        #expect(throws: KeyStorageError.system(-25291)) { try open() }
        items.fail(nil)
        #expect(try open().read(.deviceKey) == nil)
    }

    func unreadableContainer() throws {
        try open().write(secret, as: .deviceKey)
        // A path through a file.
        let marker = marker.appendingPathComponent("installed")
        #expect(throws: KeyStorageError.system(ENOTDIR)) {
            try KeychainStorage(items: items, service: "app", marker: marker)
        }
        #expect(items.items.count == 1)
    }

    func race() throws {
        let storage = try open()
        items.race(KeychainContent(Data("theirs".utf8)), as: KeychainQuery(service: "app", account: "tokens"))
        try storage.write(secret, as: .tokens)
        #expect(try storage.read(.tokens) == secret && items.items.count == 1)
    }

    func refusals() throws {
        let storage = try open()
        // errSecMissingEntitlement
        items.fail(KeychainStatus(rawValue: -34018))
        let error = KeyStorageError.system(-34018)
        #expect(throws: error) { try storage.read(.tokens) }
        #expect(throws: error) { try storage.write(secret, as: .tokens) }
        #expect(throws: error) { try storage.remove(.tokens) }
        #expect(error.text == .errorsStorageSystem(reason: "OSStatus -34018"))
        // An answer without data.
        items.fail(.success)
        #expect(throws: KeyStorageError.damaged(name: "tokens")) { try storage.read(.tokens) }
    }
}

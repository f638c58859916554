import ECallCore
import ECallLanguage
import Foundation
import TestSupport
import Testing

@Suite("Keychain storage", .timeLimit(.minutes(1)))
struct KeychainStorageTests {
    private static let secret = Data("a secret of an earlier installation".utf8)

    /// A phone, and the container of the app that is installed on it.
    private struct Phone {
        let items = KeychainDouble()
        let container: URL

        var marker: URL { container.appendingPathComponent("installed") }

        func open(_ service: String = "app") throws -> KeychainStorage {
            try KeychainStorage(items: items, service: service, marker: marker)
        }
    }

    private static func withPhone(_ body: (Phone) throws -> Void) throws {
        try withTemporaryDirectory { try body(Phone(container: $0)) }
    }

    @Test("items stay on this device, are never synchronised, and can be read after the first unlock")
    func attributes() throws {
        try Self.withPhone { phone in
            let storage = try phone.open()
            try storage.write(Self.secret, as: .deviceKey)
            try storage.write(Data("new".utf8), as: .deviceKey)
            let items = phone.items.items
            #expect(items.count == 1)
            let (query, content) = try #require(items.first)
            #expect(query == KeychainQuery(service: "app", account: "device-key") && !query.isSynchronizable)
            #expect(content.accessibility == .afterFirstUnlockThisDeviceOnly && content.data == Data("new".utf8))
        }
    }

    @Test("before the first unlock it is locked, and nothing is taken for missing")
    func locked() throws {
        try Self.withPhone { phone in
            let storage = try phone.open()
            try storage.write(Self.secret, as: .tokens)
            phone.items.setUnlocked(false)
            #expect(throws: KeyStorageError.locked) { try storage.read(.tokens) }
            #expect(throws: KeyStorageError.locked) { try storage.read(.account) }
            #expect(throws: KeyStorageError.locked) { try storage.write(Self.secret, as: .account) }
            #expect(throws: KeyStorageError.locked) { try storage.remove(.tokens) }
            #expect(throws: KeyStorageError.locked) { try storage.removeAll() }
            // A push starts the app: its own items are not stale.
            let woken = try phone.open()
            #expect(throws: KeyStorageError.locked) { try woken.read(.tokens) }
            phone.items.setUnlocked(true)
            #expect(try woken.read(.tokens) == Self.secret)
        }
    }

    @Test("a reinstalled app deletes the items of the installation before, once, and no others")
    func reinstallation() throws {
        try Self.withPhone { phone in
            try phone.open().write(Self.secret, as: .deviceKey)
            #expect(try phone.open().read(.deviceKey) == Self.secret)
            _ = phone.items.add(KeychainContent(Self.secret), as: KeychainQuery(service: "other", account: "a"))
            try FileManager.default.removeItem(at: phone.marker)
            let storage = try phone.open()
            #expect(try storage.read(.deviceKey) == nil)
            #expect(phone.items.items.keys.map(\.service) == ["other"])
            try storage.write(Self.secret, as: .deviceKey)
            #expect(try phone.open().read(.deviceKey) == Self.secret)
        }
    }

    @Test("stale items that cannot be deleted yet are not opened, and are deleted at the next try")
    func staleWhileLocked() throws {
        try Self.withPhone { phone in
            try phone.open().write(Self.secret, as: .deviceKey)
            try FileManager.default.removeItem(at: phone.marker)
            phone.items.setUnlocked(false)
            #expect(throws: KeyStorageError.locked) { try phone.open() }
            phone.items.setUnlocked(true)
            phone.items.fail(KeychainStatus(rawValue: -25291))
            #expect(throws: KeyStorageError.system(-25291)) { try phone.open() }
            phone.items.fail(nil)
            #expect(try phone.open().read(.deviceKey) == nil)
        }
    }

    @Test("a marker that cannot be looked for deletes nothing")
    func unreadableContainer() throws {
        try Self.withPhone { phone in
            try phone.open().write(Self.secret, as: .deviceKey)
            // A path through a file.
            let marker = phone.marker.appendingPathComponent("installed")
            #expect(throws: KeyStorageError.system(ENOTDIR)) {
                try KeychainStorage(items: phone.items, service: "app", marker: marker)
            }
            #expect(phone.items.items.count == 1)
        }
    }

    @Test("a writer that another process overtakes replaces its item")
    func race() throws {
        try Self.withPhone { phone in
            let storage = try phone.open()
            phone.items.race(KeychainContent(Data("theirs".utf8)))
            try storage.write(Self.secret, as: .tokens)
            #expect(try storage.read(.tokens) == Self.secret && phone.items.items.count == 1)
        }
    }

    @Test("other refusals are named by their number, and are not a missing secret")
    func refusals() throws {
        try Self.withPhone { phone in
            let storage = try phone.open()
            // errSecMissingEntitlement
            phone.items.fail(KeychainStatus(rawValue: -34018))
            let error = KeyStorageError.system(-34018)
            #expect(throws: error) { try storage.read(.tokens) }
            #expect(throws: error) { try storage.write(Self.secret, as: .tokens) }
            #expect(throws: error) { try storage.remove(.tokens) }
            #expect(error.text == .errorsStorageSystem(reason: "OSStatus -34018"))
            // An answer without data.
            phone.items.fail(.success)
            #expect(throws: KeyStorageError.damaged(name: "tokens")) { try storage.read(.tokens) }
        }
    }
}

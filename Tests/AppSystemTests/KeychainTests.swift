import ECallCore
import Foundation
@_spi(Phone) import Security
import TestSupport
import Testing

@testable import AppSystem

@Suite("Keychain of the phone", .serialized, .timeLimit(.minutes(1)))
struct KeychainTests {
    /// 001-18, 001-20
    @Test(
        "the Keychain storage keeps its rule over Apple's functions", arguments: KeychainRule.allCases
    )
    func holds(_ rule: KeychainRule) throws { try rule.check(AppleKeychain()) }

    @Test("an item stays on this device, is readable after the first unlock, and is never synchronized")
    func attributes() throws {
        let keychain = AppleKeychain()
        let query = KeychainQuery(service: "app", account: "tokens")
        #expect(keychain.add(KeychainContent(Data([1])), as: query) == .success)
        #expect(keychain.add(KeychainContent(Data([2])), as: query) == .duplicateItem)
        let item = try #require(Keychain.shared.items.first)
        #expect(item[kSecClass] as? String == kSecClassGenericPassword)
        #expect(item[kSecAttrAccessible] as? String == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
        #expect(item[kSecAttrSynchronizable] as? Bool == false)
        #expect(item[kSecUseDataProtectionKeychain] as? Bool == true)
    }
}

/// `SystemKeychain`, over the stand-in of Security.
struct AppleKeychain: TestedKeychain {
    private let system = SystemKeychain()

    init() { Keychain.shared.reset() }

    var items: [KeychainQuery: KeychainContent] {
        let pairs = Keychain.shared.items.compactMap { item -> (KeychainQuery, KeychainContent)? in
            guard let service = item[kSecAttrService] as? String, let data = item[kSecValueData] as? Data,
                // Anything else is another item, which no test expects.
                item[kSecAttrAccessible] as? String == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                item[kSecAttrSynchronizable] as? Bool == false
            else { return nil }
            return (
                KeychainQuery(service: service, account: item[kSecAttrAccount] as? String), KeychainContent(data)
            )
        }
        return Dictionary(pairs) { $1 }
    }

    func setUnlocked(_ isUnlocked: Bool) { Keychain.shared.setUnlocked(isUnlocked) }
    func fail(_ status: KeychainStatus?) { Keychain.shared.fail(status?.rawValue) }

    func race(_ content: KeychainContent, as query: KeychainQuery) {
        Keychain.shared.race([
            kSecClass: kSecClassGenericPassword, kSecAttrService: query.service,
            kSecAttrAccount: query.account ?? "", kSecAttrSynchronizable: false, kSecValueData: content.data,
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ])
    }

    func add(_ content: KeychainContent, as query: KeychainQuery) -> KeychainStatus { system.add(content, as: query) }
    func copy(_ query: KeychainQuery) -> (status: KeychainStatus, data: Data?) { system.copy(query) }
    func update(_ query: KeychainQuery, to content: KeychainContent) -> KeychainStatus {
        system.update(query, to: content)
    }
    func delete(_ query: KeychainQuery) -> KeychainStatus { system.delete(query) }
}

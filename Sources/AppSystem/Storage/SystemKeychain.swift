import ECallCore
import Foundation
import Security

/// The Keychain of this phone. Items stay on it: never synchronised, and in no backup that another phone could restore.
struct SystemKeychain: KeychainItems {
    func add(_ content: KeychainContent, as query: KeychainQuery) -> KeychainStatus {
        KeychainStatus(rawValue: SecItemAdd(query.attributes.merging(content.attributes) { $1 } as CFDictionary, nil))
    }

    func copy(_ query: KeychainQuery) -> (status: KeychainStatus, data: Data?) {
        var attributes = query.attributes
        attributes[kSecReturnData as String] = true
        attributes[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(attributes as CFDictionary, &result)
        return (KeychainStatus(rawValue: status), result as? Data)
    }

    func update(_ query: KeychainQuery, to content: KeychainContent) -> KeychainStatus {
        KeychainStatus(rawValue: SecItemUpdate(query.attributes as CFDictionary, content.attributes as CFDictionary))
    }

    func delete(_ query: KeychainQuery) -> KeychainStatus {
        KeychainStatus(rawValue: SecItemDelete(query.attributes as CFDictionary))
    }
}

extension KeychainQuery {
    fileprivate var attributes: [String: Any] {
        var attributes: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrSynchronizable as String: isSynchronizable,
            // macOS has another Keychain besides this one.
            kSecUseDataProtectionKeychain as String: true,
        ]
        if let account { attributes[kSecAttrAccount as String] = account }
        return attributes
    }
}

extension KeychainContent {
    fileprivate var attributes: [String: Any] {
        [kSecValueData as String: data, kSecAttrAccessible as String: accessibility.attribute]
    }
}

extension KeychainContent.Accessibility {
    fileprivate var attribute: CFString {
        switch self {
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        }
    }
}

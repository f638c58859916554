// Core Foundation's types, which Security includes on Apple's systems.
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = Any
public typealias OSStatus = Int32

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrSynchronizable: CFString = "sync"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.shared.use { $0.add(attributes) }
}

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.shared.use { state in
        guard let found = state.indices(query).first else { return Keychain.notFound }
        result?.pointee = query[kSecReturnData] as? Bool == true ? state.items[found][kSecValueData] : nil
        return 0
    }
}

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    Keychain.shared.use { state in
        // `errSecParam`: a query with values, or a change of an item's class.
        guard query[kSecValueData] == nil, attributesToUpdate[kSecClass] == nil else { return Keychain.parameter }
        let found = state.indices(query)
        guard !found.isEmpty else {
            if let rival = state.rival.take() { _ = state.add(rival) }
            return Keychain.notFound
        }
        for index in found { state.items[index].merge(attributesToUpdate) { $1 } }
        return 0
    }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Keychain.shared.use { state in
        let found = state.indices(query)
        guard !found.isEmpty else { return Keychain.notFound }
        for index in found.reversed() { state.items.remove(at: index) }
        return 0
    }
}

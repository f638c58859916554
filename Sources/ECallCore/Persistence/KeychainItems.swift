public import Foundation

/// The items of Apple's Keychain that hold one password each (`kSecClassGenericPassword`), in the data protection Keychain
/// (`kSecUseDataProtectionKeychain`). An app implements it by the four functions of Security.framework.
public protocol KeychainItems: Sendable {
    /// Adds an item: `SecItemAdd`. An item with the same service and account is a `duplicateItem`.
    func add(_ content: KeychainContent, as query: KeychainQuery) -> KeychainStatus
    /// Returns the data of one item: `SecItemCopyMatching` with `kSecReturnData`.
    func copy(_ query: KeychainQuery) -> (status: KeychainStatus, data: Data?)
    /// Replaces data and protection of an item: `SecItemUpdate`.
    func update(_ query: KeychainQuery, to content: KeychainContent) -> KeychainStatus
    /// Deletes all items that match: `SecItemDelete`.
    func delete(_ query: KeychainQuery) -> KeychainStatus
}

/// The attributes by which items are added and found.
public struct KeychainQuery: Sendable, Hashable {
    /// `kSecAttrService`.
    public let service: String
    /// `kSecAttrAccount`; nil matches all items of the service.
    public let account: String?
    /// `kSecAttrSynchronizable`: keys of a device never leave it through iCloud.
    public var isSynchronizable: Bool { false }

    public init(service: String, account: String?) { (self.service, self.account) = (service, account) }
}

/// The data of an item, and when they can be read.
public struct KeychainContent: Sendable, Equatable {
    /// `kSecAttrAccessible`.
    public enum Accessibility: Sendable, Equatable {
        /// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`: also while the phone is locked, when a call may ring, and in no
        /// backup that another device could restore.
        case afterFirstUnlockThisDeviceOnly
    }

    /// `kSecValueData`.
    public let data: Data
    public var accessibility: Accessibility { .afterFirstUnlockThisDeviceOnly }

    public init(_ data: Data) { self.data = data }
}

/// The result of a Keychain function: an `OSStatus` of Security's `SecBase.h`.
public struct KeychainStatus: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `errSecSuccess`.
    public static let success = KeychainStatus(rawValue: 0)
    /// `errSecDuplicateItem`.
    public static let duplicateItem = KeychainStatus(rawValue: -25299)
    /// `errSecItemNotFound`.
    public static let itemNotFound = KeychainStatus(rawValue: -25300)
    /// `errSecInteractionNotAllowed`: the phone has not been unlocked since it started.
    public static let interactionNotAllowed = KeychainStatus(rawValue: -25308)
}

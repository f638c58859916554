import TestSupport
import Testing

/// Over a double of the Keychain; AppSystemTests has the same over Apple's functions.
@Suite("Keychain storage", .timeLimit(.minutes(1)))
struct KeychainStorageTests {
    @Test("each rule of the keychain holds", arguments: KeychainRule.allCases)
    func holds(_ rule: KeychainRule) throws { try rule.check(KeychainDouble()) }
}

package import ECallCore
package import Foundation
import Synchronization

/// Secrets in memory, for one test; locked like a Keychain before the first unlock, if a test says so.
package final class MemoryStorage: KeyStorage {
    private struct State {
        var secrets: [SecretName: Data] = [:]
        var isLocked = false
    }

    private let state = Mutex(State())

    package init() {}

    package func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }

    package func read(_ name: SecretName) throws(KeyStorageError) -> Data? { try unlocked { $0[name] } }
    package func write(_ secret: Data, as name: SecretName) throws(KeyStorageError) {
        try unlocked { $0[name] = secret }
    }
    package func remove(_ name: SecretName) throws(KeyStorageError) { try unlocked { $0[name] = nil } }
    package func removeAll() throws(KeyStorageError) { try unlocked { $0 = [:] } }

    private func unlocked<Value: Sendable>(_ use: (inout [SecretName: Data]) -> Value) throws(KeyStorageError) -> Value
    {
        let value: Value? = state.withLock { $0.isLocked ? nil : use(&$0.secrets) }
        guard let value else { throw .locked }
        return value
    }
}

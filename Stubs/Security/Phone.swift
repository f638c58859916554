import Foundation
import Synchronization

/// The Keychain of the phone that a test runs on: it outlives the app's container, and refuses everything until the phone was unlocked
/// once.
@_spi(Phone)
public final class Keychain: Sendable {
    public static let shared = Keychain()

    /// `errSecParam`, `errSecDuplicateItem`, `errSecItemNotFound`, `errSecInteractionNotAllowed`.
    static let (parameter, duplicate, notFound, locked) = (
        OSStatus(-50), OSStatus(-25299), OSStatus(-25300), OSStatus(-25308)
    )

    struct State {
        var items: [CFDictionary] = []
        var isUnlocked = true
        var failure: OSStatus?
        var rival: CFDictionary?
    }

    // Used under the lock alone.
    private nonisolated(unsafe) var state = State()
    private let lock = Mutex<Void>(())

    /// All items, with all of their attributes.
    public var items: [[String: Any]] { lock.withLock { _ in state.items } }

    public func reset() { lock.withLock { _ in state = State() } }
    /// The phone has started and was not unlocked since, or was.
    public func setUnlocked(_ isUnlocked: Bool) { lock.withLock { _ in state.isUnlocked = isUnlocked } }
    /// Every function has this result; nil for its own again.
    public func fail(_ status: OSStatus?) { lock.withLock { _ in state.failure = status } }
    /// Another process adds this item after the next update that finds none.
    public func race(_ item: CFDictionary) { lock.withLock { _ in state.rival = item } }

    func use(_ body: (inout State) -> OSStatus) -> OSStatus {
        lock.withLock { _ in
            if let failure = state.failure { return failure }
            return state.isUnlocked ? body(&state) : Self.locked
        }
    }
}

extension Keychain.State {
    /// The primary key of an item: two items that agree in these are one.
    private static let primary = [kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrSynchronizable]

    mutating func add(_ attributes: CFDictionary) -> OSStatus {
        guard attributes[kSecClass] != nil, attributes[kSecValueData] is Data else { return Keychain.parameter }
        let key = attributes.filter { Self.primary.contains($0.key) }
        guard indices(key).isEmpty else { return Keychain.duplicate }
        items.append(attributes)
        return 0
    }

    func indices(_ query: CFDictionary) -> [Int] {
        items.indices.filter { index in
            Self.primary.allSatisfy { name in
                guard let wanted = query[name] else { return true }
                return String(describing: items[index][name] ?? false) == String(describing: wanted)
            }
        }
    }
}

extension Optional {
    mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}

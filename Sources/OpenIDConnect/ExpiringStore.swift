import Crypto
package import ECallAPI
import Foundation
import ServerFoundation
import Synchronization

/// A bounded in-memory store of short-lived values under secret names. Pure: the caller supplies the time.
///
/// Names are stored as digests, so that the timing of a lookup does not reveal them.
package struct ExpiringStore<Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        let end: Timestamp
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var nextSweep = 64

    package init(capacity: Int = 10_000) { self.capacity = capacity }

    package var count: Int { entries.count }

    /// Stores a value; without room, the one that expires first is dropped.
    package mutating func put(_ value: Value, under name: String, for seconds: Int, at now: Timestamp) {
        if entries.count >= min(nextSweep, capacity) { sweep(at: now) }
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.end < $1.value.end }) {
            entries[oldest.key] = nil
        }
        entries[HexDigest.sha256(name)] = Entry(value: value, end: now.advanced(bySeconds: seconds))
    }

    /// Drops expired values, so that memory is bounded by one lifetime's traffic, and not by the capacity.
    private mutating func sweep(at now: Timestamp) {
        entries = entries.filter { now < $0.value.end }
        nextSweep = max(64, entries.count * 2)
    }

    package func peek(_ name: String, at now: Timestamp) -> Value? {
        guard let entry = entries[HexDigest.sha256(name)], now < entry.end else { return nil }
        return entry.value
    }

    /// Removes and returns the value: only one of two concurrent callers gets it.
    package mutating func take(_ name: String, at now: Timestamp) -> Value? {
        guard let entry = entries.removeValue(forKey: HexDigest.sha256(name)), now < entry.end else { return nil }
        return entry.value
    }

    /// Changes an existing value; its expiry stays.
    package mutating func update<Answer>(_ name: String, at now: Timestamp, _ change: (inout Value) -> Answer)
        -> Answer?
    {
        let key = HexDigest.sha256(name)
        guard var entry = entries[key], now < entry.end else { return nil }
        let answer = change(&entry.value)
        entries[key] = entry
        return answer
    }
}

package final class SharedStore<Value: Sendable>: Sendable {
    private let store: Mutex<ExpiringStore<Value>>

    package init(capacity: Int = 10_000) { store = Mutex(ExpiringStore(capacity: capacity)) }

    package func withLock<Answer: Sendable>(_ body: (inout sending ExpiringStore<Value>) -> Answer) -> Answer {
        store.withLock { store in body(&store) }
    }
}

/// Unguessable texts.
package enum Secret {
    /// Returns 32 random bytes, base64url: 43 characters.
    package static func random() -> String {
        Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }

    /// SHA-256 in base64url, the `S256` of RFC 7636 section 4.2.
    package static func challenge(for verifier: String) -> String {
        Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
    }

    /// Whether the text has the form of the two above.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 43
            && text.utf8.allSatisfy { byte in
                let character = Character(UnicodeScalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || character == "-" || character == "_")
            }
    }
}

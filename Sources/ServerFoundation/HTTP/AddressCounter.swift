import Synchronization

/// Counts something per network address, up to `most`. `ClientAddress` defines what counts as one address.
package final class AddressCounter: Sendable {
    package let most: Int
    private let counts = Mutex<[String: Int]>([:])

    package init(most: Int) { self.most = most }

    /// Counts one for the address; returns false, and counts nothing, if it has reached the limit. No address ("") is unlimited.
    package func take(_ address: String) -> Bool {
        guard !address.isEmpty else { return true }
        let key = ClientAddress.limiterKey(address)
        return counts.withLock { counts in
            guard counts[key, default: 0] < most else { return false }
            counts[key, default: 0] += 1
            return true
        }
    }

    /// Gives back one that was counted.
    package func release(_ address: String) {
        guard !address.isEmpty else { return }
        let key = ClientAddress.limiterKey(address)
        counts.withLock { counts in
            // An address without any takes no memory.
            counts[key] = counts[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    package func count(of address: String) -> Int { counts.withLock { $0[ClientAddress.limiterKey(address)] ?? 0 } }

    /// The number of addresses with a count.
    package var addresses: Int { counts.withLock { $0.count } }
}

import Synchronization

/// How many of something each network address has at a time, and not more than `most`. What counts as one address says
/// `ClientAddress`.
package final class AddressTally: Sendable {
    package let most: Int
    private let counts = Mutex<[String: Int]>([:])

    package init(most: Int) { self.most = most }

    /// Takes one for the address; false, and nothing taken, when it has its share already. No address ("") has no limit.
    package func take(_ address: String) -> Bool {
        guard !address.isEmpty else { return true }
        let key = ClientAddress.limiterKey(address)
        return counts.withLock { counts in
            guard counts[key, default: 0] < most else { return false }
            counts[key, default: 0] += 1
            return true
        }
    }

    /// Gives back one that was taken.
    package func giveBack(_ address: String) {
        guard !address.isEmpty else { return }
        let key = ClientAddress.limiterKey(address)
        counts.withLock { counts in
            // An address that has nothing costs nothing.
            counts[key] = counts[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    package func count(of address: String) -> Int { counts.withLock { $0[ClientAddress.limiterKey(address)] ?? 0 } }

    /// Addresses that have something.
    package var addresses: Int { counts.withLock { $0.count } }
}

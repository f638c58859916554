import Synchronization

/// The number of open WebSockets, by the name of their route.
package final class OpenSockets: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    package init() {}

    package func opened(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
    package func closed(_ name: String) { counts.withLock { $0[name, default: 0] -= 1 } }

    package func count(of name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

    package var byName: [String: Int] { counts.withLock { $0 } }
}

import Synchronization

/// How many WebSockets are open, by the name of their route.
final class OpenSockets: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func opened(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
    func closed(_ name: String) { counts.withLock { $0[name, default: 0] -= 1 } }

    func count(of name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

    var byName: [String: Int] { counts.withLock { $0 } }
}

package import ServerFoundation
import Synchronization

/// A database whose disk the test holds, slows down and counts.
package final class GatedDatabase: Database {
    private struct State {
        var isHeld = false
        var (writes, synced) = (0, 0)
        var waiting: [CheckedContinuation<Void, Never>] = []
        var reached: [CheckedContinuation<Void, Never>] = []
    }

    private let database: any Database
    private let sync: Duration
    private let state = Mutex(State())

    /// - Parameter sync: the minimal duration of each transaction.
    package init(_ database: any Database, sync: Duration = .zero) { (self.database, self.sync) = (database, sync) }

    /// The number of started transactions.
    package var writes: Int { state.withLock { $0.writes } }

    /// The number of those among them that survive a power failure.
    package var synced: Int { state.withLock { $0.synced } }

    /// Holds all writes from now on until `release`.
    package func hold() { state.withLock { $0.isHeld = true } }

    package func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Returns once a write waits.
    package func reached() async {
        await withCheckedContinuation { done in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.reached.append(done) }
                return !state.waiting.isEmpty
            }
            if isThere { done.resume() }
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value { try await database.read(body) }

    package func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        await withCheckedContinuation { go in
            let (isHeld, reached) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                state.writes += 1
                if durability == .synced { state.synced += 1 }
                guard state.isHeld else { return (false, []) }
                state.waiting.append(go)
                defer { state.reached = [] }
                return (true, state.reached)
            }
            for one in reached { one.resume() }
            if !isHeld { go.resume() }
        }
        // Limit: the duration of the disk's write.
        if sync > .zero { try await Task.sleep(for: sync) }
        return try await database.write(durability, body)
    }
}

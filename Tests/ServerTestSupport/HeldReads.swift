package import ServerFoundation
import Synchronization

/// A database with one answer held by the test: the rows have been read, but the caller does not have them yet.
package final class HeldReads: Database {
    private struct State {
        var isArmed = false
        var waiting: CheckedContinuation<Void, Never>?
        var reached: CheckedContinuation<Void, Never>?
        /// The number of queries for few rows.
        var lookUps = 0
    }

    private let database: any Database
    private let state = Mutex(State())

    package init(_ database: any Database) { self.database = database }

    package var lookUps: Int { state.withLock { $0.lookUps } }

    /// Holds the answer to the next query.
    package func holdNext() { state.withLock { $0.isArmed = true } }

    /// Returns once the answer is held.
    package func reached() async {
        await withCheckedContinuation { done in
            let isThere = state.withLock { state in
                if state.waiting == nil { state.reached = done }
                return state.waiting != nil
            }
            if isThere { done.resume() }
        }
    }

    package func release() {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }?.resume()
    }

    package func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let answer = try await database.lookUp(body)
        await withCheckedContinuation { go in
            let (isHeld, reached) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
                state.lookUps += 1
                guard state.isArmed else { return (false, nil) }
                state.isArmed = false
                state.waiting = go
                defer { state.reached = nil }
                return (true, state.reached)
            }
            reached?.resume()
            if !isHeld { go.resume() }
        }
        return answer
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value { try await database.read(body) }

    package func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value { try await database.write(durability, body) }
}

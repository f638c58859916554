/// Why the demonstration failed: what was expected, and what happened instead.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Runs `body`, and fails with `what` when it takes longer than `limit`.
func within<Value: Sendable>(
    _ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw DemoFailure("\(what) did not happen within \(limit)")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw DemoFailure(what) }
        return value
    }
}

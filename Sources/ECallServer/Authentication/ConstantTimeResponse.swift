/// Answers at whole multiples of a time, so that how long something took reveals nothing (OWASP ASVS 6.3.8).
struct ConstantTimeResponse: Sendable {
    /// Zero answers at once.
    let step: Duration

    init(milliseconds: Int) { step = .milliseconds(milliseconds) }

    /// Runs `body` and waits for the next multiple, whether it succeeded or threw.
    func answer<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard step > .zero else { return try await body() }
        let begin = ContinuousClock.now
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        let steps = ((ContinuousClock.now - begin) / step).rounded(.down) + 1
        try await Task.sleep(until: begin + step * Int(steps), clock: .continuous)
        return try result.get()
    }
}

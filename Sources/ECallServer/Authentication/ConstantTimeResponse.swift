/// Delays answers to multiples of a fixed step, so that timing reveals nothing (OWASP ASVS 6.3.8).
struct ConstantTimeResponse: Sendable {
    /// Zero disables the delay.
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

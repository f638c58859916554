/// Repeats what the policy says; the one place where requests are sent again.
struct RetryingTransport: HTTPTransport {
    let transport: any HTTPTransport
    let policy: RetryPolicy
    let time: any TimeSource
    /// In 0 ..< 1.
    let random: @Sendable () -> Double

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let start = time.nanoseconds()
        var attempt = 0
        while true {
            let result = await once(request)
            let elapsed = Duration.nanoseconds(time.nanoseconds() &- start)
            guard
                let delay = policy.delay(after: result, attempt: attempt, elapsed: elapsed, random: random())
            else { return try result.get() }
            attempt += 1
            do { try await time.sleep(for: delay) } catch { throw .cancelled }
        }
    }

    private func once(_ request: HTTPRequest) async -> Result<HTTPResponse, HTTPTransportError> {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        do throws(HTTPTransportError) {
            return .success(try await transport.perform(request))
        } catch {
            return .failure(error)
        }
    }
}

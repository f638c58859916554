import Synchronization

/// Retries by the policy; the one place where requests are sent again.
struct RetryingTransport: HTTPTransport {
    let transport: any HTTPTransport
    let policy: RetryPolicy
    let time: any TimeSource
    /// In 0 ..< 1.
    let random: @Sendable () -> Double
    private let contact = Contact()

    init(
        transport: any HTTPTransport, policy: RetryPolicy, time: any TimeSource,
        random: @escaping @Sendable () -> Double
    ) {
        (self.transport, self.policy, self.time, self.random) = (transport, policy, time, random)
    }

    /// Whether there was ever an answer.
    private final class Contact: Sendable {
        let isMade = Atomic(false)
    }

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let start = time.nanoseconds()
        var attempt = 0
        while true {
            let result = await once(request)
            if case .success = result { contact.isMade.store(true, ordering: .relaxed) }
            let isFirst = !contact.isMade.load(ordering: .relaxed)
            let elapsed = Duration.nanoseconds(time.nanoseconds() &- start)
            guard
                let delay = policy.delay(
                    after: result, attempt: attempt, elapsed: elapsed, random: random(), isFirst: isFirst)
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

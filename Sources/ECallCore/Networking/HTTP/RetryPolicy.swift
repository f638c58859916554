import ECallAPI
import Foundation

/// When a request is sent again: connection errors, time-outs and 408, 429, 500, 502, 503, 504 (wire-protocol 1.4), for
/// every method, because the server detects repetitions by natural keys.
public struct RetryPolicy: Sendable, Equatable {
    /// The statuses that are tried again.
    public static let repeatableStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// The most repetitions of a request.
    public var repetitions: Int
    /// The same for a host that refuses at once, since that takes no time of its own.
    static let refusalRepetitions = 12
    public var backoff: Backoff
    /// No repetition begins later than this after the first try began.
    public var timeout: Duration

    public init(repetitions: Int = 3, backoff: Backoff = .requests, timeout: Duration = .seconds(60)) {
        self.repetitions = repetitions
        self.backoff = backoff
        self.timeout = timeout
    }

    /// Returns the delay before the request is retried; nil if its result is final. The page has the same rule, except for
    /// refused connections (Tests/Vectors/backoff.json).
    ///
    /// - Parameters:
    ///   - attempt: how often it was repeated before.
    ///   - elapsed: since the first try began.
    ///   - random: in 0 ..< 1.
    ///   - isFirst: the server has never answered: a refusal stands then, for the address may be wrong.
    func delay(
        after result: Result<HTTPResponse, HTTPTransportError>, attempt: Int, elapsed: Duration, random: Double,
        isFirst: Bool
    ) -> Duration? {
        var limit = repetitions
        if case .failure(let error) = result, error.isRefusal {
            limit = isFirst ? 0 : max(limit, Self.refusalRepetitions)
        }
        guard attempt < limit else { return nil }
        var delay = backoff.delay(attempt: attempt, random: random)
        switch result {
        case .failure(.unreachable), .failure(.timeout): break
        case .failure(let error) where error.isRefusal: break
        case .failure: return nil
        case .success(let response):
            guard Self.repeatableStatuses.contains(response.status) else { return nil }
            // A limit with a name of its own (20 links an hour) is not over in a few seconds.
            if response.status == 429, let code = response.envelope?.error.code,
                code != ErrorCode.tooManyRequests.rawValue
            {
                return nil
            }
            // Delay-seconds alone (RFC 9110 section 10.2.3).
            if let written = response.headers["retry-after"], !written.isEmpty,
                written.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
            {
                guard let seconds = Int(written), Duration.seconds(seconds) <= backoff.longest else { return nil }
                delay = max(delay, .seconds(seconds))
            }
        }
        return elapsed + delay <= timeout ? delay : nil
    }
}

extension HTTPResponse {
    /// The error envelope, if the body is one (wire-protocol 1.4).
    var envelope: ErrorEnvelope? { try? JSONDecoder().decode(ErrorEnvelope.self, from: body) }
}

import Foundation
import Testing

@testable import ECallCore

@Suite("Back-off", .timeLimit(.minutes(1)))
struct BackoffTests {
    /// The vectors that the page's tests read as well, in milliseconds.
    private struct Vectors: Decodable {
        struct Limits: Decodable {
            let first: Int
            let longest: Int
        }
        struct Wait: Decodable {
            let backoff: String
            let attempt: Int
            let random: Double
            let delay: Double
        }
        struct Retry: Decodable {
            let name: String
            let status: Int?
            let failure: String?
            let code: String?
            let retryAfter: String?
            let attempt: Int
            let elapsed: Double
            let random: Double
            let wait: Double?

            var result: Result<HTTPResponse, HTTPTransportError> {
                guard let status else { return .failure(failure == "timeout" ? .timeout : .unreachable) }
                let headers = retryAfter.map { ["retry-after": $0] } ?? [:]
                var response = code.map { HTTPResponse.refusal($0, status: status) } ?? .json("", status: status)
                response.headers = headers
                return .success(response)
            }
        }
        let backoffs: [String: Limits]
        let delays: [Wait]
        let retries: [Retry]

        static func read() throws -> Self {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Vectors/backoff.json").standardizedFileURL
            return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        }
    }

    private static let backoffs: [String: Backoff] = [
        "requests": .requests, "sockets": .sockets, "urgent": .urgent, "media": .media,
    ]

    @Test("back-offs begin and end with the waits of the vectors")
    func limits() throws {
        let expected = try Vectors.read().backoffs.mapValues {
            Backoff(first: .milliseconds($0.first), longest: .milliseconds($0.longest))
        }
        #expect(Self.backoffs == expected)
    }

    @Test("the wait before each repetition is that of the vectors")
    func delays() throws {
        let delays = try Vectors.read().delays
        #expect(delays.count == 125)
        for item in delays {
            let backoff = try #require(Self.backoffs[item.backoff])
            let found = backoff.delay(attempt: item.attempt, random: item.random) / Duration.milliseconds(1)
            #expect(
                abs(found - item.delay) < 0.001, "\(item.backoff), attempt \(item.attempt), random \(item.random)")
        }
    }

    @Test("a request is sent again when the vectors say so")
    func retries() throws {
        let retries = try Vectors.read().retries
        #expect(retries.count == 57)
        for item in retries {
            let found = RetryPolicy().delay(
                after: item.result, attempt: item.attempt, elapsed: .milliseconds(item.elapsed), random: item.random,
                isFirst: false
            ).map { $0 / Duration.milliseconds(1) }
            if let found, let wait = item.wait {
                #expect(abs(found - wait) < 0.001, "\(item.name)")
            } else {
                #expect(found == item.wait, "\(item.name)")
            }
        }
    }
}

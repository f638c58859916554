import ECallAPI
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Uniform timing", .timeLimit(.minutes(1)), .serialized)
struct ConstantTimeResponseTests {
    private static func time(_ body: () async throws -> Void) async rethrows -> Duration {
        try await ContinuousClock().measure { try await body() }
    }

    @Test("an answer comes at a multiple of the step, whether it succeeds or fails")
    func multiples() async throws {
        let timing = ConstantTimeResponse(milliseconds: 40)
        struct Failure: Error {}
        #expect(try await Self.time { try await timing.answer {} } >= .milliseconds(40))
        let late = try await Self.time {
            try await timing.answer {
                let end = ContinuousClock.now + .milliseconds(50)
                while ContinuousClock.now < end { try await pause() }
            }
        }
        #expect(late >= .milliseconds(80))
        let failed = await Self.time {
            await #expect(throws: Failure.self) { try await timing.answer { throw Failure() } }
        }
        #expect(failed >= .milliseconds(40))
    }

    @Test("ASVS 6.3.8: known and unknown accounts take the same time, at each step of sign-in")
    func signIn() async throws {
        try await TestApp.run(uniformAnswerTime: 100) { app in
            _ = try await app.signIn("known@example.net")
            var times: [String: [Duration]] = [:]
            // More rounds if the machine was busy in all of the first: a real difference shows in every round.
            for round in 0..<20
            where round < 5 || ["login", "code"].contains(where: { Self.difference(times, $0) >= Self.most }) {
                for (name, email) in [("known", "known@example.net"), ("unknown", "u\(round)@example.net")] {
                    app.clock.advance(seconds: 3600)
                    times[name + " login", default: []].append(
                        try await Self.time { try await app.call(.login, LoginRequest(email: email)).expectOK() })
                    times[name + " code", default: []].append(
                        try await Self.time {
                            try await app.call(.verifyLogin, VerifyLoginRequest(code: "12345", email: email))
                                .expect(.invalidOTP)
                        })
                }
            }
            for step in ["login", "code"] {
                // The fastest of all: a busy machine makes answers later, never earlier.
                let known = try #require(times["known " + step]?.min())
                let unknown = try #require(times["unknown " + step]?.min())
                print("measured: \(step) of a known account \(known), of an unknown one \(unknown)")
                #expect(known >= .milliseconds(100) && unknown >= .milliseconds(100))
                #expect(Self.difference(times, step) < Self.most)
            }
        }
    }

    private static let most = Duration.milliseconds(60)

    /// The difference between the fastest answers of a step.
    private static func difference(_ times: [String: [Duration]], _ step: String) -> Duration {
        guard let known = times["known " + step]?.min(), let unknown = times["unknown " + step]?.min() else {
            return .zero
        }
        return max(known - unknown, unknown - known)
    }
}

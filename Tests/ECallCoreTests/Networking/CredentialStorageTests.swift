import ECallAPI
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCore

@Suite("Credential storage", .timeLimit(.minutes(1)))
struct CredentialStorageTests {
    /// Credentials that live for `seconds` from the start of the test clock.
    private static func credentials(turn: Int, stomp: Double) -> CredentialsResponse {
        CredentialsResponse(
            noneTlsUrl: "turn:127.0.0.1:3478", turnUsername: "\(1_800_000_000 + turn):77", turnPassword: "p",
            rabbitmqToken: "t", rabbitmqTokenExpiresAt: 1_800_000_000 + stomp)
    }

    @Test("the expiry of a relay's user name is found on either side of the name")
    func names() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        for (name, life) in [
            ("1800000600:7", 540.0), ("u7:1800000600:77", 540), ("u7", 1740), ("", 1740), ("a:b:1800000600", 1740),
        ] {
            let credentials = CredentialsResponse(
                noneTlsUrl: "turn:127.0.0.1:3478", turnUsername: name, turnPassword: "p", rabbitmqToken: "t",
                rabbitmqTokenExpiresAt: nil)
            let end = CredentialStorage.end(of: credentials, from: now)
            #expect(end.timeIntervalSince(now) == life, "\(name)")
        }
    }

    @Test(
        "they are fetched again shortly before the first of them runs out",
        arguments: [(3600, 7200.0, 3540), (7200, 3600.0, 3540), (300, 7200.0, 270), (100, 7200.0, 85)])
    func expiry(turn: Int, stomp: Double, lasts: Int) async throws {
        let time = ManualTime()
        let count = Mutex(0)
        let storage = CredentialStorage(clock: ServerClock(time: time)) { () async throws(APIClientError) in
            count.withLock { $0 += 1 }
            return Self.credentials(turn: turn, stomp: stomp)
        }
        _ = try await storage.credentials()
        time.advance(by: .seconds(lasts - 1))
        _ = try await storage.credentials()
        #expect(count.withLock { $0 } == 1)
        time.advance(by: .seconds(1))
        _ = try await storage.credentials()
        #expect(count.withLock { $0 } == 2)
    }

    /// 002-3, 003-23
    @Test("one request serves all who ask at once; refused ones are forgotten; errors are not kept")
    func shared() async throws {
        let count = Mutex(0)
        let isBroken = Mutex(true)
        let gate = AsyncStream.makeStream(of: Void.self)
        let storage = CredentialStorage(clock: ServerClock(time: ManualTime())) { () async throws(APIClientError) in
            count.withLock { $0 += 1 }
            if isBroken.withLock({ $0 }) { throw .timeout }
            for await _ in gate.stream { break }
            return Self.credentials(turn: 3600, stomp: 3600)
        }
        await #expect(throws: APIClientError.timeout) { try await storage.credentials() }
        isBroken.withLock { $0 = false }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = try await storage.credentials() } }
            gate.continuation.yield()
            try await group.waitForAll()
        }
        #expect(count.withLock { $0 } == 2)
        await storage.invalidate()
        gate.continuation.finish()
        _ = try await storage.credentials()
        #expect(count.withLock { $0 } == 3)
    }
}

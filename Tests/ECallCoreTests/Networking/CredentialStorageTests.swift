import ECallAPI
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCore

@Suite("Credential storage", .timeLimit(.minutes(1)))
struct CredentialStorageTests {
    /// The vectors that the page's tests read as well.
    private struct Vectors: Decodable {
        struct Relays: Decodable {
            let name: String
            let response: CredentialsResponse
            let relays: [String]
        }
        struct Life: Decodable {
            let name: String
            let turnUsername: String
            let rabbitmqTokenExpiresAt: Double?
            let now: Double
            let life: Double
        }
        let relays: [Relays]
        let lives: [Life]

        static func read() throws -> Self {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Vectors/credentials.json").standardizedFileURL
            return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        }
    }

    @Test("the relays are those of the vectors")
    func relays() throws {
        let rows = try Vectors.read().relays
        #expect(rows.count == 76)
        for row in rows {
            let expected = try row.relays.map { try #require(TURNURI($0)) }
            #expect(row.response.relays == expected, "\(row.name)")
        }
    }

    @Test("credentials are used for as long as in the vectors")
    func lives() throws {
        let rows = try Vectors.read().lives
        #expect(rows.count == 38)
        for row in rows {
            let credentials = CredentialsResponse(
                noneTlsUrl: "turn:127.0.0.1:3478", turnUsername: row.turnUsername, turnPassword: "p",
                rabbitmqToken: "t", rabbitmqTokenExpiresAt: row.rabbitmqTokenExpiresAt)
            let now = Date(timeIntervalSince1970: row.now)
            let life = CredentialStorage.end(of: credentials, from: now).timeIntervalSince(now)
            #expect(abs(life - row.life) < 0.001, "\(row.name)")
        }
    }

    /// Credentials that live for `seconds` from the start of the test clock.
    private static func credentials(turn: Int, stomp: Double) -> CredentialsResponse {
        CredentialsResponse(
            noneTlsUrl: "turn:127.0.0.1:3478", turnUsername: "\(1_800_000_000 + turn):77", turnPassword: "p",
            rabbitmqToken: "t", rabbitmqTokenExpiresAt: 1_800_000_000 + stomp)
    }

    @Test(
        "credentials are fetched again shortly before the first of them expires",
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
    @Test("one request serves all simultaneous callers; refused credentials are forgotten; errors are not kept")
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

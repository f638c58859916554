import CallEngine
import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

@Suite("Attacks: a stranger's ids", .timeLimit(.minutes(5)))
struct StrangersIDsTests {
    /// Who: someone who is signed in and knows every number of Vera's: devices, calls, rooms, requests, login methods.
    /// With: each of them, at each endpoint that takes one.
    /// Gets: her device disconnected, its mailbox emptied, the existence of accounts (before) → nothing, and no one is
    /// notified (now).
    @Test("another person's ids change nothing and notify no one at any endpoint")
    func everyEndpoint() async throws {
        try await VictimWorld.run { world in
            let secrets = try await world.secrets
            for endpoint in Endpoint.allCases {
                let attempts = StrangerAttempt.all(at: endpoint, world)
                #expect(!attempts.isEmpty, "\(endpoint)")
                for (index, attempt) in attempts.enumerated() {
                    let stranger = try await world.app.signIn("mallory-\(endpoint)-\(index)@example.net", name: "Mal")
                    try await Self.perform(attempt, at: endpoint, as: stranger, world, secrets)
                }
            }
        }
    }

    private static func perform(
        _ attempt: StrangerAttempt, at endpoint: Endpoint, as stranger: Person, _ world: VictimWorld,
        _ secrets: [String]
    ) async throws {
        let name: Comment = "\(endpoint): \(attempt.what)"
        _ = try await world.told()
        let before = try await world.dump(without: stranger, tables: attempt.tables)
        let answer = try await world.app.call(
            endpoint, id: attempt.id, attempt.body, as: stranger, query: attempt.query)
        switch attempt.answer {
        case .ok: #expect(answer.status == 200, "\(name): \(answer.text)")
        case .refused: #expect((400..<500).contains(answer.status), "\(name): \(answer.text)")
        case .code(let code): answer.expect(code)
        }
        #expect(!secrets.contains { answer.text.contains($0) }, "\(name): \(answer.text)")
        let told = try await world.told().filter { !$0.contains("\(stranger.id)") }
        #expect(told == [], name)
        let after = try await world.dump(without: stranger, tables: attempt.tables)
        #expect(before.symmetricDifference(after) == [], name)
        for person in [world.vera, world.fay] { #expect(await world.sessions.isOnline(person.identity), name) }
    }

    /// Who: the same.
    /// With: E2EE messages of every kind for her calls, to all and to her.
    /// Gets: nothing; no one is notified (e2ee 7).
    @Test("E2EE messages for other people's calls are dropped")
    func texts() async throws {
        try await VictimWorld.run { world in
            let stranger = try await world.app.signIn("mallory@example.net", name: "Mal")
            let wire = await SignalWire(stranger.identity, to: world.sessions, takesE2EE: true)
            wire.open()
            while await !world.sessions.isOnline(stranger.identity) { try await pause() }
            _ = try await world.told()
            for kind in E2EEKind.allCases {
                for call in [world.running, world.past] {
                    let start = "{\"type\":\"e2ee\",\"callId\":\(call),\"kind\":\"\(kind)\","
                    try wire.send(start + "\"body\":\"t\"}")
                    try wire.send(start + "\"bodies\":{\"\(world.vera.id)_\(world.vera.device)\":\"t\"}}")
                }
            }
            while await world.sessions.statistics.dropped[.noCall] != 4 * E2EEKind.allCases.count { try await pause() }
            #expect(try await world.told() == [])
        }
    }

    /// Who: the same.
    /// With: numbers at the limits of ids, in every path that takes one.
    /// Gets: a clear refusal or nothing at all, never a server error.
    @Test(
        "malformed ids in paths never cause a server error",
        arguments: [
            "0", "-1", "4294967296", "9007199254740991", "9007199254740992",
            "9223372036854775808", "18446744073709551616", "1e3", "0x10", "%31",
        ])
    func edges(number: String) async throws {
        try await VictimWorld.run { world in
            let stranger = try await world.app.signIn("mallory@example.net", name: "Mal")
            _ = try await world.told()
            for endpoint in Endpoint.allCases where endpoint.path.contains("{id}") {
                guard let attempt = StrangerAttempt.all(at: endpoint, world).first else { continue }
                let before = try await world.dump(without: stranger)
                let path = "/app/api" + endpoint.path.replacing("{id}", with: number)
                let body = try attempt.body.map { try JSONEncoder().encode($0) }
                let answer = try await world.app.send(endpoint.method.http, path, body, token: stranger.accessToken)
                #expect(answer.status == 200 || (400..<500).contains(answer.status), "\(endpoint): \(answer.text)")
                #expect(try await world.told() == [], "\(endpoint)")
                #expect(try await world.dump(without: stranger) == before, "\(endpoint)")
            }
        }
    }
}

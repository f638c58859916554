import CallEngine
import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// Every endpoint, by a suspended person.
@Suite("Attacks: a suspended account", .timeLimit(.minutes(5)))
struct SuspendedTests {
    /// Who: someone who was suspended a moment ago, with a valid token of a signed-in device.
    /// With: all that a stranger may name, at every endpoint.
    /// Gets: `ErrAccountSuspended`, except for the account's own data; nothing changes and no one is notified.
    @Test("a suspended account can only export its data and delete itself")
    func everyEndpoint() async throws {
        try await VictimWorld.run { world in
            let app = world.app
            let mallory = try await app.signIn("mallory@example.net", name: "Mal", publicKey: TestKeys.p256())
            let maintenance = Maintenance(directory: app.dataDirectory, clock: WallClock { app.clock.now })
            try await maintenance.suspend(maintenance.user("\(mallory.id)"), reason: "", until: nil)
            while try await !world.hasSeenSuspensions { try await pause() }
            // Endpoints without a token are open to everyone, and the permitted ones change only the account's own data.
            let endpoints = Endpoint.allCases.filter { $0.authorization != .none && !$0.isOpenToSuspended }
            #expect(endpoints.count > 40)
            for endpoint in endpoints {
                for attempt in StrangerAttempt.all(at: endpoint, world) {
                    _ = try await world.told()
                    let before = try await world.dump(without: world.gus)
                    let answer = try await app.call(
                        endpoint, id: attempt.id, attempt.body, as: mallory, query: attempt.query)
                    answer.expect(.accountSuspended)
                    #expect(try await world.told() == [], "\(endpoint): \(attempt.what)")
                    let after = try await world.dump(without: world.gus)
                    #expect(before.symmetricDifference(after) == [], "\(endpoint): \(attempt.what)")
                }
            }
            let open = Endpoint.allCases.filter(\.isOpenToSuspended)
            #expect(Set(open) == [.user, .exportAccount, .deleteUser, .cancelDelete, .logout])
            for endpoint in [Endpoint.user, .exportAccount, .deleteUser, .cancelDelete, .logout] {
                try await app.call(endpoint, as: mallory).expectOK()
            }
        }
    }

    /// Who: the same, whose signalling socket was closed.
    /// With: an earlier passcode, which is valid for hours.
    /// Gets: no session, until the suspension is lifted.
    @Test("a suspension closes the signalling socket, which can reconnect once it is lifted")
    func sockets() async throws {
        try await VictimWorld.run { world in
            let (app, vera) = (world.app, world.vera)
            let maintenance = Maintenance(directory: app.dataDirectory, clock: WallClock { app.clock.now })
            let user = try await maintenance.user("\(vera.id)")
            try await maintenance.suspend(user, reason: "", until: nil)
            while await world.sessions.isOnline(vera.identity) { try await pause() }
            #expect(await world.sessions.isOnline(world.fay.identity))
            #expect(await world.calls.activeCalls.call(of: vera.id) == nil)
            #expect(try await world.directoryKnows(vera) == false)
            try await maintenance.unsuspend(user)
            #expect(try await world.directoryKnows(vera))
        }
    }

    /// Who: a stranger.
    /// With: everything that reveals something about a person: search, number, link, keys.
    /// Gets: the same as before the person was suspended.
    @Test("a stranger cannot tell that an account is suspended")
    func outside() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana", publicKey: TestKeys.p256())
            let (bo, eve) = (try await app.signIn("bo@example.net"), try await app.signIn("eve@example.net"))
            try await app.befriend(ana, bo)
            let token = try await app.call(.createShareToken, as: ana).value(TokenBody.self)
            func seen() async throws -> [String] {
                let keys = PublicKeysRequest(userIds: [ana.id])
                var answers = [
                    try await app.call(.contacts, as: bo), try await app.call(.publicKeys, keys, as: bo),
                    try await app.call(.publicKeys, keys, as: eve),
                    try await app.call(.resolveShareToken, token, as: eve),
                ].map { "\($0.status) \($0.text)" }
                let found: SearchResponse = try await app.call(
                    .searchContacts, SearchRequest(email: ana.email), as: eve
                ).value()
                answers += found.results.map(\.displayName)
                return answers
            }
            let before = try await seen()
            try await SuspensionTests.suspend(ana, in: app, reason: "Known to the owner alone.")
            #expect(try await seen() == before)
            let request = FriendRequestTarget(targetUserId: ana.id)
            try await app.call(.sendFriendRequest, request, as: eve).expectOK()
            try await app.call(.report, ReportRequest(userId: ana.id, reason: .spam), as: eve).expectOK()
        }
    }
}

extension VictimWorld {
    fileprivate var hasSeenSuspensions: Bool {
        get async throws { try await database.read { try SuspensionRepository($0).changed().isEmpty } }
    }

    /// Whether signalling and media accept connections of the device.
    fileprivate func directoryKnows(_ person: Person) async throws -> Bool {
        try await DatabaseDirectory(database: database, clock: WallClock { app.clock.now })
            .isRegistered(person.identity)
    }
}

import ECallAPI
import Foundation
import HummingbirdCore
import NIOCore
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import OpenIDConnect
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// Vera, whom a stranger must not affect: she talks with Fay on one device while signals are queued for her other one, has
/// a past call, a pending request of Gus, a link, and is not searchable.
///
/// The signals go through the real sessions, to sessions that the test reads.
struct VictimWorld: Sendable {
    let app: TestApp
    let database: any Database
    let sessions: SignalSessions
    let calls: CallService
    let rings: RecordingRings
    let vera: Person
    let veraAway: Person
    let fay: Person
    let gus: Person
    let running: CallID
    let past: CallID
    let room: RoomID = 77
    /// Anyone may use the first; the second was made for Fay by her search.
    let shareToken: String
    let tokenForFay: String
    let veraMethod: LoginMethodID
    private let wires: [SignalWire]

    static func run(_ body: @escaping @Sendable (VictimWorld) async throws -> Void) async throws {
        let (shelf, rings) = (Shelf<Parts>(), RecordingRings())
        var limits = Limits.development
        limits.friendRequestsById = Rate(count: 10_000, seconds: 86_400)
        try await TestApp.run(
            limits: limits,
            callParts: { dependencies in
                let parts = try await Parts(dependencies, rings)
                shelf.put(parts)
                return parts.callParts(dependencies)
            },
            { app in
                let parts = try #require(shelf.item)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await SignalRouter(sessions: parts.sessions, authority: parts.calls).run() }
                    try await body(try await VictimWorld(app, parts, rings))
                    group.cancelAll()
                }
            })
    }

    /// The real signalling and calls, without sockets and Janus.
    private struct Parts: Sendable {
        let database: any Database
        let sessions: SignalSessions
        let calls: CallService

        init(_ dependencies: CallDependencies, _ rings: RecordingRings) async throws {
            database = dependencies.database
            sessions = try await SignalSessions.restored(
                from: database, directory: dependencies.directory, now: dependencies.clock.now,
                logger: dependencies.logger)
            calls = CallService(
                directory: dependencies.directory, signals: sessions, rooms: OpenRooms(),
                records: DatabaseCallRecords(database: database), push: rings, now: dependencies.clock.now,
                logger: dependencies.logger)
        }

        func callParts(_ dependencies: CallDependencies) -> CallParts {
            let (calls, now) = (calls, dependencies.clock.now)
            let history = CallHistoryController(database: database, now: now)
            let controller = CallRequestController(calls: calls, database: database)
            let credentials = CredentialsController(
                signalingTokens: SignalingTokens(key: dependencies.secrets.key(for: .signalingTokens)),
                turn: TURNCredentials(secret: "secret"), relay: { TURNAddresses(hosts: ["127.0.0.1"], port: 1) },
                now: now, turnTime: now)
            return CallParts(
                signals: sessions, presence: calls,
                addRoutes: { (api: APIRouter) -> Void in
                    controller.addRoutes(to: api)
                    history.addRoutes(to: api)
                    credentials.addRoutes(to: api)
                }, server: { _ in .http1() }, services: [])
        }
    }

    private init(_ app: TestApp, _ parts: Parts, _ rings: RecordingRings) async throws {
        (self.app, self.rings) = (app, rings)
        (database, sessions, calls) = (parts.database, parts.sessions, parts.calls)
        veraAway = try await app.signIn("vera@example.net", name: "Vera Secret", publicKey: TestKeys.p256())
        vera = try await app.signIn("vera@example.net", publicKey: TestKeys.p256())
        fay = try await app.signIn("fay@example.net", name: "Fay Secret", publicKey: TestKeys.p256())
        gus = try await app.signIn("gus@example.net", name: "Gus Secret", publicKey: TestKeys.p256())
        try await app.befriend(vera, fay)
        try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: vera.id), as: gus).expectOK()
        let found: SearchResponse = try await app.call(.searchContacts, SearchRequest(email: vera.email), as: fay)
            .value()
        tokenForFay = try #require(found.results.first).token
        shareToken = try await app.call(.createShareToken, as: vera).value(TokenBody.self).token
        try await app.call(.updatePrivacy, PrivacySettings(searchable: false), as: vera).expectOK()
        let methods: LoginMethodsResponse = try await app.call(.loginMethods, as: vera).value()
        veraMethod = try #require(methods.loginMethods.first).id

        var wires: [SignalWire] = []
        for person in [vera, fay] {
            let wire = await SignalWire(person.identity, to: sessions, takesExtensions: true, takesE2EE: true)
            wire.open()
            while await !sessions.isOnline(person.identity) { try await pause() }
            wires.append(wire)
        }
        self.wires = wires
        past = try await Self.talk(app, vera, fay, room: 76)
        try await app.call(.endCall, EndCallRequest(callId: past), as: vera).expectOK()
        running = try await Self.talk(app, vera, fay, room: room)
        await sessions.deliver(Signal.sample(.loginWarning), to: veraAway.identity)
        _ = try await told()
    }

    private static func talk(_ app: TestApp, _ one: Person, _ other: Person, room: RoomID) async throws -> CallID {
        let key = DeviceKey(user: other.id, device: other.device).description
        let request = StartCallRequest(
            roomId: room, calleeIds: [other.id], encryptedAESKeys: [key: "wrapped"], isVideo: false)
        let started: StartCallResponse = try await app.call(.startCall, request, as: one).value()
        let call = started.callRecord.id
        try await app.call(.joinCall, id: call.rawValue, as: other).expectOK()
        for person in [one, other] {
            let status = UpdateParticipantRequest(callId: nil, userId: nil, status: .connected)
            try await app.call(.updateParticipant, id: call.rawValue, status, as: person).expectOK()
        }
        return call
    }

    // MARK: - What happened

    /// Everything that anyone was notified of since the last call: signals, pushes, rings; and disconnections.
    func told() async throws -> [String] {
        // After everything the calls still have to send.
        await calls.tick()
        var lines = app.push.take() + rings.take()
        let marker = Signal.sample(.callEnded, call: 4_040_404)
        for wire in wires {
            await sessions.deliver(marker, to: wire.session.identity)
            while case let line = try await wire.takes(), !line.hasSuffix("call_ended 4040404") {
                lines.append("\(line) → \(wire.session.identity.device)")
            }
        }
        return lines
    }

    /// Every row of every table except those that are `person`'s alone, and the queued signals of mailboxes.
    func dump(without person: Person, tables allowed: Set<String> = []) async throws -> Set<String> {
        let mine = ["\(person.id)", "\(person.device)", person.email]
        let others = [vera, veraAway, fay, gus].flatMap { ["\($0.id)", "\($0.device)"] }
        let rows = try await database.read { sql in
            var rows: Set<String> = []
            let tables = try sql.query("SELECT name FROM sqlite_master WHERE type = 'table'", [:])
            // The server itself records in `readiness` that it is alive.
            let others = allowed.union(["readiness"])
            for table in try tables.map({ try $0.text("name") }) where !others.contains(table) {
                // The owner of a refresh token is stored elsewhere.
                let owner = ", (SELECT user_id FROM token_families WHERE id = family_id) AS owner"
                let columns = table == "refresh_tokens" ? "*" + owner : "*"
                for row in try sql.query("SELECT \(columns) FROM \"\(table)\"", [:]) {
                    let columns = row.columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                    rows.insert("\(table): " + columns.joined(separator: " "))
                }
            }
            return rows
        }
        let waiting = await sessions.mailboxDepth.waiting.map { "waiting: \($0.key.rawValue) \($0.value)" }
        return rows.union(waiting).filter { row in
            !mine.contains { row.contains($0) } || others.contains { row.contains($0) }
        }
    }

    /// Texts that no answer to a stranger may contain.
    var secrets: [String] {
        get async throws {
            let people = [vera, veraAway, fay, gus]
            let keys = try await database.read { sql in
                try people.flatMap { try DeviceRepository(sql).devices(of: $0.id).map(\.publicKey) }
            }
            return keys + people.map { "\($0.device)" } + ["Vera Secret", "Fay Secret", "Gus Secret"]
        }
    }
}

extension RecordingRings {
    /// The rings since the last call.
    func take() -> [String] { takeRings().map { "ring → \($0.device)" } }
}

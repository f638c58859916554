import CallEngine
import ECallAPI
import Foundation
import HummingbirdCore
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

/// Calls over a real database and real requests, without Janus and without sockets.
struct StoredCalls: Sendable {
    let app: TestApp
    let database: any Database
    let calls: CallService
    let signals: RecordingSignals
    let rooms: OpenRooms
    let push: RecordingRings
    let records: GatedRecords
    private let dependencies: CallDependencies

    static func run(
        limits: Limits = .development, _ body: @escaping @Sendable (StoredCalls) async throws -> Void
    ) async throws {
        let shelf = Shelf<CallDependencies>()
        let (signals, rooms, push) = (RecordingSignals(), OpenRooms(), RecordingRings())
        let made = Shelf<Made>()
        try await TestApp.run(
            limits: limits,
            callParts: { dependencies in
                let one = Made(dependencies, signals, rooms, push)
                made.put(one)
                shelf.put(dependencies)
                return one.parts(dependencies, signals)
            },
            { app in
                let (one, dependencies) = (try #require(made.item), try #require(shelf.item))
                let bench = StoredCalls(
                    app: app, database: dependencies.database, calls: one.calls, signals: signals, rooms: rooms,
                    push: push, records: one.records, dependencies: dependencies)
                try await body(bench)
            })
    }

    private struct Made: Sendable {
        let records: GatedRecords
        let calls: CallService

        init(
            _ dependencies: CallDependencies, _ signals: RecordingSignals, _ rooms: OpenRooms, _ push: RecordingRings
        ) {
            records = GatedRecords(DatabaseCallRecords(database: dependencies.database))
            var machine = ActiveCalls.Limits()
            machine.participants = dependencies.settings.limits.callParticipants
            calls = CallService(
                directory: dependencies.directory, signals: signals, rooms: rooms, records: records, push: push,
                limits: machine, rates: CallRates(dependencies.settings.limits), beatInterval: .seconds(86_400),
                now: dependencies.clock.now,
                logger: dependencies.logger)
        }

        func parts(_ dependencies: CallDependencies, _ signals: RecordingSignals) -> CallParts {
            let calls = calls
            let history = CallHistoryController(database: dependencies.database, now: dependencies.clock.now)
            let controller = CallRequestController(calls: calls, database: dependencies.database)
            return CallParts(
                signals: signals, presence: calls,
                addRoutes: { (api: APIRouter) -> Void in
                    controller.addRoutes(to: api)
                    history.addRoutes(to: api)
                }, server: { _ in .http1() }, services: [],
                collect: { (registry: MetricsRegistry) -> Void in calls.attach(registry) })
        }
    }

    /// Kills the server and starts another one with the database.
    func restarted(_ signals: RecordingSignals = RecordingSignals(), rooms: OpenRooms = OpenRooms()) async throws
        -> CallService
    {
        let calls = CallService(
            directory: dependencies.directory, signals: signals, rooms: rooms,
            records: DatabaseCallRecords(database: database), push: push, now: dependencies.clock.now,
            logger: dependencies.logger)
        try await calls.restore()
        return calls
    }

    // MARK: - People

    /// Signs a person in on a device with a key, as a friend of `friends`.
    func person(_ address: String, name: String? = nil, friends: [Person] = []) async throws -> Person {
        let person = try await app.signIn("\(address)@example.net", name: name ?? address, publicKey: TestKeys.p256())
        for friend in friends { try await app.befriend(person, friend) }
        return person
    }

    func request(_ callees: [Person], room: RoomID = 77) -> StartCallRequest {
        StartCallRequest(
            roomId: room, calleeIds: callees.map(\.id),
            encryptedAESKeys: Dictionary(
                uniqueKeysWithValues: callees.map {
                    (DeviceKey(user: $0.id, device: $0.device).description, "wrapped-for-\($0.device)")
                }), isVideo: true)
    }

    func start(_ caller: Person, _ callees: [Person], room: RoomID = 77) async throws -> CallID {
        let answer: StartCallResponse = try await app.call(.startCall, request(callees, room: room), as: caller).value()
        return answer.callRecord.id
    }

    /// Starts a call and connects its participants.
    func connected(_ caller: Person, _ callees: [Person], room: RoomID = 77) async throws -> CallID {
        let call = try await start(caller, callees, room: room)
        for person in callees { try await app.call(.joinCall, id: call.rawValue, as: person).expectOK() }
        for person in [caller] + callees {
            await calls.sessionOpened(person.identity)
            let status = UpdateParticipantRequest(callId: nil, userId: nil, status: .connected)
            try await app.call(.updateParticipant, id: call.rawValue, status, as: person).expectOK()
        }
        return call
    }

    func end(_ call: CallID, _ person: Person) async throws {
        try await app.call(.endCall, EndCallRequest(callId: call), as: person).expectOK()
    }

    /// The stored states of calls, as text: each with its members below.
    func states() async throws -> [String] {
        try await database.read { sql in
            try sql.query("SELECT call_id, state FROM live_calls ORDER BY call_id", [:]).map { row in
                let members = try sql.query(
                    "SELECT state FROM live_members WHERE call_id = :call ORDER BY position",
                    ["call": .integer(try row.integer("call_id"))])
                return try ([row] + members).map { try $0.text("state") }.joined(separator: "\n")
            }
        }
    }
}

extension StoredCalls {
    /// The version of the only stored call, and those of its members.
    func rowVersions() async throws -> [Int64] {
        try await database.read { sql in
            let calls = try sql.query("SELECT version FROM live_calls", [:])
            let members = try sql.query("SELECT version FROM live_members ORDER BY position", [:])
            return try (calls + members).map { try $0.integer("version") }
        }
    }
}

extension RecordingSignals {
    func kinds(to device: DeviceID) -> [SignalKind] {
        delivered.filter { $0.device == device }.map(\.signal.kind).filter { !$0.isExtension }
    }
}

final class RecordingRings: PushDelivery {
    struct Ring: Sendable, Equatable {
        let push: VoIPPush
        let device: DeviceID
    }

    private let state = Mutex<(rings: [Ring], stopped: [DeviceID])>(([], []))

    var rings: [Ring] { state.withLock { $0.rings } }
    /// The rings since the last call.
    func takeRings() -> [Ring] {
        state.withLock { state in
            defer { state.rings = [] }
            return state.rings
        }
    }
    var stopped: [DeviceID] { state.withLock { $0.stopped } }

    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {}
    func ring(_ push: VoIPPush, device: DeviceIdentity) async {
        state.withLock { $0.rings.append(Ring(push: push, device: device.device)) }
    }
    func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async {
        state.withLock { $0.stopped.append(device.device) }
    }
}

/// A database that a test can block or fill.
final class GatedRecords: CallRecords {
    struct Full: Error {}

    private struct State {
        var isFull = false
        var isHeld = false
        var saved: [CallBatch] = []
        var waiting: CheckedContinuation<Void, Never>?
        var reached: CheckedContinuation<Void, Never>?
    }

    private let records: any CallRecords
    private let state = Mutex(State())

    init(_ records: any CallRecords) { self.records = records }

    var saved: [CallBatch] { state.withLock { $0.saved } }

    func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    /// Blocks writes until `release`.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Returns once a write is waiting.
    func reached() async {
        await withCheckedContinuation { done in
            let isThere = state.withLock { state in
                if state.waiting == nil { state.reached = done }
                return state.waiting != nil
            }
            if isThere { done.resume() }
        }
    }

    func save(_ batch: CallBatch) async throws {
        await withCheckedContinuation { go in
            let (isHeld, reached) = state.withLock { state in
                guard state.isHeld else { return (false, CheckedContinuation<Void, Never>?.none) }
                state.waiting = go
                defer { state.reached = nil }
                return (true, state.reached)
            }
            reached?.resume()
            if !isHeld { go.resume() }
        }
        if state.withLock({ $0.isFull }) { throw Full() }
        try await records.save(batch)
        state.withLock { $0.saved.append(batch) }
    }

    func exists(_ call: CallID, with user: UserID) async throws -> Bool { try await records.exists(call, with: user) }
    func noteAlive(at moment: Timestamp) async throws { try await records.noteAlive(at: moment) }
    func recoveredCalls() async throws -> RecoveredCalls { try await records.recoveredCalls() }
    func endAll(except calls: Set<CallID>, at moment: Timestamp) async throws {
        try await records.endAll(except: calls, at: moment)
    }
}

import CallEngine
import ECallAPI
import Foundation
import Logging
import ServerTestSupport
import TestSupport

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// Friends who are offline until they open a session, with real mailboxes and a real database below their calls.
struct Crowd: Sendable {
    let database: any Database
    let clock: TestClock
    /// The disk below the mailboxes.
    let mailbox: GatedDatabase
    /// The disk below the calls.
    let disk: GatedDatabase
    let sessions: SignalSessions
    let calls: CallService

    static func device(_ user: UInt64) -> DeviceIdentity {
        DeviceIdentity(user: UserID(user), device: DeviceID(user * 10))
    }

    static func run(
        sync: Duration = .zero, rates: SignalRates.Limits = .init(), e2eeLimits: E2EELimits = .init(),
        _ body: @escaping @Sendable (Crowd) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let database = try SQLiteDatabase(path: directory + "/database")
        let logger = Logger(label: "test")
        let (mailbox, disk) = (GatedDatabase(database, sync: sync), GatedDatabase(database, sync: sync))
        let clock = TestClock()
        let now = { @Sendable in clock.now }
        let sessions = SignalSessions(
            directory: Friends(), journal: MailboxJournal(database: mailbox, logger: logger), rates: rates,
            e2eeLimits: e2eeLimits, now: now, logger: logger)
        let calls = CallService(
            directory: Friends(), signals: sessions, rooms: OpenRooms(),
            records: DatabaseCallRecords(database: disk), now: now, logger: logger)
        try await body(
            Crowd(
                database: database, clock: clock, mailbox: mailbox, disk: disk, sessions: sessions, calls: calls))
    }

    func start(_ caller: UInt64, _ callees: [UInt64], room: RoomID) async throws -> CallID {
        let keys = callees.map { (DeviceKey(user: UserID($0), device: Self.device($0).device).description, "key") }
        let request = StartCallRequest(
            roomId: room, calleeIds: callees.map { UserID($0) },
            encryptedAESKeys: Dictionary(uniqueKeysWithValues: keys), isVideo: false)
        return try await calls.start(request, by: Self.device(caller)).callRecord.id
    }

    /// A call of users 1 to `count`, who have all joined and are online; the router runs until `body` returns.
    func talking(
        _ count: UInt64, _ body: (_ call: CallID, _ wires: [SignalWire]) async throws -> Void
    ) async throws {
        let call = try await start(1, Array(2...count), room: 77)
        for user in 2...count { _ = try await calls.join(call, by: Self.device(user)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await SignalRouter(sessions: sessions, authority: calls).run() }
            var wires: [SignalWire] = []
            for user in 1...count {
                let wire = await SignalWire(Self.device(user), to: sessions, takesE2EE: true)
                wire.open()
                while await !calls.activeCalls.online.contains(Self.device(user)) { try await pause() }
                wires.append(wire)
            }
            try await body(call, wires)
            group.cancelAll()
        }
    }

    /// Returns once so many transactions have begun: one for each start, and one when the first call begins.
    func diskWritten(_ count: Int) async throws {
        while disk.writes < count { try await pause() }
    }

    /// The queued signals in the database, oldest first.
    func waiting() async throws -> [(device: DeviceIdentity, call: CallID)] {
        try await database.read { sql in
            try MailboxRepository(sql).all(at: Timestamp(milliseconds: 0)).compactMap { entry, device in
                entry.outgoing.call.map { (device, $0) }
            }
        }
    }

    struct Friends: Directory {
        func displayName(of user: UserID) async throws -> String? { "user \(user)" }
        func devices(of users: [UserID]) async throws -> [DirectoryDevice] {
            users.map { DirectoryDevice(user: $0, device: DeviceID($0.rawValue * 10), publicKey: "key") }
        }
        func areFriends(_ one: UserID, _ other: UserID) async throws -> Bool { true }
        func friends(of user: UserID) async throws -> [UserID] { [] }
        func friendNames(of user: UserID, among users: [UserID]) async throws -> [UserID: String] {
            Dictionary(uniqueKeysWithValues: users.map { ($0, "user \($0)") })
        }
        func blockers(of user: UserID, among users: [UserID]) async throws -> Set<UserID> { [] }
        func blocked(by owner: UserID, among users: [UserID]) async throws -> Set<UserID> { [] }
        func isRegistered(_ identity: DeviceIdentity) async throws -> Bool { true }
    }
}

import CallEngine
import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Calls after a power failure", .timeLimit(.minutes(1)))
struct PowerFailureTests {
    private static let (call, room) = (CallID(900), RoomID(77))
    private static let (log, file) = ("database-wal", "database")

    /// Calls over a database in a folder whose power fails at the test's will.
    private final class Bench {
        let files: PowerFailureFiles
        let database: SQLiteDatabase
        var calls = ActiveCalls()
        var now = Timestamp(milliseconds: 1_000_000)
        /// The stored states of the call; nil for none.
        var states: [LiveCall?] = [nil]
        /// The number of states up to the last one that must survive.
        var durable = 0

        init(_ folder: URL) throws {
            files = PowerFailureFiles(folder)
            database = try SQLiteDatabase(path: folder.appending(component: "database").path)
            for device in [Cast.alice, Cast.bob, Cast.carol] { _ = calls.handle(.sessionOpened(device), now: now) }
        }

        func handle(_ event: CallEngineEvent) async throws {
            now = now.advanced(bySeconds: 1)
            let outcome = calls.handle(event, now: now)
            let changes = calls.takeChanges().changed
            try await DatabaseCallRecords(database: database).save(
                CallEffectExecutor.Work(outcome.effects, changes).batch)
            guard let change = changes[PowerFailureTests.call] else { return }
            states.append(change.after)
            if change.isLasting { durable = states.count - 1 }
        }

        func update(
            _ device: DeviceIdentity, status: ParticipantStatus? = nil, isMuted: Bool? = nil, isVideo: Bool? = nil
        ) async throws {
            let request = UpdateParticipantRequest(
                callId: nil, userId: nil, status: status, isMuted: isMuted, isVideoEnabled: isVideo)
            try await handle(.update(PowerFailureTests.call, request, by: device))
        }

        /// The call that the next server finds.
        func recovered(_ rests: [String: PowerFailureFiles.Rest]) async throws -> LiveCall? {
            try await recoveredCalls(rests).first { $0.id == PowerFailureTests.call }
        }

        /// All calls that the next server finds.
        func recoveredCalls(_ rests: [String: PowerFailureFiles.Rest]) async throws -> [LiveCall] {
            let folder = files.folder.appending(component: "after")
            try files.fail(into: folder, rests)
            let database = try SQLiteDatabase(current: folder.appending(component: "database").path)
            defer { try? database.close() }
            return try await DatabaseCallRecords(database: database).recoveredCalls().calls
        }
    }

    private static func run(_ body: (Bench) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let bench = try Bench(folder)
            try await body(bench)
            try bench.database.close()
        }
    }

    private static func start(_ callees: [UserID]) -> CallEngineEvent {
        .start(
            CallStart(
                id: call, caller: Cast.alice, callerName: "alice", room: room, isVideo: true,
                callees: callees.map { user in
                    let device = DeviceID(user.rawValue * 10 + 1)
                    return CallStart.Callee(user: user, name: "user \(user)", isAvailable: true, keys: [device: "key"])
                }))
    }

    /// The steps of a call, each of which changes it.
    private static let story: [@Sendable (Bench) async throws -> Void] = [
        { try await $0.handle(start([2, 3])) },
        { try await $0.handle(.join(call, by: Cast.bob)) },
        { try await $0.update(Cast.alice, status: .connected) },
        { try await $0.update(Cast.bob, status: .connected) },
        { try await $0.update(Cast.bob, isMuted: true) },
        { try await $0.handle(.join(call, by: Cast.carol)) },
        { try await $0.handle(.feedPublished(5, in: room, by: Cast.carol)) },
        { try await $0.update(Cast.carol, isVideo: false) },
        { try await $0.handle(.sessionClosed(Cast.carol)) },
        { try await $0.handle(.hold(call, by: Cast.bob)) },
        { try await $0.handle(.sessionOpened(Cast.carol)) },
        { try await $0.handle(.remove(call, 3, by: Cast.alice)) },
        { try await $0.handle(.join(call, by: Cast.bob)) },
        { try await $0.update(Cast.bob, isMuted: false) },
        { try await $0.handle(.end(call, by: Cast.bob)) },
    ]

    /// The facts that must survive: who is in the call, rings, was removed and has it on hold, and who holds the keys.
    private static func seats(_ call: LiveCall?) -> [String] {
        guard let call else { return ["over"] }
        return ["keys \(call.keyHost)"]
            + call.members.map { member in
                let seat =
                    member.isInCall ? "in on \(member.device ?? 0)" : "\(member.status) \(member.ringing.sorted())"
                return "\(member.user) \(seat) \(member.isOnHold ? "on hold" : "") \(member.isRemoved ?? false)"
            }
    }

    @Test(
        "nothing that was synced is lost: who is in a call, rings, holds the keys, was removed, has it on hold; its end"
    )
    func keepsLastingChanges() async throws {
        try await Self.run { bench in
            for (number, step) in Self.story.enumerated() {
                try await step(bench)
                let left = try await bench.recovered([Self.file: .nothing, Self.log: .nothing])
                #expect(Self.seats(left) == Self.seats(bench.states.last ?? nil), "after step \(number)")
            }
            #expect(bench.states.count == Self.story.count + 1)
        }
    }

    @Test("later writes are lost from the end, wherever the log is cut")
    func losesTheEndOnly() async throws {
        try await Self.run { bench in
            var (cut, kept) = (0, 0)
            for step in Self.story {
                try await step(bench)
                let unsynced = bench.files.unsynced(in: Self.log)
                // At the ends of pages, nearby and inside.
                let cuts = stride(from: 0, through: unsynced, by: 2060).map(PowerFailureFiles.Rest.first) + [.all]
                var last = bench.durable
                for rest in cuts {
                    let left = try await bench.recovered([Self.file: .all, Self.log: rest])
                    let place = try #require(bench.states.lastIndex(of: left), "a state that never was")
                    #expect(place >= last, "more of the log, but an earlier state")
                    (last, cut) = (place, cut + 1)
                }
                #expect(last == bench.states.count - 1)
                if unsynced > 0 { kept += 1 }
            }
            #expect(cut > 50 && kept >= 5)
        }
    }

    @Test("a swap is lost as a whole or not at all, wherever the log is cut: one of both calls is on hold")
    func swaps() async throws {
        try await Self.run { bench in
            let (other, second) = (Cast.carol, CallID(901))
            try await bench.handle(Self.start([2]))
            try await bench.handle(.join(Self.call, by: Cast.bob))
            let able = UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true)
            try await bench.handle(.update(Self.call, able, by: Cast.bob))
            let bob = CallStart.Callee(user: 2, name: "user 2", isAvailable: true, keys: [21: "key"])
            try await bench.handle(
                .start(
                    CallStart(
                        id: second, caller: other, callerName: "carol", room: 78, isVideo: true, callees: [bob])))
            try await bench.handle(.hold(Self.call, by: Cast.bob))
            try await bench.handle(.join(second, by: Cast.bob))
            var (held, resumed, cuts) = (second, Self.call, 0)
            for _ in 0..<3 {
                let size = bench.files.size(of: Self.log)
                try await bench.handle(.hold(held, by: Cast.bob, resuming: resumed))
                let left = try await bench.recoveredCalls([Self.file: .nothing, Self.log: .nothing])
                #expect(left.filter { $0[2]?.isOnHold == true }.map(\.id) == [held], "it is synced")
                for kept in stride(from: size, to: bench.files.size(of: Self.log), by: 1030) {
                    let calls = try await bench.recoveredCalls([Self.file: .all, Self.log: .upTo(kept)])
                    #expect(calls.filter { $0[2]?.isOnHold == true }.map(\.id) == [resumed])
                    cuts += 1
                }
                (held, resumed) = (resumed, held)
            }
            #expect(cuts > 10)
        }
    }

    @Test("one more sync makes everything before it durable, as each server with calls does every few seconds")
    func beat() async throws {
        try await Self.run { bench in
            for step in Self.story.prefix(5) { try await step(bench) }
            #expect(bench.durable < bench.states.count - 1)
            try await DatabaseCallRecords(database: bench.database).noteAlive(at: bench.now)
            #expect(try await bench.recovered([Self.file: .nothing, Self.log: .nothing]) == bench.states.last)
        }
    }

    @Test("a change in a call of fifty that clients report again costs no sync; one that must survive costs one")
    func syncs() async throws {
        try await Self.run { bench in
            try await bench.handle(Self.start((2...50).map { UserID($0) }))
            for user in 2...50 as ClosedRange<UInt64> {
                try await bench.handle(.join(Self.call, by: Cast.device(user, user * 10 + 1)))
            }
            let start = bench.files.counts
            for _ in 0..<15 {
                try await bench.update(Cast.bob, isMuted: true)
                try await bench.update(Cast.bob, isMuted: false)
            }
            let changed = bench.files.counts
            try await bench.handle(.hold(Self.call, by: Cast.bob))
            let held = bench.files.counts
            print("measured: 30 changes, \(changed.syncs - start.syncs) syncs, \(changed.writes - start.writes) writes")
            #expect(changed.syncs == start.syncs && held.syncs == changed.syncs + 1)
            // A page of the call and a page of its members, each with a head.
            #expect(changed.writes - start.writes <= 30 * 4)
        }
    }
}

import ECallAPI
import Foundation
import Logging
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ServerFoundation
@testable import SignalRouting

@Suite("Mailboxes", .timeLimit(.minutes(1)))
struct SignalMailboxTests {
    private let now = Timestamp(milliseconds: 1_772_360_430_000)

    private func signal(_ kind: SignalKind, _ call: CallID = 1, text: String? = nil) -> OutgoingSignal {
        OutgoingSignal(.sample(kind, call: call, text: text))
    }

    private func kinds(_ taken: (waiting: [SignalMailbox.Entry], changes: [SignalMailbox.Change])) -> [SignalKind] {
        taken.waiting.map(\.outgoing.kind)
    }

    @Test("storable kinds and their lifetimes", arguments: SignalKind.allCases)
    func lifetimes(kind: SignalKind) {
        var mailbox = SignalMailbox()
        let changes = mailbox.put(signal(kind), for: 21, now: now)
        guard let lifetime = SignalMailbox.lifetime(of: kind) else {
            #expect(changes.isEmpty)
            return #expect(mailbox.take(for: 21, now: now).waiting.isEmpty)
        }
        // Keys are never stored.
        #expect(changes.isEmpty == kind.carriesKey)
        let isHalf =
            kind.isRelayed || [.participantLeft, .muteRequested, .invitationRequested].contains(kind)
        #expect(lifetime == (isHalf ? 30 : kind == .loginWarning ? 86_400 : 60))
        var later = mailbox
        let late = later.take(for: 21, now: now.advanced(bySeconds: lifetime))
        #expect(late.waiting.isEmpty && late.changes == (kind.carriesKey ? [] : [.remove([1])]))
        #expect(mailbox.take(for: 22, now: now).waiting.isEmpty)
        #expect(mailbox.take(for: 21, now: now.advanced(bySeconds: lifetime - 1)).waiting.count == 1)
        #expect(mailbox.take(for: 21, now: now).waiting.isEmpty)
    }

    @Test("the end of a call removes its invitation and keys from the mailbox")
    func endReplaces() {
        var mailbox = SignalMailbox()
        for (kind, call) in [
            (SignalKind.callInvitation, 1), (.callInvitation, 2), (.participantLeft, 1), (.keyRotation, 1),
        ] as [(SignalKind, CallID)] {
            _ = mailbox.put(signal(kind, call), for: 21, now: now)
        }
        let changes = mailbox.put(signal(.callCancelled), for: 21, now: now)
        guard changes.count == 2, case .insert(let entry, 21) = changes[0] else {
            Issue.record("\(changes)")
            return
        }
        #expect(entry.id == 5 && changes[1] == .remove([3]))
        #expect(kinds(mailbox.take(for: 21, now: now)) == [.callInvitation, .callCancelled])
    }

    @Test("a removal is kept beside the end of the call, which is less specific")
    func removal() {
        var mailbox = SignalMailbox()
        for kind in [SignalKind.muteRequested, .removedFromCall, .callEnded] {
            _ = mailbox.put(signal(kind), for: 21, now: now)
        }
        #expect(kinds(mailbox.take(for: 21, now: now)) == [.removedFromCall, .callEnded])
    }

    @Test("a leave and the key that follows it wait together and in order, put back or not")
    func leaveAndKey() {
        var mailbox = SignalMailbox()
        for kind in [SignalKind.participantLeft, .keyRotation] { _ = mailbox.put(signal(kind), for: 21, now: now) }
        let later = now.advanced(bySeconds: 29)
        let taken = mailbox.take(for: 21, now: later)
        #expect(kinds(taken) == [.participantLeft, .keyRotation])
        for entry in taken.waiting.reversed() { #expect(mailbox.putBack(entry, for: 21).isEmpty) }
        #expect(mailbox.take(for: 21, now: later).waiting == taken.waiting)
    }

    @Test("a mailbox is limited in number and bytes; the oldest are removed, also from the database")
    func boundedPerDevice() {
        var mailbox = SignalMailbox(limits: .init(perDevice: 3, bytesPerDevice: 4900))
        for _ in 0..<4 { _ = mailbox.put(signal(.participantLeft), for: 21, now: now) }
        #expect(mailbox.overflow == 1)
        let changes = mailbox.put(
            signal(.participantLeft, text: String(repeating: "x", count: 3900)), for: 21, now: now)
        #expect(changes.last == .remove([2, 3]))
        #expect(mailbox.take(for: 21, now: now).waiting.map(\.id) == [4, 5])
        // A signal that is too large by itself never waits.
        _ = mailbox.put(signal(.participantLeft, text: String(repeating: "x", count: 9000)), for: 21, now: now)
        #expect(mailbox.take(for: 21, now: now).waiting.isEmpty)
    }

    @Test("a flood in one call displaces signals of that call, not another call's ring nor a warning of a sign-in")
    func shares() {
        for limits in [SignalMailbox.Limits(perDevice: 20), SignalMailbox.Limits(bytesPerDevice: 8 * 1024)] {
            var mailbox = SignalMailbox(limits: limits)
            _ = mailbox.put(signal(.loginWarning), for: 21, now: now)
            _ = mailbox.put(signal(.callInvitation, 2), for: 21, now: now)
            for _ in 0..<200 { _ = mailbox.put(signal(.requestAESKey, 3), for: 21, now: now) }
            let waiting = kinds(mailbox.take(for: 21, now: now))
            #expect(waiting.prefix(2) == [.loginWarning, .callInvitation] && waiting.count > 2 && waiting.count < 100)
        }
    }

    @Test(
        "a mailbox can be taken in parts, oldest first, at least one signal; for an online device any kind waits its turn"
    )
    func parts() {
        var mailbox = SignalMailbox(limits: .init(bytes: 10_000))
        for _ in 0..<3 { _ = mailbox.put(signal(.participantLeft), for: 21, now: now) }
        #expect(mailbox.put(signal(.participantJoined), for: 21, now: now).isEmpty)
        #expect(!mailbox.put(signal(.participantJoined), for: 21, now: now, whateverItIs: true).isEmpty)
        #expect(mailbox.take(for: 21, upTo: 1, now: now).waiting.map(\.id) == [1])
        let rest = mailbox.take(for: 21, upTo: 10_000, now: now)
        #expect(kinds(rest) == [.participantLeft, .participantLeft, .participantJoined])
        #expect(mailbox.take(for: 21, upTo: 10_000, now: now).waiting.isEmpty && mailbox.count == 0)
        // All capacity is free again.
        for _ in 0..<200 where mailbox.overflow == 0 { _ = mailbox.put(signal(.participantLeft), for: 21, now: now) }
        #expect(mailbox.overflow == 1 && mailbox.depth.values.reduce(0, +) > 20)
    }

    @Test("all mailboxes together are limited, and one device's signals do not displace another's")
    func boundedInAll() {
        var mailbox = SignalMailbox(limits: .init(bytes: 10_000))
        for device in 1...100 {
            _ = mailbox.put(signal(.keyRotation), for: Cast.identity(of: DeviceID(UInt64(device))), now: now)
        }
        #expect(mailbox.count > 20 && mailbox.count < 36 && mailbox.overflow == 100 - mailbox.count)
        #expect(mailbox.take(for: 1, now: now).waiting.count == 1)
        // Taken signals free capacity, and so does time.
        #expect(mailbox.put(signal(.participantLeft), for: 1, now: now).count == 1)
        #expect(mailbox.put(signal(.participantLeft), for: 2, now: now).isEmpty)
        #expect(mailbox.sweep(now.advanced(bySeconds: 30)).count == 1)
        #expect(mailbox.count == 0 && mailbox.depth.isEmpty)
        #expect(mailbox.put(signal(.participantLeft), for: 2, now: now).count == 1)
        #expect(mailbox.depth == [.participantLeft: 1])
    }

    // MARK: - The copy in the database

    private func database(_ body: (SQLiteDatabase, String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-mailbox-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let database = try SQLiteDatabase(path: path)
        try await body(database, path)
        try database.close()
    }

    private func restored(_ database: SQLiteDatabase, at moment: Timestamp? = nil) async throws -> SignalMailbox {
        let moment = moment ?? now
        let (stored, latest) = try await database.read {
            (try MailboxRepository($0).all(at: moment), try MailboxRepository($0).latest())
        }
        return SignalMailbox(restoring: stored, latest: latest)
    }

    @Test("stored signals are restored by the next server, in order; keys are not")
    func survives() async throws {
        try await database { database, path in
            let journal = MailboxJournal(database: database, logger: Logger(label: "test"))
            var mailbox = SignalMailbox()
            for (kind, call) in [
                (SignalKind.participantLeft, 1), (.keyRotation, 1), (.callEnded, 2), (.callInvitation, 3),
            ] as [(SignalKind, CallID)] {
                await journal.store(mailbox.put(signal(kind, call), for: 21, now: now))
            }
            let text = "{\"type\":\"call_ended\",\"callId\":7,\"x\":[1.50,12345678901234567890123]}"
            await journal.store(mailbox.put(try #require(OutgoingSignal(stored: text)), for: 22, now: now))

            // Another connection sees what this one has committed, as after kill -9.
            let other = try SQLiteDatabase(path: path)
            var next = try await restored(other)
            #expect(kinds(next.take(for: 21, now: now)) == [.participantLeft, .callEnded])
            #expect(next.take(for: 22, now: now).waiting.map(\.outgoing.text) == [text])
            // Numbers are never reused, even if their signals have expired.
            var late = try await restored(other, at: now.advanced(bySeconds: 60))
            guard case .insert(let entry, _)? = late.put(signal(.callEnded), for: 21, now: now).first else {
                Issue.record("not stored")
                return
            }
            #expect(entry.id == 6)
            try other.close()
        }
    }

    @Test("sent, discarded and forgotten signals are removed from the database")
    func removes() async throws {
        try await database { database, _ in
            let journal = MailboxJournal(database: database, logger: Logger(label: "test"))
            var mailbox = SignalMailbox()
            for call in 1...3 {
                for device in [21, 22] as [DeviceIdentity] {
                    journal.record(mailbox.put(signal(.participantLeft, CallID(UInt64(call))), for: device, now: now))
                }
            }
            journal.record([.remove([1, 3])])
            await journal.store(mailbox.forget(22))
            var next = try await restored(database)
            #expect(next.take(for: 21, now: now).waiting.map(\.id) == [5])
            #expect(next.count == 0)
        }
    }

    @Test("a failing database loses no signal that is in memory, and delays no one")
    func brokenDatabase() async throws {
        try await database { database, _ in
            let log = RecordedLog()
            let journal = MailboxJournal(database: database, logger: log.logger)
            _ = try await database.write { try $0.execute("DROP TABLE mailbox") }
            var mailbox = SignalMailbox()
            await journal.store(mailbox.put(signal(.callEnded), for: 21, now: now))
            #expect(log.text.contains("Waiting signals could not be stored."))
            #expect(mailbox.take(for: 21, now: now).waiting.count == 1)
        }
    }
}

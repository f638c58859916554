import CallEngine
import ECallAPI
import Foundation
import NIOCore
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// The routing of E2EE messages to devices, and the effect of hostile ones on others (e2ee 7).
@Suite("Routing of E2EE messages", .timeLimit(.minutes(1)))
struct E2EERoutingTests {
    private struct Authority: SignalAuthority {
        let given: [DeviceIdentity: [Signal]]

        func relayAtOnce(_ request: RelayRequest) -> RelayDecision? { request.signal.isKept ? nil : request.passed }
        func relay(_ requests: [RelayRequest]) async -> [RelayDecision] { requests.map(\.passed) }
        func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool { true }
        func e2eeMessages(for device: DeviceIdentity) async -> JoinE2EEMessages? {
            JoinE2EEMessages(call: 7, messages: given[device] ?? [])
        }
        func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async {}
        func sessionOpened(_ device: DeviceIdentity) async {}
        func sessionGoing(_ device: DeviceIdentity) async {}
        func sessionClosed(_ device: DeviceIdentity) async {}
    }

    /// A monotonic clock that advances only when ordered.
    private final class Ticks: Sendable {
        let now = Mutex<UInt64>(1_000_000_000)
        func advance(seconds: UInt64) { now.withLock { $0 += seconds * 1_000_000_000 } }
    }

    private func route(
        e2eeLimits: E2EELimits = .init(), given: [DeviceIdentity: [Signal]] = [:],
        _ body: (SignalSessions, TestClock, Ticks) async throws -> Void,
        after: (_ database: Data, _ log: String) throws -> Void = { _, _ in }
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-messages-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let database = try SQLiteDatabase(path: path)
        let (clock, ticks, log) = (TestClock(), Ticks(), RecordedLog())
        let sessions = try await SignalSessions.restored(
            from: database, directory: Everybody(), e2eeLimits: e2eeLimits, now: { clock.now },
            monotonic: { ticks.now.withLock { $0 } }, logger: log.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await SignalRouter(sessions: sessions, authority: Authority(given: given)).run() }
            try await body(sessions, clock, ticks)
            group.cancelAll()
        }
        var stored = Data()
        for end in ["", "-wal"] { stored += (try? Data(contentsOf: URL(filePath: path + end))) ?? Data() }
        try after(stored, log.text)
        try database.close()
    }

    private func online(
        _ device: DeviceIdentity, _ sessions: SignalSessions, takesE2EE: Bool = true
    ) async throws -> SignalWire {
        let wire = await SignalWire(device, to: sessions, takesE2EE: takesE2EE)
        wire.open()
        while await !sessions.isOnline(device) { try await pause() }
        return wire
    }

    private func message(_ kind: E2EEKind, _ body: String = "a", more: String = "") -> String {
        "{\"type\":\"e2ee\",\"callId\":7,\"kind\":\"\(kind)\",\"body\":\"\(body)\"\(more)}"
    }

    private func stored(_ kind: E2EEKind, _ body: String) -> Signal {
        .e2ee(E2EESignal(call: 7, kind: kind, content: .body(body), sender: 3, senderDevice: 31))
    }

    @Test("each gets only its own message, all get a shared body, and the sender is stated")
    func own() async throws {
        try await route { sessions, _, _ in
            let (alice, bob) = (try await online(Cast.alice, sessions), try await online(Cast.bob, sessions))
            let carol = try await online(Cast.carol, sessions)
            try alice.send(
                "{\"type\":\"e2ee\",\"callId\":7,\"kind\":\"key\",\"x\":1,\"bodies\":{\"3_31\":\"for-carol\",\"2_21\":\"for-bob\"}}"
            )
            let request = try await bob.next()
            guard case .deliver(.message(let outgoing)) = request.request else { throw ChannelError.eof }
            #expect(
                outgoing.text
                    == #"{"type":"e2ee","body":"for-bob","callId":7,"kind":"key","senderDeviceId":11,"senderId":1}"#)
            request.promise?.succeed()
            #expect(try await carol.takes() == "message key for-carol of 11")
            try bob.send(message(.status, "s"))
            #expect(try await alice.takes() == "message status s of 21")
            #expect(try await carol.takes() == "message status s of 21")
        }
    }

    @Test("a client that did not ask for E2EE messages gets none, online or on its return")
    func notAsked() async throws {
        try await route(given: [Cast.bob: [stored(.join, "j")]]) { sessions, _, _ in
            let alice = try await online(Cast.alice, sessions)
            try alice.send(message(.key))
            let bob = try await online(Cast.bob, sessions, takesE2EE: false)
            try alice.send(message(.key))
            try alice.send(message(.status))
            await sessions.deliver(.sample(.callEnded), to: Cast.bob)
            while await sessions.outcomes[.init(kind: .callEnded, outcome: "delivered")] == nil { try await pause() }
            #expect(try await bob.takes() == "live call_ended 1")
            // A key and a status for carol, who may ask for them on her return.
            while await sessions.mailboxDepth.waiting[.e2ee, default: 0] < 2 { try await pause() }
            #expect(await sessions.mailboxDepth.waiting == [.e2ee: 2])
        }
    }

    @Test("a message with a false sender is ignored", arguments: [",\"senderDeviceId\":12", ",\"senderId\":2"])
    func forged(member: String) async throws {
        try await route { sessions, _, _ in
            let (alice, bob) = (try await online(Cast.alice, sessions), try await online(Cast.bob, sessions))
            try alice.send(message(.key, "forged", more: member))
            try alice.send(message(.key, "own", more: ",\"senderDeviceId\":11,\"senderId\":1"))
            #expect(try await bob.takes() == "message key own of 11")
            #expect(await sessions.statistics.dropped == [.forgedSender: 1])
        }
    }

    @Test(
        "a returning device gets the call's stored messages, those sent meanwhile, then all others; paced, in this order"
    )
    func comesBack() async throws {
        let large = String(repeating: "j", count: 6000)
        let given = [stored(.join, large), stored(.join, "j2"), stored(.invite, "i")]
        try await route(given: [Cast.bob: given]) { sessions, clock, _ in
            let alice = try await online(Cast.alice, sessions)
            await sessions.deliver(.sample(.callEnded), to: Cast.bob)
            for (kind, body) in [
                (.status, "s1"), (.report, "r"), (.key, "k1"), (.again, "a"), (.leave, "l"), (.key, "k2"), (.open, "o"),
                (.status, "s2"), (.vouch, "v"), (.join, "j3"),
            ] as [(E2EEKind, String)] {
                try alice.send(message(kind, body))
            }
            while await sessions.outcomes[.init(kind: .e2ee, outcome: "away")] != 8 { try await pause() }
            clock.advance(seconds: 29)
            let bob = await SignalWire(Cast.bob, to: sessions, takesE2EE: true)
            bob.open()
            // The amount in transit is limited: the next follows only then.
            let first = try await bob.next()
            #expect(first.line == "message join \(large) of 31")
            #expect(await !sessions.isOnline(Cast.bob))
            first.promise?.succeed()
            var lines: [String] = []
            for _ in 0..<7 { lines.append(try await bob.takes()) }
            #expect(
                lines == [
                    "message join j2 of 31", "message invite i of 31", "message open o of 11", "message key k2 of 11",
                    "message leave l of 11", "message status s2 of 11", "waited call_ended 1",
                ])
            while await !sessions.isOnline(Cast.bob) { try await pause() }
        }
    }

    @Test("a message missed by a connection waits 30 s, as if the device had been absent")
    func missed() async throws {
        try await route { sessions, clock, _ in
            let (alice, old) = (try await online(Cast.alice, sessions), try await online(Cast.bob, sessions))
            try alice.send(message(.key, "k1"))
            try alice.send(message(.again, "a"))
            let requests = [try await old.next(), try await old.next()]
            old.close()
            while await sessions.isOnline(Cast.bob) { try await pause() }
            for request in requests { request.promise?.fail(ChannelError.ioOnClosedChannel) }
            while await sessions.statistics.missed < 2 { try await pause() }
            let new = await SignalWire(Cast.bob, to: sessions, takesE2EE: true)
            new.open()
            let again = try await new.next()
            #expect(again.line == "message key k1 of 11")
            new.close()
            again.promise?.fail(ChannelError.ioOnClosedChannel)
            while await sessions.statistics.missed < 3 { try await pause() }
            clock.advance(seconds: 30)
            let late = try await online(Cast.bob, sessions)
            try alice.send(message(.status, "s"))
            #expect(try await late.takes() == "message status s of 11")
        }
    }

    @Test("garbage and floods of again are dropped at the limit, and a bystander in the same call gets its messages")
    func flood() async throws {
        try await route { sessions, _, ticks in
            let (alice, bob) = (try await online(Cast.alice, sessions), try await online(Cast.bob, sessions))
            let carol = try await online(Cast.carol, sessions)
            for number in 0..<500 {
                try alice.send(message(.again, "a\(number)"))
                sessions.report(.dropped(alice.session, .malformed))
            }
            try carol.send(message(.key, "fast"))
            for number in 0..<60 { #expect(try await bob.takes() == "message again a\(number) of 11") }
            #expect(try await bob.takes() == "message key fast of 31")
            #expect(await sessions.statistics.dropped == [.tooManyMessages: 440, .malformed: 500])
            ticks.advance(seconds: 1)
            for _ in 0..<30 { try alice.send(message(.again, "later")) }
            for _ in 0..<20 { #expect(try await bob.takes() == "message again later of 11") }
            try carol.send(message(.key, "still"))
            #expect(try await bob.takes() == "message key still of 31")
        }
    }

    @Test("a device's bytes and a call's deliveries are limited; another call has its own limits")
    func limits() async throws {
        let limits = E2EELimits(
            sendsPerDevice: .init(count: 100, seconds: 1), bytesPerDevice: .init(count: 1000, seconds: 1),
            deliveriesPerCall: .init(count: 6, seconds: 1))
        try await route(e2eeLimits: limits) { sessions, _, ticks in
            let (alice, bob) = (try await online(Cast.alice, sessions), try await online(Cast.bob, sessions))
            let large = String(repeating: "b", count: 600)
            for _ in 0..<3 { try alice.send(message(.open, large)) }
            #expect(try await bob.takes() == "message open \(large) of 11")
            let carol = await SignalWire(Cast.carol, to: sessions, takesE2EE: true)
            carol.open()
            #expect(try await carol.takes() == "message open \(large) of 11")
            // A message to two used 2 of 6 deliveries; two more leave none, whoever sends.
            try carol.send(message(.key, "1"))
            try carol.send(message(.key, "2"))
            try bob.send(message(.key, "3"))
            try bob.send(message(.key, "4").replacing(":7", with: ":8"))
            #expect(try await [alice.takes(), alice.takes()] == ["message key 1 of 31", "message key 2 of 31"])
            #expect(try await alice.takes() == "message key 4 of 21")
            #expect(await sessions.statistics.dropped == [.tooManyMessages: 2, .tooManyMessagesInCall: 1])
            ticks.advance(seconds: 1)
            try bob.send(message(.key, "5"))
            #expect(try await alice.takes() == "message key 5 of 21")
        }
    }

    @Test("stored messages are sent before signals delivered afterwards")
    func given() async throws {
        try await route { sessions, _, _ in
            let bob = try await online(Cast.bob, sessions)
            sessions.give([AddressedSignal(signal: stored(.join, "j"), device: Cast.bob)])
            await sessions.deliver(.sample(.participantJoined), to: Cast.bob)
            #expect(try await [bob.takes(), bob.takes()] == ["message join j of 31", "live participant_joined 1"])
        }
    }

    @Test("no E2EE message is in the database or in the log, whoever it waits for")
    func nowhere() async throws {
        try await route(given: [Cast.bob: [stored(.join, "needle-j")]]) { sessions, clock, _ in
            let alice = try await online(Cast.alice, sessions)
            for kind in E2EEKind.allCases { try alice.send(message(kind, "needle-\(kind)")) }
            sessions.give([AddressedSignal(signal: stored(.join, "needle-g"), device: Cast.carol)])
            await sessions.deliver(.sample(.loginWarning), to: Cast.bob)
            let bob = await SignalWire(Cast.bob, to: sessions, takesE2EE: true)
            bob.open()
            #expect(try await bob.takes() == "message join needle-j of 31")
            bob.close()
            clock.advance(seconds: 31)
            await sessions.sweepMailbox()
            await sessions.deliver(.sample(.loginWarning), to: Cast.carol)
        } after: { database, log in
            #expect(database.range(of: Data("login_warning".utf8)) != nil)
            #expect(database.range(of: Data("needle".utf8)) == nil && !log.contains("needle"))
        }
    }
}

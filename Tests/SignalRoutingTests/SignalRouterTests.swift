import CallEngine
import ECallAPI
import Foundation
import Logging
import NIOCore
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// The devices that get a signal, and the order, when connections open and close (wire-protocol 3.3, 3.6).
@Suite("Signal sessions", .timeLimit(.minutes(1)))
struct SignalRouterTests {
    private struct Authority: SignalAuthority {
        func relayAtOnce(_ request: RelayRequest) -> RelayDecision? { request.passed }
        func relay(_ requests: [RelayRequest]) async -> [RelayDecision] { requests.map(\.passed) }
        func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool { true }
        func e2eeMessages(for device: DeviceIdentity) async -> JoinE2EEMessages? { nil }
        func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async {}
        func sessionOpened(_ device: DeviceIdentity) async {}
        func sessionGoing(_ device: DeviceIdentity) async {}
        func sessionClosed(_ device: DeviceIdentity) async {}
    }

    /// Calls that answer once they are released, and keep E2EE messages that the real ones keep.
    private final class SlowCalls: SignalAuthority {
        private let gate = Mutex<(isHeld: Bool, waiting: [CheckedContinuation<Void, Never>], asked: [Int])>(
            (false, [], []))

        /// The number of signals of each question.
        var asked: [Int] { gate.withLock { $0.asked } }

        func hold() { gate.withLock { $0.isHeld = true } }

        func release() {
            let waiting = gate.withLock { gate in
                gate.isHeld = false
                defer { gate.waiting = [] }
                return gate.waiting
            }
            for one in waiting { one.resume() }
        }

        func relayAtOnce(_ request: RelayRequest) -> RelayDecision? { request.signal.isKept ? nil : request.passed }
        func relay(_ requests: [RelayRequest]) async -> [RelayDecision] {
            await withCheckedContinuation { go in
                let isHeld = gate.withLock { gate in
                    gate.asked.append(requests.count)
                    if gate.isHeld { gate.waiting.append(go) }
                    return gate.isHeld
                }
                if !isHeld { go.resume() }
            }
            return requests.map(\.passed)
        }
        func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool { true }
        func e2eeMessages(for device: DeviceIdentity) async -> JoinE2EEMessages? { nil }
        func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async {}
        func sessionOpened(_ device: DeviceIdentity) async {}
        func sessionGoing(_ device: DeviceIdentity) async {}
        func sessionClosed(_ device: DeviceIdentity) async {}
    }

    private func route(
        rates: SignalRates.Limits = .init(), authority: any SignalAuthority = Authority(),
        _ body: (SignalSessions) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-sessions-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let database = try SQLiteDatabase(path: path)
        let clock = TestClock()
        let sessions = try await SignalSessions.restored(
            from: database, directory: Everybody(), rates: rates, now: { clock.now }, logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await SignalRouter(sessions: sessions, authority: authority).run() }
            try await body(sessions)
            group.cancelAll()
        }
        try database.close()
    }

    private func ended(_ call: CallID) -> Signal { .sample(.callEnded, call: call) }

    private func key(to device: DeviceIdentity, of call: Int, more: String = "") -> String {
        """
        {"type":"key_rotation","callId":\(call),"participantDeviceId":\(device.device.rawValue)\(more)}
        """
    }

    /// A session of `device` that is online.
    private func online(_ device: DeviceIdentity, _ sessions: SignalSessions) async throws -> SignalWire {
        let wire = await SignalWire(device, to: sessions)
        wire.open()
        while await !sessions.isOnline(device) { try await pause() }
        return wire
    }

    @Test("a signal in transit when the connection ended waits before later ones")
    func missedKeepsItsPlace() async throws {
        try await route { sessions in
            let old = try await online(Cast.bob, sessions)
            await sessions.deliver(ended(1), to: Cast.bob)
            let first = try await old.next()
            old.close()
            while await sessions.isOnline(Cast.bob) { try await pause() }
            await sessions.deliver(ended(2), to: Cast.bob)
            // The event loop reports the result of the first only now.
            first.promise?.fail(ChannelError.ioOnClosedChannel)
            while await sessions.statistics.missed == 0 { try await pause() }
            let new = await SignalWire(Cast.bob, to: sessions)
            new.open()
            #expect(try await [new.takes(), new.takes()] == ["waited call_ended 1", "waited call_ended 2"])
        }
    }

    @Test("a waiting signal that is missed again returns to its place")
    func missedAgain() async throws {
        try await route { sessions in
            for call in [1, 2, 3] as [CallID] { await sessions.deliver(ended(call), to: Cast.bob) }
            let old = await SignalWire(Cast.bob, to: sessions)
            old.open()
            #expect(try await old.takes() == "waited call_ended 1")
            for request in try await [old.next(), old.next()] {
                request.promise?.fail(ChannelError.ioOnClosedChannel)
            }
            old.close()
            let new = await SignalWire(Cast.bob, to: sessions)
            new.open()
            #expect(try await [new.takes(), new.takes()] == ["waited call_ended 2", "waited call_ended 3"])
        }
    }

    @Test(
        "a signal that comes while the mailbox is emptied waits behind it, of any kind; the device is online only then")
    func liveBehindWaiting() async throws {
        try await route { sessions in
            await sessions.deliver(ended(1), to: Cast.bob)
            let wire = await SignalWire(Cast.bob, to: sessions)
            wire.open()
            let waited = try await wire.next()
            let joined = Signal.sample(.participantJoined, call: 2)
            await sessions.deliver(joined, to: Cast.bob)
            #expect(await !sessions.isOnline(Cast.bob))
            waited.promise?.succeed()
            #expect(try await wire.takes() == "waited participant_joined 2")
            while await !sessions.isOnline(Cast.bob) { try await pause() }
            await sessions.deliver(ended(3), to: Cast.bob)
            #expect(try await wire.takes() == "live call_ended 3")
        }
    }

    @Test("for an absent device only storable signals count as waiting")
    func countsWhatWaits() async throws {
        try await route { sessions in
            await sessions.deliver(ended(1), to: Cast.bob)
            let joined = Signal.sample(.participantJoined, call: 2)
            for _ in 0..<2 { await sessions.deliver(joined, to: Cast.bob) }
            #expect(await sessions.statistics.waited == 1)
            let outcomes = await sessions.outcomes
            #expect(outcomes[.init(kind: .callEnded, outcome: "waiting")] == 1)
            #expect(outcomes[.init(kind: .participantJoined, outcome: "away")] == 2 && outcomes.count == 2)
        }
    }

    @Test("the newest session of a device replaces the older one, which is ended and ignored")
    func newestSession() async throws {
        try await route { sessions in
            let bob = try await online(Cast.bob, sessions)
            let old = try await online(Cast.alice, sessions)
            let new = await SignalWire(Cast.alice, to: sessions)
            new.open()
            #expect(try await old.takes() == "end")
            try old.send(key(to: Cast.bob, of: 1))
            try new.send(key(to: Cast.bob, of: 2))
            #expect(try await bob.takes() == "live key_rotation 2")
            // The result of the older one does not affect the device.
            old.close()
            await sessions.deliver(ended(3), to: Cast.alice)
            #expect(try await new.takes() == "live call_ended 3")
        }
    }

    @Test("a device signed out during its session's admission gets none; another device's session is unaffected")
    func signedOutMeanwhile() async throws {
        try await route { sessions in
            let (alice, second) = (
                await SignalWire(Cast.alice, to: sessions), await SignalWire(Cast.alice2, to: sessions)
            )
            for wire in [alice, second] {
                sessions.report(.connecting(wire.session))
                let request = try await wire.takes()
                #expect(request == "accept")
            }
            await sessions.deliver(ended(1), to: Cast.bob)
            // The number of a device and the user of another one identify no device.
            await sessions.disconnect(DeviceIdentity(user: Cast.alice.user, device: Cast.bob.device))
            await sessions.disconnect(Cast.alice)
            let end = try await alice.takes()
            #expect(end == "end")
            second.open()
            while await !sessions.isOnline(Cast.alice2) { try await pause() }
            #expect(await sessions.mailboxDepth.waiting == [.callEnded: 1])
        }
    }

    @Test("a signal with a false sender is ignored", arguments: [",\"senderDeviceId\":12", ",\"senderId\":2"])
    func forged(member: String) async throws {
        try await route { sessions in
            let (alice, bob) = (try await online(Cast.alice, sessions), try await online(Cast.bob, sessions))
            try alice.send(key(to: Cast.bob, of: 1, more: member))
            try alice.send(key(to: Cast.bob, of: 2, more: ",\"senderDeviceId\":11,\"senderId\":1"))
            #expect(try await bob.takes() == "live key_rotation 2")
            #expect(await sessions.statistics.dropped == [.forgedSender: 1])
        }
    }

    @Test("signals above a call's limit do not arrive, whoever sends them; another call has its own limit")
    func rateOfCall() async throws {
        let limits = SignalRates.Limits(perCall: (perSecond: 1, burst: 3))
        try await route(rates: limits) { sessions in
            let alice = try await online(Cast.alice, sessions)
            let (bob, carol) = (try await online(Cast.bob, sessions), try await online(Cast.carol, sessions))
            for _ in 0..<2 {
                try alice.send(key(to: Cast.bob, of: 1))
                try carol.send(key(to: Cast.bob, of: 1))
            }
            try alice.send(key(to: Cast.bob, of: 2))
            var taken: [String] = []
            for _ in 0..<4 { taken.append(try await bob.takes()) }
            #expect(taken == Array(repeating: "live key_rotation 1", count: 3) + ["live key_rotation 2"])
            #expect(await sessions.statistics.dropped == [.tooManyInCall: 1])
        }
    }

    @Test("a signal to fifty devices is encoded once, and what is posted together is flushed once per device")
    func once() async throws {
        try await route { sessions in
            var wires: [SignalWire] = []
            for number in 1...50 as ClosedRange<UInt64> {
                wires.append(try await online(Cast.device(number, number * 10 + 1), sessions))
            }
            let devices = wires.map(\.session.identity)
            let before = await sessions.statistics
            let signals = [ended(1), ended(2), ended(3)].map { AddressedSignal(signal: $0, devices: devices) }
            _ = await sessions.post(PreparedSignals(signals))
            for wire in wires {
                let taken = try await [wire.takes(), wire.takes(), wire.takes()]
                #expect(taken == ["live call_ended 1", "live call_ended 2", "live call_ended 3"])
            }
            let after = await sessions.statistics
            #expect(after.encoded - before.encoded == 3 && after.delivered - before.delivered == 150)
            _ = await sessions.post(PreparedSignals([AddressedSignal(signal: ended(4), devices: devices)]))
            for wire in wires {
                #expect(try await wire.takes() == "live call_ended 4")
                while wire.flushes < 2 { try await pause() }
                #expect(wire.flushes == 2)
            }
        }
    }

    @Test("under eight senders, every device gets each sender's signals in order, and all get the same order")
    func order() async throws {
        try await route { sessions in
            var wires: [SignalWire] = []
            for number in 1...8 as ClosedRange<UInt64> {
                wires.append(try await online(Cast.device(number, number * 10 + 1), sessions))
            }
            let devices = wires.map(\.session.identity)
            _ = try await atOnce(8) { sender in
                for number in 0..<40 {
                    let signal = ended(CallID(UInt64(sender * 100 + number)))
                    let prepared = await sessions.prepare([AddressedSignal(signal: signal, devices: devices)])
                    _ = await sessions.post(prepared)
                }
            }
            var orders: [[String]] = []
            for wire in wires {
                var lines: [String] = []
                for _ in 0..<320 { lines.append(try await wire.takes()) }
                orders.append(lines)
            }
            #expect(Set(orders).count == 1)
            let calls = orders[0].compactMap { Int($0.split(separator: " ")[2]) }
            for sender in 0..<8 {
                #expect(calls.filter { $0 / 100 == sender } == (0..<40).map { sender * 100 + $0 })
            }
        }
    }

    private func message(_ kind: E2EEKind, _ body: String) -> String {
        "{\"type\":\"e2ee\",\"callId\":7,\"kind\":\"\(kind)\",\"body\":\"\(body)\"}"
    }

    @Test("a signal does not wait for the calls, unless it is behind one that they keep; then they are asked once")
    func asksTheCallsOnce() async throws {
        let calls = SlowCalls()
        try await route(authority: calls) { sessions in
            let (alice, carol) = (try await online(Cast.alice, sessions), try await online(Cast.carol, sessions))
            let bob = await SignalWire(Cast.bob, to: sessions, takesE2EE: true)
            bob.open()
            while await !sessions.isOnline(Cast.bob) { try await pause() }
            calls.hold()
            try alice.send(message(.open, "1"))
            try alice.send(key(to: Cast.bob, of: 1))
            #expect(try await [bob.takes(), bob.takes()] == ["message open 1 of 11", "live key_rotation 1"])
            #expect(calls.asked.isEmpty)
            try alice.send(message(.vouch, "2"))
            try alice.send(message(.join, "3"))
            #expect(try await bob.takes() == "message vouch 2 of 11")
            while calls.asked.isEmpty { try await pause() }
            // These come together, once the calls have answered.
            try carol.send(message(.status, "4"))
            try alice.send(message(.leave, "5"))
            try alice.send(message(.key, "6"))
            #expect(await sessions.outcomes[.init(kind: .e2ee, outcome: "delivered")] == 2, "the rest waits")
            calls.release()
            var lines: [String] = []
            for _ in 0..<4 { lines.append(try await bob.takes()) }
            #expect(
                lines == [
                    "message join 3 of 11", "message status 4 of 31", "message leave 5 of 11", "message key 6 of 11",
                ])
            #expect(calls.asked == [1, 2])
        }
    }

    @Test("a signal that was prepared for a device which is away is in its mailbox once, with its stored copy")
    func prepared() async throws {
        try await route { sessions in
            let device = Cast.bob
            let prepared = await sessions.prepare([AddressedSignal(signal: ended(1), devices: [device])])
            guard case .insert(let entry, device)? = prepared.copies.first, prepared.copies.count == 1 else {
                Issue.record("no copy")
                return
            }
            // Numbered later, posted before.
            await sessions.deliver(ended(2), to: device)
            _ = await sessions.post(prepared)
            #expect(await sessions.mailboxDepth.waiting == [.callEnded: 2])
            let bob = await SignalWire(device, to: sessions)
            bob.open()
            let taken = try await [bob.takes(), bob.takes()]
            #expect(taken == ["waited call_ended 1", "waited call_ended 2"])
            #expect(entry.outgoing.call == 1 && entry.isStored)
        }
    }
}

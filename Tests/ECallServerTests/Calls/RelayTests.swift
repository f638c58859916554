import CallEngine
import ECallAPI
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation
@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// Devices' signals through the router, while the real calls change (wire-protocol 3.6 and 5.4).
@Suite("Relays", .timeLimit(.minutes(1)))
struct RelayTests {
    private static func message(_ kind: E2EEKind, _ body: String, in call: CallID) -> String {
        "{\"type\":\"e2ee\",\"callId\":\(call),\"kind\":\"\(kind)\",\"body\":\"\(body)\"}"
    }

    private static func message(_ kind: E2EEKind, _ body: String, to user: UInt64, in call: CallID) -> String {
        "{\"type\":\"e2ee\",\"callId\":\(call),\"kind\":\"\(kind)\",\"bodies\":{\"\(user)_\(user * 10)\":\"\(body)\"}}"
    }

    private static func key(_ kind: SignalKind, to user: UInt64, in call: CallID) -> String {
        """
        {"type":"\(kind.rawValue)","callId":\(call),"participantId":\(user),"participantDeviceId":\(user * 10)}
        """
    }

    /// The next signal that another device has sent.
    private static func relayed(to wire: SignalWire) async throws -> String {
        while true {
            let line = try await wire.takes()
            if line.hasPrefix("message") || line.hasPrefix("live key_rotation") { return line }
        }
    }

    @Test("from the answer to their removal on, a participant neither sends nor gets a key")
    func removed() async throws {
        try await Crowd.run { crowd in
            try await crowd.talking(3) { call, wires in
                try wires[2].send(Self.message(.key, "before", in: call))
                try wires[0].send(Self.key(.keyRotation, to: 3, in: call))
                #expect(try await Self.relayed(to: wires[1]) == "message key before of 30")
                #expect(try await Self.relayed(to: wires[0]) == "message key before of 30")
                #expect(try await Self.relayed(to: wires[2]) == "live key_rotation \(call)")
                try await crowd.calls.remove(3, from: call, by: Crowd.device(1))
                // From them.
                for kind in [.key, .open, .again, .status, .report, .vouch, .revoke] as [E2EEKind] {
                    try wires[2].send(Self.message(kind, "after", in: call))
                }
                try wires[2].send(Self.key(.requestAESKey, to: 1, in: call))
                // To them.
                try wires[0].send(Self.key(.keyRotation, to: 3, in: call))
                try wires[0].send(Self.key(.sendAESKey, to: 3, in: call))
                try wires[1].send(Self.message(.key, "to-3", to: 3, in: call))
                try wires[0].send(Self.message(.key, "last", in: call))
                #expect(try await Self.relayed(to: wires[1]) == "message key last of 10")
                #expect(await crowd.sessions.statistics.dropped == [.noCall: 8, .addresseeNotInCall: 3])
            }
        }
    }

    @Test("from the answer to the end of the call on, nothing is relayed in it, and in a new call everything")
    func ended() async throws {
        try await Crowd.run { crowd in
            try await crowd.talking(2) { call, wires in
                try await crowd.calls.end(call, by: Crowd.device(2))
                try wires[0].send(Self.message(.key, "after", in: call))
                try wires[0].send(Self.key(.keyRotation, to: 2, in: call))
                let next = try await crowd.start(2, [1], room: 78)
                _ = try await crowd.calls.join(next, by: Crowd.device(1))
                try wires[1].send(Self.message(.status, "new", in: next))
                #expect(try await Self.relayed(to: wires[0]) == "message status new of 20")
                try wires[1].send(Self.message(.key, "old", in: call))
                try wires[1].send(Self.key(.keyRotation, to: 1, in: next))
                #expect(try await Self.relayed(to: wires[0]) == "live key_rotation \(next)")
                #expect(await crowd.sessions.statistics.dropped == [.noCall: 3])
            }
        }
    }

    @Test("a key host whose rotation the router has relayed keeps the role", arguments: [true, false])
    func rotation(rotates: Bool) async throws {
        try await Crowd.run { crowd in
            try await crowd.talking(3) { call, wires in
                try await crowd.calls.end(call, by: Crowd.device(3))
                #expect(await crowd.calls.activeCalls.calls[call]?.rotationDueAt != nil)
                if rotates {
                    try wires[0].send(Self.key(.keyRotation, to: 2, in: call))
                    #expect(try await Self.relayed(to: wires[1]) == "live key_rotation \(call)")
                    while await crowd.calls.activeCalls.calls[call]?.rotationDueAt != nil { try await pause() }
                }
                crowd.clock.advance(seconds: 1)
                await crowd.calls.tick()
                #expect(await crowd.calls.activeCalls.calls[call]?.keyHost == (rotates ? 1 : 2))
            }
        }
    }

    @Test("calls that a server takes over are relayed in at once")
    func restored() async throws {
        try await Crowd.run { crowd in
            let call = try await crowd.start(1, [2], room: 77)
            _ = try await crowd.calls.join(call, by: Crowd.device(2))
            let next = CallService(
                directory: Crowd.Friends(), signals: crowd.sessions, rooms: OpenRooms(),
                records: DatabaseCallRecords(database: crowd.disk), now: { crowd.clock.now },
                logger: Logger(label: "test"))
            try await next.restore()
            let message = E2EESignal(call: call, kind: .key, content: .body("k"))
            let request = RelayRequest(signal: .e2ee(message), sender: Crowd.device(1))
            let delivery = E2EEDelivery(message: message.passed("k", from: Crowd.device(1)), devices: [Crowd.device(2)])
            #expect(next.relayAtOnce(request) == .spread([delivery]))
        }
    }

    @Test(
        "under eight senders in a changing call, every device gets each sender's messages in order, and all the same order"
    )
    func order() async throws {
        let (senders, messages) = (8, 40)
        try await Crowd.run { crowd in
            try await crowd.talking(9) { call, wires in
                // Those that the calls keep, and those that they do not.
                let kinds: [E2EEKind] = [.open, .join, .key, .vouch, .invite, .open, .revoke]
                async let changes: Void = {
                    for number in 0..<20 {
                        let muting = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: number % 2 == 0)
                        _ = try await crowd.calls.update(call, muting, by: Crowd.device(9))
                    }
                }()
                _ = try await atOnce(senders) { sender in
                    for number in 0..<messages {
                        let kind = kinds[(sender + number) % kinds.count]
                        try wires[sender].send(Self.message(kind, "\(sender)-\(number)", in: call))
                        await Task.yield()
                    }
                }
                try await changes
                var orders: [[String]] = []
                for receiver in 0...senders {
                    var bodies: [String] = []
                    let count = (receiver < senders ? senders - 1 : senders) * messages
                    while bodies.count < count {
                        let words = try await Self.relayed(to: wires[receiver]).split(separator: " ")
                        bodies.append(String(words[2]))
                    }
                    orders.append(bodies)
                    for sender in 0..<senders where sender != receiver {
                        let own = bodies.filter { $0.hasPrefix("\(sender)-") }
                        #expect(own == (0..<messages).map { "\(sender)-\($0)" })
                    }
                }
                // The ninth gets all; each other one the same without its own.
                for receiver in 0..<senders {
                    #expect(orders[receiver] == orders[senders].filter { !$0.hasPrefix("\(receiver)-") })
                }
                #expect(await crowd.sessions.statistics.dropped.isEmpty)
            }
        }
    }

    @Test("a newcomer is given the stored messages before its route is published")
    func givenFirst() async throws {
        try await Crowd.run { crowd in
            let signals = WatchedSignals(crowd.sessions)
            let calls = CallService(
                directory: Crowd.Friends(), signals: signals, rooms: OpenRooms(),
                records: DatabaseCallRecords(database: crowd.disk), now: { crowd.clock.now },
                logger: Logger(label: "test"))
            signals.calls.put(calls)
            let keys = [DeviceKey(user: 2, device: 20).description: "key"]
            let opening = E2EEOpening(invite: "i", join: "j")
            let request = StartCallRequest(
                roomId: 77, calleeIds: [2], encryptedAESKeys: keys, isVideo: false, e2ee: opening)
            let call = try await calls.start(request, by: Crowd.device(1)).callRecord.id
            _ = try await calls.join(call, by: Crowd.device(2))
            #expect(signals.given.item == ["e2ee to 20, published: false", "e2ee to 20, published: false"])
            #expect(calls.routes.call(call, of: 2)?.hasJoined(Crowd.device(2)) == true)
        }
    }

    /// The processor time of the process, other tests that run meanwhile included.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// `RELAYS=10000` measures more of them.
    @Test("measured: relays with 64 in flight, decided by the calls and by their routes")
    func measured() async throws {
        let count = ProcessInfo.processInfo.environment["RELAYS"].flatMap(Int.init) ?? 2_000
        let rates = E2EELimits(
            sendsPerDevice: .init(count: 1_000_000, seconds: 1), bytesPerDevice: .init(count: 500_000_000, seconds: 1),
            deliveriesPerCall: .init(count: 1_000_000, seconds: 1))
        for isAtOnce in [false, true] {
            try await Crowd.run(e2eeLimits: rates) { crowd in
                let call = try await crowd.start(1, [2], room: 77)
                _ = try await crowd.calls.join(call, by: Crowd.device(2))
                let authority = CountingAuthority(calls: crowd.calls, isAtOnce: isAtOnce)
                let flight = Flight(count: count, sessions: crowd.sessions)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await SignalRouter(sessions: crowd.sessions, authority: authority).run() }
                    let sender = await SignalWire(Crowd.device(1), to: crowd.sessions, takesE2EE: true)
                    sender.open()
                    while await !crowd.sessions.isOnline(Crowd.device(1)) { try await pause() }
                    try await flight.open(Crowd.device(2))
                    let key = Self.message(.key, String(repeating: "k", count: 200), in: call)
                    let (start, used) = (ContinuousClock.now, Self.processorTime)
                    await flight.fly(64, try ReceivedSignal(of: key), by: sender.session)
                    let (time, work) = (ContinuousClock.now - start, Self.processorTime - used)
                    let asked = authority.questions
                    print(
                        "measured: \(count) relays, 64 in flight, by the \(isAtOnce ? "routes" : "calls"): \(time), "
                            + "\(work) of processor time in the process, \(asked) questions to the calls")
                    #expect(isAtOnce ? asked == 0 : asked > 0)
                    group.cancelAll()
                }
            }
        }
    }
}

/// Records what is given, and whether the routes show the recipient by then.
private final class WatchedSignals: SignalDelivery {
    let calls = Shelf<CallService>()
    let given = Shelf<[String]>()
    private let sessions: SignalSessions

    init(_ sessions: SignalSessions) { self.sessions = sessions }

    func prepare(_ signals: [AddressedSignal]) async -> PreparedSignals { await sessions.prepare(signals) }
    func post(_ signals: PreparedSignals) async -> StoredSignals { await sessions.post(signals) }
    func give(_ messages: [AddressedSignal]) {
        for message in messages {
            for device in message.devices {
                let route = calls.item?.routes.call(message.signal.call, of: device.user)
                let isPublished = route?.hasJoined(device) ?? false
                let line = "\(message.signal.kind.rawValue) to \(device.device), published: \(isPublished)"
                given.put((given.item ?? []) + [line])
            }
        }
    }
    func isOnline(_ device: DeviceIdentity) async -> Bool { await sessions.isOnline(device) }
    func disconnect(_ device: DeviceIdentity) async { await sessions.disconnect(device) }
}

/// Calls that count how often they are asked about signals; without `isAtOnce` they are asked about each.
private final class CountingAuthority: SignalAuthority {
    private let calls: CallService
    private let isAtOnce: Bool
    private let count = Mutex(0)

    init(calls: CallService, isAtOnce: Bool) { (self.calls, self.isAtOnce) = (calls, isAtOnce) }

    var questions: Int { count.withLock { $0 } }

    func relayAtOnce(_ request: RelayRequest) -> RelayDecision? { isAtOnce ? calls.relayAtOnce(request) : nil }
    func relay(_ requests: [RelayRequest]) async -> [RelayDecision] {
        count.withLock { $0 += 1 }
        return await calls.relay(requests)
    }
    func isRelevant(_ signal: Signal, for device: DeviceIdentity) async -> Bool {
        await calls.isRelevant(signal, for: device)
    }
    func e2eeMessages(for device: DeviceIdentity) async -> JoinE2EEMessages? { await calls.e2eeMessages(for: device) }
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) async {
        await calls.perform(command, call, by: identity)
    }
    func sessionOpened(_ device: DeviceIdentity) async { await calls.sessionOpened(device) }
    func sessionGoing(_ device: DeviceIdentity) async { await calls.sessionGoing(device) }
    func sessionClosed(_ device: DeviceIdentity) async { await calls.sessionClosed(device) }
}

/// Signals of one device to another, each sent when one before it has arrived.
private final class Flight: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = Never

    private struct State {
        var (sent, arrived) = (0, 0)
        var signal: (received: ReceivedSignal, session: SignalSession)?
        var done: CheckedContinuation<Void, Never>?
    }

    private let count: Int
    private let sessions: SignalSessions
    private let state = Mutex(State())

    init(count: Int, sessions: SignalSessions) { (self.count, self.sessions) = (count, sessions) }

    /// Opens the session of the receiver.
    func open(_ device: DeviceIdentity) async throws {
        let channel = await NIOAsyncTestingChannel(handlers: [self])
        let session = SignalSession(identity: device, channel: channel, takesE2EE: true)
        sessions.report(.connected(session))
        sessions.report(.subscribed(session))
        while await !sessions.isOnline(device) { try await pause() }
    }

    /// Returns once all signals have arrived.
    func fly(_ inFlight: Int, _ received: ReceivedSignal, by session: SignalSession) async {
        await withCheckedContinuation { done in
            state.withLock { state in
                state.signal = (received, session)
                state.done = done
                state.sent = inFlight
            }
            for _ in 0..<inFlight { sessions.report(.sent(session, received)) }
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        promise?.succeed()
        guard case .deliver(.message)? = event as? SignalSessionRequest else { return }
        let (next, done) = state.withLock {
            state -> ((ReceivedSignal, SignalSession)?, CheckedContinuation<Void, Never>?) in
            state.arrived += 1
            guard state.arrived < count else { return (nil, state.done) }
            guard state.sent < count else { return (nil, nil) }
            state.sent += 1
            return (state.signal, nil)
        }
        if let (received, session) = next { sessions.report(.sent(session, received)) }
        done?.resume()
    }
}

extension ReceivedSignal {
    fileprivate init(of json: String) throws {
        guard case .signal(let received)? = ClientSignal(json: Array(json.utf8)) else { throw ChannelError.eof }
        self = received
    }
}

import ECallAPI
import ServerFoundation
import TestSupport
import Testing

@testable import SignalRouting
@testable import SignalRoutingTestSupport

/// The E2EE messages of a call of fifty at its busiest, counted as in e2ee 7, against the default limits of servers. None
/// is dropped.
@Suite("Rates: a call of fifty", .timeLimit(.minutes(1)))
struct CallOfFiftyTests {
    private static let size = 50
    /// Sizes in bytes with all framing; the largest made by our clients.
    private static let (join, open, key, status, report) = (2_900, 2_100, 320, 1_400, 320)
    private static let millisecond: UInt64 = 1_000_000

    /// One call, with its own clock.
    private struct Call {
        var rates = E2EERates()
        var members: [DeviceIdentity] = []
        var sent = 0
        var dropped: [String] = []
        var deliveries = 0

        /// One SEND to `count` devices.
        mutating func send(_ kind: E2EEKind, _ bytes: Int, to count: Int, by device: DeviceIdentity, at time: UInt64) {
            guard count > 0 else { return }
            sent += 1
            deliveries += count
            let passes =
                rates.allows(kind, bytes: bytes, from: device, now: time)
                && rates.allows(kind, deliveries: count, in: 7, now: time)
            if !passes { dropped.append("\(kind.rawValue) of \(device.user) at \(time / millisecond) ms") }
        }

        /// A separate body for each, split into as many SENDs as needed.
        mutating func sendEach(
            _ kind: E2EEKind, _ bytes: Int, to count: Int, by device: DeviceIdentity, at time: UInt64
        ) {
            let most = E2EESignal.largest / (bytes + 32)
            for start in stride(from: 0, to: count, by: most) {
                let part = min(most, count - start)
                send(kind, part * (bytes + 32), to: part, by: device, at: time)
            }
        }

        /// The newcomer joins towards all, who open to it, and it to them.
        mutating func enter(_ device: DeviceIdentity, at time: UInt64) {
            send(.join, join, to: members.count, by: device, at: time)
            send(.status, status, to: members.count, by: device, at: time)
            sendEach(.open, open, to: members.count, by: device, at: time)
            for member in members { send(.open, open, to: 1, by: member, at: time) }
            members.append(device)
        }

        /// The remaining members exchange new keys.
        mutating func leave(at time: UInt64) {
            let leaver = members.removeLast()
            send(.leave, status, to: members.count, by: leaver, at: time)
            for member in members { sendEach(.key, key, to: members.count - 1, by: member, at: time) }
        }

        /// The continuous traffic: a status every 10 s, reports to nine senders every 2 s.
        mutating func goOn(at time: UInt64) {
            let tick = Int(time / millisecond / 200)
            for (index, member) in members.enumerated() {
                if (tick + index) % 50 == 0 { send(.status, status, to: members.count - 1, by: member, at: time) }
                if (tick + index) % 10 == 0 {
                    sendEach(.report, report, to: min(9, members.count - 1), by: member, at: time)
                }
            }
        }
    }

    private static func device(_ number: Int) -> DeviceIdentity { Cast.device(UInt64(number), UInt64(number) * 10 + 1) }

    /// A call that all have joined a while ago.
    private static func settled() -> Call {
        var call = Call()
        call.members = (1...size).map(device)
        return call
    }

    @Test("fifty users join in ten seconds, one after another, while those already in the call continue")
    func comes() {
        var call = Call()
        for number in 0..<Self.size {
            let time = UInt64(number) * 200 * Self.millisecond
            call.enter(Self.device(number + 1), at: time)
            call.goOn(at: time)
        }
        #expect(call.dropped.isEmpty)
        let pairs = Self.size * (Self.size - 1) / 2
        // Joins and statuses to those in the call; an open each way between any two.
        #expect(call.deliveries > 4 * pairs && call.sent > 0)
    }

    @Test("fifty rejoin at the same moment, after a restart of the server")
    func returns() {
        var call = Self.settled()
        for member in call.members { call.send(.join, Self.join, to: Self.size - 1, by: member, at: 0) }
        for member in call.members { call.send(.status, Self.status, to: Self.size - 1, by: member, at: 0) }
        #expect(call.deliveries == 2 * Self.size * (Self.size - 1) && call.dropped.isEmpty)
        for member in call.members { call.sendEach(.open, Self.open, to: Self.size - 1, by: member, at: 0) }
        #expect(call.dropped.isEmpty)
    }

    @Test("one participant leaves, and all who stay exchange new keys at once")
    func leaves() {
        var call = Self.settled()
        call.goOn(at: 0)
        let before = call.deliveries
        call.leave(at: 250 * Self.millisecond)
        #expect(call.deliveries - before == 49 + 49 * 48 && call.dropped.isEmpty)
    }

    /// Faster than that, keys are dropped, and come by the repair of e2ee 6: at three a second from the eleventh leave on.
    @Test("the meeting is over: two leave a second until one is left")
    func ends() {
        var call = Self.settled()
        for number in 0..<(Self.size - 1) {
            let time = UInt64(number) * 500 * Self.millisecond
            call.goOn(at: time)
            call.leave(at: time)
        }
        // Only reports may be dropped: they leave a reserve for all others.
        #expect(call.dropped.filter { !$0.hasPrefix("report") }.isEmpty)
    }

    @Test("an additional flood is dropped, which shows that there is a limit")
    func flood() {
        var call = Self.settled()
        for _ in 0..<200 { call.send(.status, Self.status, to: Self.size - 1, by: Self.device(1), at: 0) }
        #expect(call.dropped.count >= 140)
        for number in 2...Self.size {
            for _ in 0..<60 { call.send(.status, Self.status, to: Self.size - 1, by: Self.device(number), at: 0) }
        }
        #expect(call.dropped.count > 2_000)
    }
}

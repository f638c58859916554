import ECallAPI
import TestSupport
import Testing

@testable import SignalRouting

/// E2EE messages that wait for devices (e2ee 7).
@Suite("Waiting E2EE messages", .timeLimit(.minutes(1)))
struct E2EEOutboxesTests {
    private let now = Timestamp(milliseconds: 1_000_000)
    private let bob = Cast.bob

    private func message(
        _ kind: E2EEKind, _ body: String = "a", of sender: DeviceIdentity = Cast.alice, in call: CallID = 7
    ) -> OutgoingSignal {
        OutgoingSignal(
            .e2ee(
                E2EESignal(
                    call: call, kind: kind, content: .body(body), sender: sender.user, senderDevice: sender.device)))
    }

    private func put(
        _ message: OutgoingSignal, into boxes: inout E2EEOutboxes, for device: DeviceIdentity = Cast.bob
    ) -> E2EEOutboxes.Outcome { boxes.put(message, for: device, now: now).outcome }

    private func words(_ messages: [OutgoingSignal]) -> [String] {
        messages.compactMap { outgoing in
            guard case .e2ee(let message)? = outgoing.signal, case .body(let body) = message.content else { return nil }
            return "\(message.kind) \(body) of \(message.senderDevice ?? 0)"
        }
    }

    /// The messages that a returning device gets.
    private func waiting(_ boxes: E2EEOutboxes, in call: CallID? = 7, after seconds: Int = 0) -> [String] {
        var boxes = boxes
        return words(boxes.open(bob, [], in: call, now: now.advanced(bySeconds: seconds)))
    }

    @Test("for an absent device the newest of each sender and kind waits, in the order open, key, leave, status")
    func newest() {
        var boxes = E2EEOutboxes()
        for (kind, body, sender) in [
            (.status, "1", Cast.alice), (.leave, "1", Cast.alice), (.key, "1", Cast.alice), (.open, "1", Cast.carol),
            (.key, "2", Cast.alice), (.status, "2", Cast.alice), (.open, "1", Cast.alice), (.key, "1", Cast.carol),
        ] as [(E2EEKind, String, DeviceIdentity)] {
            #expect(put(message(kind, body, of: sender), into: &boxes) == .taken)
        }
        #expect(
            waiting(boxes) == [
                "open 1 of 31", "open 1 of 11", "key 2 of 11", "key 1 of 31", "leave 1 of 11", "status 2 of 11",
            ])
        #expect(waiting(boxes, after: 29).count == 6 && waiting(boxes, after: 30).isEmpty)
        // A different call by now.
        #expect(waiting(boxes, in: 8).isEmpty && waiting(boxes, in: nil).isEmpty)
    }

    @Test(
        "kinds without a later meaning never wait",
        arguments: [.join, .invite, .again, .report, .vouch, .revoke] as [E2EEKind])
    func fleeting(kind: E2EEKind) {
        var boxes = E2EEOutboxes()
        #expect(put(message(kind), into: &boxes) == .away)
        #expect(boxes.count == 0)
    }

    @Test("a slow reader gets a limited amount at once, and the rest in order; reports are dropped first")
    func slow() {
        var limits = E2EEOutboxes.Limits()
        limits.window = 1
        var boxes = E2EEOutboxes(limits: limits)
        let first = boxes.open(bob, [message(.join, "1"), message(.invite, "2")], in: 7, now: now)
        #expect(words(first) == ["join 1 of 11"])
        let isDrained = boxes.isDrained(bob)
        #expect(!isDrained)
        #expect(put(message(.report), into: &boxes) == .overflow)
        for body in ["3", "4"] {
            let sent = boxes.put(message(.key, body), for: bob, now: now).send
            #expect(sent.isEmpty)
        }
        for body in ["5", "6"] { _ = boxes.put(message(.status, body), for: bob, now: now) }
        var sent = message(.join, "1")
        var all: [String] = []
        for step in 0..<5 {
            let (next, isDrained) = boxes.handedOver(sent, by: bob, now: now)
            all += words(next)
            // Nothing waits after the fourth; that is reported once.
            #expect(isDrained == (step == 3), "\(step)")
            sent = next.first ?? sent
        }
        #expect(all == ["invite 2 of 11", "key 3 of 11", "key 4 of 11", "status 6 of 11"])
        #expect(put(message(.report), into: &boxes) == .taken)
    }

    @Test("a missed message waits unless a newer one does; those waiting when the connection ended are collected")
    func missed() {
        var limits = E2EEOutboxes.Limits()
        limits.window = 1
        var boxes = E2EEOutboxes(limits: limits)
        _ = boxes.open(bob, [], in: 7, now: now)
        for (kind, body) in [
            (.key, "1"), (.key, "2"), (.again, "3"), (.key, "4"), (.open, "5"),
        ] as [(E2EEKind, String)] {
            _ = boxes.put(message(kind, body), for: bob, now: now)
        }
        boxes.close(bob)
        for (kind, body) in [(.key, "1"), (.leave, "0"), (.again, "0")] as [(E2EEKind, String)] {
            let sent = boxes.missed(message(kind, body), by: bob, now: now)
            #expect(sent.isEmpty)
        }
        #expect(boxes.depth == 3)
        var all = words(boxes.open(bob, [], in: 7, now: now))
        for kind in [.open, .key] as [E2EEKind] {
            all += words(boxes.handedOver(message(kind), by: bob, now: now).send)
        }
        #expect(all == ["open 5 of 11", "key 4 of 11", "leave 0 of 11"])
    }

    @Test("memory is limited, for a device and in total, and is released")
    func bounded() {
        var limits = E2EEOutboxes.Limits()
        (limits.perDevice, limits.bytes) = (20_000, 30_000)
        var boxes = E2EEOutboxes(limits: limits)
        let large = String(repeating: "a", count: 4096)
        func fill(_ device: DeviceIdentity) -> Int {
            (1...50).count { number in
                let sender = DeviceIdentity(user: UserID(UInt64(number)), device: 1)
                return put(message(.open, large, of: sender), into: &boxes, for: device) == .taken
            }
        }
        let one = fill(bob)
        #expect((1...4).contains(one))
        let others = fill(Cast.carol)
        #expect(others < one)
        boxes.forget(bob)
        let more = fill(Cast.dave)
        #expect(more > others)
        boxes.sweep(now.advanced(bySeconds: 30))
        #expect(boxes.count == 0 && boxes.depth == 0)
        let again = fill(bob)
        #expect(again == one)
    }

    @Test(
        "rates: a burst, then a number per second; reports leave half of it; a message goes to all recipients or none")
    func rates() {
        var rates = E2EERates()
        func passed(_ kind: E2EEKind, _ tries: Int, _ bytes: Int = 100, at now: UInt64) -> Int {
            (0..<tries).count { _ in rates.allows(kind, bytes: bytes, from: Cast.alice, now: now) }
        }
        let second: UInt64 = 1_000_000_000
        #expect(passed(.report, 100, at: 0) == 30)
        #expect(passed(.key, 100, at: 0) == 30)
        #expect(passed(.key, 100, at: second) == 20)
        #expect(passed(.key, 100, at: 60 * second) == 60)
        // 64 kB at once, four times, then one a second.
        #expect(passed(.key, 6, 65_536, at: 120 * second) == 4)
        #expect(passed(.key, 6, 65_536, at: 122 * second) == 2)
        func delivered(_ call: CallID, _ tries: Int, _ count: Int, _ kind: E2EEKind = .key, at now: UInt64) -> Int {
            (0..<tries).count { _ in rates.allows(kind, deliveries: count, in: call, now: now) }
        }
        #expect(delivered(1, 300, 49, at: 0) == 12_000 / 49)
        #expect(delivered(1, 300, 49, at: second) == (3000 + 12_000 % 49) / 49)
        #expect(delivered(2, 300, 49, .report, at: 0) == 6000 / 49)
        for number in 1...3000 {
            let device = DeviceIdentity(user: UserID(UInt64(number)), device: 1)
            _ = rates.allows(.key, bytes: 1, from: device, now: UInt64(number) * 10 * second)
        }
        #expect(rates.count < 1100)
    }
}

import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// E2EE messages relayed in calls (e2ee 7).
@Suite("E2EE messages of calls", .timeLimit(.minutes(1)))
struct E2EEMessageStoreTests {
    private let call = ActiveCallsBench.call

    private func message(
        _ kind: E2EEKind, _ content: E2EESignal.Content, in call: CallID = ActiveCallsBench.call
    ) -> Signal {
        .e2ee(E2EESignal(call: call, kind: kind, content: content, sender: 999, senderDevice: 998))
    }

    /// The result, as `kind body of device → devices`.
    private func relayed(_ bench: inout ActiveCallsBench, _ signal: Signal, by sender: DeviceIdentity) -> [String] {
        switch bench.activeCalls.relay(signal, from: sender, now: bench.now) {
        case .drop(let reason): return ["\(reason)"]
        case .deliver: return ["deliver"]
        case .spread(let deliveries):
            return deliveries.map { delivery in
                let devices = delivery.devices.map { "\($0.device)" }.joined(separator: ",")
                return "\(Self.line(delivery.message)) → \(devices)"
            }
        }
    }

    private static func line(_ message: E2EESignal) -> String {
        guard case .body(let body) = message.content else { return "bodies" }
        return "\(message.kind) \(body) of \(message.sender ?? 0)_\(message.senderDevice ?? 0)"
    }

    private func given(_ bench: ActiveCallsBench, to device: DeviceIdentity) -> [String]? {
        bench.activeCalls.e2eeMessages(for: device)?.messages.map { signal in
            guard case .e2ee(let message) = signal else { return "" }
            return Self.line(message)
        }
    }

    @Test("a leave that arrives after the end of the call is relayed for ten seconds, and nothing else is")
    func overtakenLeave() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.alice)
        _ = bench.send(.join(call, by: Cast.carol))
        _ = bench.send(.end(call, by: Cast.bob))
        #expect(relayed(&bench, message(.leave, .body("l")), by: Cast.bob) == ["leave l of 2_21 → 11,31"])
        #expect(relayed(&bench, message(.leave, .body("l")), by: Cast.bob2) == ["noCall"], "it was not there")
        #expect(relayed(&bench, message(.status, .body("s")), by: Cast.bob) == ["noCall"])
        _ = bench.tick(after: 11)
        #expect(relayed(&bench, message(.leave, .body("l")), by: Cast.bob) == ["noCall"])
    }

    @Test("many devices' invites displace none of a device with few")
    func invitesOfMany() {
        var store = E2EEMessageStore()
        store.invited("the host's", Cast.alice)
        for user in UInt64(100)..<120 {
            for number in 0..<8 { store.invited("\(number)", DeviceIdentity(user: UserID(user), device: 1)) }
        }
        #expect(store.invites.count == E2EEMessageStore.invitesOfAll && store.invites.first?.body == "the host's")
    }

    private func key(_ device: DeviceIdentity) -> DeviceKey { DeviceKey(user: device.user, device: device.device) }

    @Test("a body goes to all others, each of several bodies to its own; the server names the sender")
    func relay() {
        var bench = ActiveCallsBench.connectedThree
        #expect(relayed(&bench, message(.status, .body("s")), by: Cast.alice) == ["status s of 1_11 → 21,31"])
        let bodies = [key(Cast.carol): "c", key(Cast.bob): "b"]
        #expect(
            relayed(&bench, message(.key, .bodies(bodies)), by: Cast.alice)
                == ["key b of 1_11 → 21", "key c of 1_11 → 31"])
    }

    @Test(
        "a device outside the call neither gets nor sends any: ringing, declined, left, another device, another call"
    )
    func outsiders() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.alice)
        let all = [Cast.alice, Cast.alice2, Cast.bob, Cast.bob2, Cast.carol, Cast.dave]
        let bodies = Dictionary(uniqueKeysWithValues: all.map { (key($0), "t") })
        // Only to present devices, and not to the sender; the others do not lose theirs.
        #expect(relayed(&bench, message(.key, .bodies(bodies)), by: Cast.alice) == ["key t of 1_11 → 21"])
        #expect(
            relayed(&bench, message(.key, .bodies([key(Cast.carol): "t"])), by: Cast.alice)
                == ["addresseeNotInCall"])
        #expect(
            relayed(&bench, message(.key, .bodies([key(Cast.alice): "t"])), by: Cast.alice)
                == ["addresseeNotInCall"])
        for outsider in [Cast.alice2, Cast.bob2, Cast.carol] {
            #expect(relayed(&bench, message(.join, .body("t")), by: outsider) == ["senderNotInCall"], "\(outsider)")
        }
        #expect(relayed(&bench, message(.join, .body("t")), by: Cast.dave) == ["noCall"])
        #expect(relayed(&bench, message(.join, .body("t"), in: 901), by: Cast.alice) == ["noCall"])
        #expect(given(bench, to: Cast.alice) == [] && given(bench, to: Cast.carol) == nil)
    }

    @Test("a device that waits to be let in again is not in the call and gets no messages")
    func openRejoin() {
        var bench = ActiveCallsBench.connectedThree
        _ = relayed(&bench, message(.join, .body("j")), by: Cast.alice)
        _ = bench.send(.end(call, by: Cast.carol))
        #expect(bench.send(.requestRejoin(call, by: Cast.carol)).refusal == nil)
        #expect(given(bench, to: Cast.carol) == nil)
        #expect(relayed(&bench, message(.status, .body("s")), by: Cast.alice) == ["status s of 1_11 → 21"])
        #expect(
            relayed(&bench, message(.key, .bodies([key(Cast.carol): "k"])), by: Cast.alice)
                == ["addresseeNotInCall"])
        #expect(relayed(&bench, message(.join, .body("j")), by: Cast.carol) == ["noCall"])
        #expect(bench.send(.rejoin(call, by: Cast.carol)).lines.first == "give join of 1 → 31")
    }

    @Test("a new participant gets the last join of each, then the invites, before anything else")
    func newcomer() {
        var bench = ActiveCallsBench.connectedPair
        for (kind, body, sender) in [
            (.invite, "i1", Cast.alice), (.join, "j1", Cast.alice), (.join, "j2", Cast.bob), (.join, "j3", Cast.alice),
            (.status, "s", Cast.bob), (.invite, "i2", Cast.bob), (.invite, "i1", Cast.alice),
        ] as [(E2EEKind, String, DeviceIdentity)] {
            _ = relayed(&bench, message(kind, .body(body)), by: sender)
        }
        // A message to some is not one to all.
        _ = relayed(&bench, message(.join, .bodies([key(Cast.bob): "j4"])), by: Cast.alice)
        _ = bench.invite([3], by: Cast.alice)
        let lines = bench.send(.join(call, by: Cast.carol)).lines
        #expect(
            lines.prefix(4) == [
                "give join of 2 → 31", "give join of 1 → 31", "give invite of 1 → 31", "give invite of 2 → 31",
            ])
        #expect(
            given(bench, to: Cast.carol)
                == ["join j2 of 2_21", "join j3 of 1_11", "invite i1 of 1_11", "invite i2 of 2_21"])
        // A device does not get its own messages.
        #expect(given(bench, to: Cast.alice) == ["join j2 of 2_21", "invite i2 of 2_21"])
        // A restarted client asks again; no one else is notified.
        #expect(bench.send(.join(call, by: Cast.alice)).lines == ["give join of 2 → 11", "give invite of 2 → 11"])
    }

    @Test("a join is dropped when its device leaves or moves; an invite stays; the end drops all")
    func forgotten() {
        var bench = ActiveCallsBench.connectedThree
        for sender in [Cast.alice, Cast.bob, Cast.carol] {
            _ = relayed(&bench, message(.join, .body("j")), by: sender)
            _ = relayed(&bench, message(.invite, .body("i\(sender.device)")), by: sender)
        }
        _ = relayed(&bench, message(.leave, .body("l")), by: Cast.bob)
        #expect(given(bench, to: Cast.alice)?.filter { $0.hasPrefix("join") } == ["join j of 3_31"])
        _ = bench.send(.end(call, by: Cast.carol))
        #expect(given(bench, to: Cast.alice) == ["invite i21 of 2_21", "invite i31 of 3_31"])
        #expect(bench.activeCalls.e2eeMessages.count == 1)
        _ = bench.send(.end(call, by: Cast.bob))
        #expect(bench.activeCalls.e2eeMessages.isEmpty && given(bench, to: Cast.alice) == nil)
    }

    @Test("invites are bounded per device and in total")
    func bounded() {
        var store = E2EEMessageStore()
        for number in 0..<20 { store.invited("a\(number)", Cast.alice) }
        #expect(store.invites.map(\.body) == (12..<20).map { "a\($0)" })
        for user in 100..<200 {
            store.invited("b", DeviceIdentity(user: UserID(UInt64(user)), device: 1))
            store.joined("j", DeviceIdentity(user: 9, device: 9))
        }
        #expect(store.invites.count == 100 && store.invites.allSatisfy { $0.body == "b" } && store.joins.count == 1)
    }

    @Test("messages beside an invitation ring with it and count as sent to all, and are not part of the call")
    func invitation() {
        var bench = ActiveCallsBench.everybody
        var request = ActiveCallsBench.request(id: call, room: 77, by: Cast.alice, callees: [2])
        request.e2ee = E2EEOpening(invite: "i", join: "j")
        let outcome = bench.activeCalls.handle(.start(request), now: bench.now)
        let rings = outcome.effects.compactMap { effect -> CallInvitation? in
            if case .ring(let invitation, _) = effect { invitation } else { nil }
        }
        #expect(!rings.isEmpty && rings.allSatisfy { $0.e2ee == E2EEOpening(invite: "i", join: "j") })
        #expect(
            bench.send(.join(call, by: Cast.bob)).lines.prefix(2)
                == ["give join of 1 → 21", "give invite of 1 → 21"])
        var invite = ActiveCallsBench.invitation([3], by: Cast.bob)
        invite.e2ee = E2EEOpening(invite: "i2", join: "j2")
        _ = bench.activeCalls.handle(.invite(call, invite), now: bench.now)
        _ = bench.send(.join(call, by: Cast.carol))
        #expect(
            given(bench, to: Cast.carol)
                == ["join j of 1_11", "join j2 of 2_21", "invite i of 1_11", "invite i2 of 2_21"])
    }
}

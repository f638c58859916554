import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// The limit of unmuted participants, and mutes that must not look like lost connections.
@Suite("Muting", .timeLimit(.minutes(1)))
struct MutingTests {
    private static let call = ActiveCallsBench.call

    /// Users 1 to `count`, each on one device, in one call: the first is the host, and the others have joined in order.
    private static func crowd(_ count: Int, limits: ActiveCalls.Limits = .init()) -> ActiveCallsBench {
        var bench = ActiveCallsBench(limits: limits, online: (1...count).map(person))
        let callees = (2...count).map { UserID(UInt64($0)) }
        _ = bench.start(
            by: person(1), callees: callees,
            devices: Dictionary(uniqueKeysWithValues: callees.map { ($0, [person(Int($0.rawValue)).device]) }))
        for number in 2...count { _ = bench.send(.join(call, by: person(number))) }
        return bench
    }

    private static func person(_ number: Int) -> DeviceIdentity { Cast.device(UInt64(number), UInt64(number) * 10 + 1) }

    private static func muting(_ isMuted: Bool, by number: Int) -> CallEngineEvent {
        .update(call, UpdateParticipantRequest(callId: nil, userId: nil, isMuted: isMuted), by: person(number))
    }

    private static func muted(_ bench: ActiveCallsBench) -> [UInt64] {
        bench.activeCalls.calls[call]?.members.filter(\.isMuted).map(\.user.rawValue) ?? []
    }

    @Test("sixteen are unmuted; later participants join muted, and the others are notified")
    func seventeenth() {
        var bench = Self.crowd(16)
        #expect(Self.muted(bench).isEmpty)
        bench = Self.crowd(18)
        #expect(Self.muted(bench) == [17, 18])
        let own = bench.activeCalls.calls[Self.call]?.record(for: 17).participants.first { $0.userId == 17 }
        #expect(own?.isMuted == true, "the answer to joining says it to oneself")
        let outcome = bench.activeCalls.handle(.join(Self.call, by: Self.person(17)), now: bench.now)
        #expect(outcome.effects.isEmpty, "once more changes nothing")
    }

    @Test("the others are notified of muting after the join")
    func order() {
        var limits = ActiveCalls.Limits()
        limits.unmuted = 2
        var bench = ActiveCallsBench(limits: limits, online: [Cast.alice, Cast.bob, Cast.carol])
        _ = bench.start(callees: [2, 3])
        #expect(
            bench.send(.join(Self.call, by: Cast.bob)).lines
                == ["participant_joined 2 → 11", "call_cancelled → 22", "interaction 1 2"])
        #expect(
            bench.send(.join(Self.call, by: Cast.carol)).lines == [
                "participant_joined 3 → 11", "participant_joined 3 → 21", "participant_updated 3 → 11",
                "participant_updated 3 → 21", "interaction 1 3",
            ])
    }

    @Test("unmuting as the seventeenth is refused until a participant mutes, leaves or holds")
    func refused() {
        let others: [(String, [CallEngineEvent])] = [
            ("mutes", [Self.muting(true, by: 3)]), ("leaves", [.end(Self.call, by: Self.person(3))]),
            ("holds", [.hold(Self.call, by: Self.person(3))]),
        ]
        for (name, events) in others {
            var bench = Self.crowd(17)
            let before = bench.activeCalls.calls
            let refused = bench.send(Self.muting(false, by: 17))
            #expect(refused.refusal == .tooManyUnmuted && refused.lines.isEmpty)
            #expect(bench.activeCalls.calls == before, "nothing of the request counts")
            for event in events { _ = bench.send(event) }
            #expect(bench.send(Self.muting(false, by: 17)).refusal == nil, "\(name)")
            #expect(bench.send(Self.muting(false, by: 17)).refusal == nil, "what is so already is no change")
            #expect(Self.muted(bench).contains(17) == false)
        }
    }

    @Test("muting is never refused, and other updates of an unmuted participant are not either")
    func others() {
        var bench = Self.crowd(17)
        #expect(bench.send(Self.muting(true, by: 17)).refusal == nil)
        let camera = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: false, isVideoEnabled: false)
        #expect(bench.send(.update(Self.call, camera, by: Self.person(5))).refusal == nil)
        // Reports about another participant are ignored, whatever they ask for.
        let foreign = UpdateParticipantRequest(callId: nil, userId: 17, isMuted: false)
        #expect(bench.send(.update(Self.call, foreign, by: Self.person(5))).lines.isEmpty)
        #expect(Self.muted(bench) == [17])
    }

    @Test("resuming from hold mutes a participant whose place is taken; one who was muted stays so")
    func hold() {
        var bench = Self.crowd(17)
        _ = bench.send(.hold(Self.call, by: Self.person(3)))
        #expect(bench.send(Self.muting(false, by: 17)).refusal == nil)
        let back = bench.activeCalls.handle(.join(Self.call, by: Self.person(3)), now: bench.now)
        #expect(Self.muted(bench) == [3])
        let told = back.effects.flatMap { effect -> [ParticipantUpdate] in
            guard case .deliver(.participantUpdated(let update), let devices) = effect else { return [] }
            return devices.map { _ in update }
        }
        #expect(told.count == 16 && told.allSatisfy { $0.isMuted == true && $0.isOnHold == false })
    }

    @Test("a participant who left muted and joins again is unmuted, unless the limit is reached")
    func anew() {
        var bench = ActiveCallsBench.connectedThree
        let muting = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: true)
        _ = bench.send(.update(Self.call, muting, by: Cast.bob))
        // Its own device, still in the call, asks for a key and comes in again: it stays as it was.
        _ = bench.send(.requestRejoin(Self.call, by: Cast.bob))
        #expect(bench.send(.rejoin(Self.call, by: Cast.bob)).lines.contains("participant_updated 2 → 11"))
        #expect(Self.muted(bench) == [2])
        _ = bench.send(.end(Self.call, by: Cast.bob))
        _ = bench.send(.requestRejoin(Self.call, by: Cast.bob))
        let outcome = bench.send(.rejoin(Self.call, by: Cast.bob))
        #expect(outcome.lines.contains("participant_updated 2 → 11"), "those who know it as muted hear of it")
        #expect(Self.muted(bench).isEmpty)
    }

    // MARK: - Silence

    private static func audio(_ isReceived: Bool) -> CallEngineEvent {
        .feedAudio(5, in: ActiveCallsBench.room, by: Cast.bob, isReceived: isReceived)
    }

    private static func bobMutes(_ isMuted: Bool) -> CallEngineEvent {
        .update(call, UpdateParticipantRequest(callId: nil, userId: nil, isMuted: isMuted), by: Cast.bob)
    }

    private static var publishing: ActiveCallsBench {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.send(.feedPublished(5, in: ActiveCallsBench.room, by: Cast.bob))
        return bench
    }

    @Test("a muted participant's silence is not a lost connection; its session decides whether it is reachable")
    func silence() {
        var bench = Self.publishing
        _ = bench.send(Self.bobMutes(true))
        #expect(bench.send(Self.audio(false)).lines.isEmpty)
        #expect(bench.send(.sessionClosed(21)).lines == ["participant_updated 2 reconnecting → 11"])
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
        _ = bench.send(Self.bobMutes(false))
        #expect(bench.status(2) == .connected, "the silence from before counts no more")
        #expect(bench.send(Self.audio(true)).lines.isEmpty)
        #expect(bench.send(Self.audio(false)).lines == ["participant_updated 2 reconnecting → 11"])
    }

    @Test("the silence of a participant without anyone to send to is not a lost connection, until there is someone")
    func nobodyToSendTo() {
        func sends(nothing: Bool) -> CallEngineEvent {
            .update(
                Self.call, UpdateParticipantRequest(callId: nil, userId: nil, sendsNothing: nothing), by: Cast.bob)
        }
        var bench = Self.publishing
        #expect(bench.send(sends(nothing: true)).lines.isEmpty, "nobody else has to know")
        #expect(bench.send(Self.audio(false)).lines.isEmpty)
        #expect(bench.status(2) == .connected)
        _ = bench.send(sends(nothing: false))
        #expect(bench.send(Self.audio(false)).lines == ["participant_updated 2 reconnecting → 11"])
        #expect(bench.send(sends(nothing: true)).lines == ["participant_updated 2 connected → 11"], "said late")
        // Another participant's claim is ignored, and a new participant has reported nothing.
        let claim = UpdateParticipantRequest(callId: nil, userId: 1, sendsNothing: true)
        _ = bench.send(.update(Self.call, claim, by: Cast.bob))
        #expect(bench.activeCalls.calls[Self.call]?[1]?.sendsNothing == nil)
        _ = bench.send(.end(Self.call, by: Cast.bob))
        _ = bench.send(.requestRejoin(Self.call, by: Cast.bob))
        _ = bench.send(.rejoin(Self.call, by: Cast.bob))
        #expect(bench.activeCalls.calls[Self.call]?[2]?.sendsNothing == nil)
    }

    @Test("silence before the report of muting is cleared, unless the session is away")
    func silenceBefore() {
        var bench = Self.publishing
        _ = bench.send(Self.audio(false))
        #expect(bench.send(Self.bobMutes(true)).lines == ["participant_updated 2 connected → 11"])
        bench = Self.publishing
        _ = bench.send(Self.audio(false))
        _ = bench.send(.sessionClosed(21))
        #expect(bench.send(Self.bobMutes(true)).lines == ["participant_updated 2 → 11"])
        #expect(bench.status(2) == .reconnecting)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
    }
}

import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Hands and reactions", .timeLimit(.minutes(1)))
struct CallGestureTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    let cy: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
        cy = try await Person(3, server, janus)
    }

    private func connect() async throws {
        let options = CallOptions(video: true, source: .test(sender: 1))
        _ = try await ana.calls.call([bo.user, cy.user], options: options)
        for person in [bo, cy] {
            await person.rings()
            try await person.answer()
        }
        for person in [ana, bo, cy] { await person.hasKeys(2) }
    }

    private func sees(_ person: Person, _ user: UserID, isRaised: Bool) async {
        await person.happened { event in
            if case .hand(_, user, _, isRaised) = event { true } else { false }
        }
    }

    /// The place of another's raised hand, as shown in the list of people.
    private func hand(of user: UserID, at person: Person) -> Int? {
        person.calls.people.value.first { $0.user == user }?.hand
    }

    @Test("gestures reach all others in order, and leave their reports on media unchanged")
    func all() async throws {
        try await connect()
        var before: [ReceiverLimits?] = []
        for person in [bo, cy] { before.append(await person.calls.session?.quality.limits) }
        try await ana.calls.carryOut(.hand(isRaised: true))
        for person in [bo, cy] { await sees(person, 1, isRaised: true) }
        try await cy.calls.carryOut(.hand(isRaised: true))
        for person in [ana, bo] { await sees(person, 3, isRaised: true) }
        #expect(hand(of: 1, at: bo) == 1 && hand(of: 3, at: bo) == 2 && hand(of: 2, at: bo) == nil)
        #expect(hand(of: 1, at: ana) == 1 && hand(of: 3, at: ana) == 2, "oneself too")
        let status = try #require(await bo.calls.status())
        #expect(status.participants.map(\.hand) == [1, 2] && status.own.hand == nil)
        #expect(await cy.calls.status()?.own.hand == 2)

        try await bo.calls.carryOut(.reaction(.applause))
        for person in [ana, cy] {
            await person.happened { if case .reaction(_, 2, "User 2", .applause) = $0 { true } else { false } }
        }
        try await ana.passingKeyTime { () async throws in
            try await ana.calls.carryOut(.hand(isRaised: false))
            for person in [bo, cy] { await sees(person, 1, isRaised: false) }
        }
        #expect(hand(of: 1, at: bo) == nil && hand(of: 3, at: bo) == 1)
        // No one has reported on the media of another: no report means neither a limit nor that the video is not viewed.
        for (person, limits) in zip([bo, cy], before) {
            #expect(await person.calls.session?.quality.limits == limits && limits != nil)
            #expect(await person.calls.session?.quality.limits.isSeen(by: [ana.address]) == true)
        }
        // A participant who leaves no longer has a raised hand; this is reported once, as a leave.
        try await cy.calls.hangUp()
        await bo.happened { if case .participantLeft(_, 3) = $0 { true } else { false } }
        while hand(of: 3, at: bo) != nil { try await pause() }
        #expect(await !bo.events.all.contains { if case .hand(_, 3, _, false) = $0 { true } else { false } })
        try await bo.calls.hangUp()
        _ = await ana.ends()
        await #expect(throws: CallFailure.noCall) { try await ana.calls.carryOut(.hand(isRaised: true)) }
        await #expect(throws: CallFailure.noCall) { try await ana.calls.carryOut(.reaction(.heart)) }
    }

    @Test("gestures in a call of fifty fit into one signal that is far below 64 kB")
    func fifty() {
        // The longest addresses and numbers there are.
        let text = "\(UInt64.max)." + String(repeating: "A", count: 107)
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<49).map {
                (DeviceAddress(userID: UserID.largest - $0, deviceID: DeviceID.largest - $0), text)
            })
        let signals = E2EESignal.cut(.report, texts, of: CallID(CallID.largest))
        #expect(signals.count == 1)
        let size = signals.map { Signal.e2ee($0).json().count }.reduce(0, +)
        #expect(size > 49 * 107 && size < 16_000, "\(size)")
    }
}

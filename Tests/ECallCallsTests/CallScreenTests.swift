import ECallAPI
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls

/// The flow of a call's screen as an app has it, over the calls of devices and the real server.
@Suite("The screen of a call, over the real server", .timeLimit(.minutes(1)))
@MainActor struct CallScreenTests {
    private let server = TestServer()
    private let janus = JanusDouble()

    /// A person, and their call screen. Its clock stands still until a test advances it.
    private struct Screen {
        let person: Person
        let store: FlowStore<CallFlow>
        let time: ManualTime

        @MainActor var flow: CallFlow { store.state }
        @MainActor func send(_ action: CallFlow.Action) { store.send(action) }

        @MainActor func shows(_ isMeant: (CallFlow) -> Bool) async throws {
            while !isMeant(store.state) { try await pause() }
        }

        /// The first sound of everyone is decrypted, and the call is read.
        @MainActor func isActive() async throws {
            while flow.seconds == nil {
                for connection in person.engine.subscribers { connection.report(.firstDecodedFrame(at: 1, opened: 1)) }
                time.advance(by: .seconds(1))
                try await pause()
            }
        }
    }

    private func screen(_ user: UInt64) async throws -> Screen { screen(of: try await Person(user, server, janus)) }

    private func screen(of person: Person) -> Screen {
        let (calls, time) = (person.calls, ManualTime())
        let store = FlowStore(
            CallFlow(),
            effects: CallEffects(
                calls: { () async throws(CallFailure) in calls }, contacts: ContactsService(client: person.api),
                options: { CallOptions(video: $0, source: .test(sender: 1)) },
                devices: { ConnectedDevices([MediaDevice(kind: .camera, id: "front", name: "Front")]) }, time: time))
        let (news, told) = AsyncStream.makeStream(of: CallFlow.Action.self)
        let (events, people) = (calls.events, calls.participants)
        Task {
            for await event in events { told.yield(.heard(event, at: .nanoseconds(Int64(time.nanoseconds())))) }
        }
        Task { for await list in people { told.yield(.people(list)) } }
        store.follow(news) { $0 }
        return Screen(person: person, store: store, time: time)
    }

    private func named(_ screens: [Screen]) -> [OngoingCall.Person] {
        screens.map { OngoingCall.Person(id: $0.person.user, name: "User \($0.person.user)") }
    }

    private static func end(_ flow: CallFlow) -> EndedCall? {
        if case .ended(let end) = flow.phase { end } else { nil }
    }

    /// 000-29, 000-36, 000-37, 000-43, 000-46, 002-14
    @Test("a call is placed, answered once by two taps, connected, muted and hung up; the screens leave")
    func call() async throws {
        let (ana, bo) = (try await screen(1), try await screen(2))
        ana.send(.called(named([bo]), isVideo: true))
        try await bo.shows { $0.incoming != nil }
        try await ana.shows { $0.phase == .outgoing(isRinging: true) }
        bo.send(.answered(isVideo: true))
        bo.send(.answered(isVideo: false))
        for one in [ana, bo] { try await one.isActive() }
        let id = try #require(ana.flow.call?.id)
        #expect(server.log.count { $0 == "2 POST /call/join \(id)" || $0 == "2 POST /call/\(id)/join" } == 1)
        #expect(ana.flow.protection.lock == .protected && ana.flow.protection.hearing.map(\.user) == [bo.person.user])
        #expect(ana.flow.devices?.devices.count == 1 && bo.flow.title == "User 1".text)
        let seconds = ana.flow.seconds ?? 0
        try await ana.shows { _ in
            ana.time.advance(by: .seconds(1))
            return ana.flow.seconds ?? 0 > seconds
        }

        bo.send(.muted(true))
        bo.send(.raisedHand(true))
        try await ana.shows { flow in
            flow.tiles.first { $0.id == .person(2) }.map { $0.isMuted && $0.hand == 1 } ?? false
        }
        bo.send(.reacted(.heart))
        try await ana.shows { !$0.stage.reactions.isEmpty }
        // The maker asks, and the other decides.
        bo.send(.muted(false))
        try await ana.shows { flow in flow.tiles.first { $0.id == .person(2) }?.isMuted == false }
        ana.send(.askedToMute(bo.person.user))
        try await bo.shows { !$0.requests.isEmpty }
        bo.send(.accepted(try #require(bo.flow.requests.first?.id)))
        try await ana.shows { flow in flow.tiles.first { $0.id == .person(2) }?.isMuted == true }
        #expect(ana.flow.notices.map(\.text).contains(.peopleAsked(name: "User 2")))

        ana.send(.hungUp)
        ana.send(.hungUp)
        try await ana.shows { Self.end($0)?.reason == .hungUp }
        try await bo.shows { Self.end($0)?.reason == .remoteHungUp }
        #expect(server.log.count { $0 == "1 POST /call/end \(id)" } == 1)
        for one in [ana, bo] {
            try await one.shows { flow in
                one.time.advance(by: .seconds(1))
                return flow.phase == .idle
            }
        }
    }

    /// 000-47, 000-52, 000-11, 000-53
    @Test("a group call names the others when it rings; people are invited into it, and removed")
    func group() async throws {
        let (ana, bo, cy) = (try await screen(1), try await screen(2), try await screen(3))
        ana.send(.called(named([bo, cy]), isVideo: false))
        try await bo.shows { $0.incoming?.others == .incomingWith(names: "User 3") }
        try await cy.shows { $0.incoming != nil }
        cy.send(.declined)
        try await cy.shows { $0.phase == .idle }
        try await ana.shows { $0.peopleList.gone.map(\.facts) == [[.peopleStatusDeclined]] }
        bo.send(.answered(isVideo: false))
        for one in [ana, bo] { try await one.isActive() }

        ana.send(.opened(.invite))
        try await ana.shows { $0.invite.contacts.value != nil }
        #expect(ana.flow.invite.candidates(ana.flow.people).map(\.contactId) == [3])
        ana.send(.invited([3]))
        try await cy.shows { $0.incoming != nil }
        try await ana.shows { $0.peopleList.ringing.map(\.id) == [3] && !$0.invite.isBusy }
        cy.send(.answered(isVideo: false))
        try await ana.shows { $0.peopleList.inCall.map(\.id) == [1, 2, 3] }
        ana.send(.wantedToRemove(3))
        ana.send(.confirmed)
        try await cy.shows { Self.end($0)?.reason == .removed }
        try await ana.shows { $0.peopleList.gone.map(\.facts) == [[.peopleStatusRemoved]] }
        bo.send(.hungUp)
        try await ana.shows { Self.end($0) != nil }
    }

    @Test("a call that is not answered is declined with a reply, given up, or missed")
    func notAnswered() async throws {
        let (ana, bo) = (try await screen(1), try await screen(2))
        ana.send(.called(named([bo]), isVideo: true))
        try await bo.shows { $0.incoming != nil }
        bo.send(.saidCannotTalk)
        bo.send(.declined)
        try await ana.shows { Self.end($0)?.sentence == .callReplyCallsBack(name: "User 2", minutes: 10) }
        try await bo.shows {
            $0.phase == .idle && $0.notices.map(\.text) == [.callNoticeReplied(name: "User 1", minutes: 10)]
        }

        ana.send(.calledAgain)
        try await bo.shows { $0.incoming != nil }
        ana.send(.hungUp)
        try await ana.shows { Self.end($0)?.reason == .cancelled }
        try await bo.shows { $0.phase == .idle && $0.missed?.person.id == ana.person.user }
        // Taps after the end have no effect.
        bo.send(.declined)
        bo.send(.answered(isVideo: true))
        #expect(bo.flow.phase == .idle)
    }

    @Test("a call that is hung up while being placed rings no one any more")
    func hungUpEarly() async throws {
        let (ana, bo) = (try await screen(1), try await screen(2))
        ana.send(.called(named([bo]), isVideo: true))
        ana.send(.hungUp)
        try await ana.shows { Self.end($0)?.reason == .cancelled }
        #expect(await ana.person.calls.status() == nil)
        try await bo.shows { $0.phase == .idle }
    }

    @Test("a call to a busy person ends once, with a sentence")
    func failed() async throws {
        let (ana, bo) = (try await screen(1), try await screen(2))
        server.refuse("start", with: .allCalleesBusy)
        ana.send(.called(named([bo]), isVideo: true))
        try await ana.shows { flow in
            ana.time.advance(by: .seconds(1))
            return Self.end(flow) != nil
        }
        #expect(Self.end(ana.flow)?.title == .callEndBusy && ana.flow.notices.isEmpty)
    }

    @Test("a device whose key has changed is held until the user confirms that it is theirs")
    func held() async throws {
        let (ana, bo) = (try await screen(1), try await screen(2))
        var pins = DevicePins()
        let former = try OwnDevice(at: bo.person.address, keyPair: try Person.keyPair(of: 4)).identity
        pins.verify(former)
        try ana.person.storage.store(pins, as: .devicePins)
        ana.send(.called(named([bo]), isVideo: true))
        try await bo.shows { $0.incoming != nil }
        bo.send(.answered(isVideo: true))
        try await ana.shows { flow in
            ana.time.advance(by: .seconds(1))
            return flow.heldDevice != nil
        }
        let held = try #require(ana.flow.heldDevice)
        #expect(held.trust == .held(.changedKey) && ana.flow.protection.lock == .held)
        #expect(held.offer == .anyway)
        ana.send(.isTheirs(held.id))
        #expect(ana.flow.busyDevices.isEmpty)
        ana.send(.wantedToLetIn(held.id))
        ana.send(.confirmed)
        try await ana.isActive()
        #expect(ana.flow.heldDevice == nil && ana.flow.protection.lock == .protected)
        ana.send(.hungUp)
        try await bo.shows { Self.end($0) != nil }
    }

    @Test("the screen shows a running call that another flow has returned to")
    func returned() async throws {
        let (ana, bo) = (try await screen(1), try await screen(2))
        ana.send(.called(named([bo]), isVideo: true))
        try await bo.shows { $0.incoming != nil }
        bo.send(.answered(isVideo: true))
        for one in [ana, bo] { try await one.isActive() }
        let id = try #require(ana.flow.call?.id)
        let back = screen(of: try await bo.person.restarted())
        try await back.person.calls.returnTo(id, options: CallOptions(video: true, source: .test(sender: 1)))
        try await back.shows { $0.phase.isInCall && $0.title == "User 1".text && $0.peopleList.inCall.count == 2 }
        #expect(back.flow.call?.origin == .returned && back.flow.call?.isVideo == true)
        back.send(.hungUp)
        try await ana.shows { Self.end($0) != nil }
    }
}

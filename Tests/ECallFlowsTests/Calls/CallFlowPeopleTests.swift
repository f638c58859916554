import ECallAPI
import ECallCalls
import ECallContacts
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution
import Testing

@testable import ECallFlows

/// People in a call, the person's actions on them, and their own microphone and camera.
@Suite("The people of a call", .timeLimit(.minutes(1)))
struct CallFlowPeopleTests {
    typealias S = CallSamples

    private static func contact(_ user: UserID, isBlocked: Bool = false) -> Contact {
        Contact(
            userId: 1, contactId: user, contactName: S.person(user).name, isFavorite: false, isBlocked: isBlocked,
            lastInteraction: nil)
    }

    private static func offers(_ flow: CallFlow, _ user: UserID) -> [CallPeople.Offer]? {
        let list = flow.peopleList
        return (list.inCall + list.ringing + list.gone).first { $0.id == user }?.offers
    }

    private static func facts(_ person: CallParticipant, keepsOut: Bool = false) -> [Text] {
        CallPeople.facts(of: person, hasSeveralHands: false, keepsOut: keepsOut)
    }

    @Test("a row lists the facts about a participant")
    func facts() {
        let rows: [(CallParticipant, [Text])] = [
            (S.person(2), []), (S.person(2, .ringing), [.peopleStatusRinging]),
            (S.person(2, .busy), [.peopleStatusBusy]),
            (S.person(2, .declined) { $0.reply = .cannotTalkNow(minutes: 10) }, [.peopleStatusCallsBack(minutes: 10)]),
            (S.person(2, .declined) { $0.reply = .cannotTalkNow(minutes: 0) }, [.peopleStatusCannotTalk]),
            (S.person(2, .reconnecting) { $0.isMuted = true }, [.peopleStatusReconnecting, .peopleFactMuted]),
            (
                S.person(2) { ($0.isHost, $0.isSpeaking, $0.isSharing, $0.isRecording) = (true, true, true, true) },
                [.peopleFactHost, .peopleFactSpeaks, .peopleFactShares, .peopleFactRecords]
            ),
            (S.person(2) { ($0.isHeard, $0.volume) = (false, 50) }, [.peopleFactUnheard]),
            (S.person(2) { $0.volume = 50 }, [.peopleFactVolume(percent: "50 %")]),
            (S.person(2) { ($0.trust, $0.hand) = (.verified, 1) }, [.handState, .peopleFactVerified]),
            (S.person(2) { $0.trust = .held(.newDevice) }, [.peopleFactHeld]),
            // A person who has left has no other facts.
            (S.person(2, .left) { $0.isHost = true }, [.peopleStatusLeft]),
        ]
        for (person, facts) in rows { #expect(Self.facts(person) == facts, "\(person)") }
        #expect(Self.facts(S.person(2), keepsOut: true) == [.peopleFactKeepsOut])
    }

    @Test("participants, ringing and former people are listed, with the actions that the host or a guest has")
    func offers() throws {
        let people = [
            S.person(1) { $0.hand = 2 }, S.person(2) { ($0.trust, $0.hand) = (.known, 1) },
            S.person(3) { ($0.trust, $0.isMuted, $0.isHeard) = (.verified, true, false) }, S.person(4, .ringing),
            S.person(5, .left), S.person(6, .declined),
        ]
        let laptop = S.address(of: 2)
        var flow = S.talking(people, devices: [try S.device(of: 2), try S.device(of: 3, .verified)])
        flow = S.after(
            [.loadedContacts(.success([Self.contact(5), Self.contact(6, isBlocked: true)])), .pinned(.person(3))],
            from: flow)
        let list = flow.peopleList
        #expect(list.inCall.map(\.id) == [1, 2, 3] && list.ringing.map(\.id) == [4] && list.gone.map(\.id) == [5, 6])
        #expect(list.hands == ["Bo".text, .peopleYou(name: "Ana")] && list.button == .peopleButton(count: 3))
        #expect(Self.offers(flow, 1) == [])
        #expect(Self.offers(flow, 2) == [.muteForMe, .setVolume, .pin, .compare(laptop)])
        #expect(Self.offers(flow, 3) == [.hearAgain, .unpin])
        #expect(Self.offers(flow, 4) == [] && Self.offers(flow, 5) == [.callAgain] && Self.offers(flow, 6) == [])
        var own = people
        own[0].isHost = true
        flow = S.after([.people(own)], from: flow)
        #expect(Self.offers(flow, 2) == [.muteForMe, .setVolume, .pin, .compare(laptop), .askToMute, .remove])
        #expect(Self.offers(flow, 3) == [.hearAgain, .unpin, .remove] && Self.offers(flow, 4) == [.stopCalling])
    }

    @Test("people who join or leave a group are announced, and the tiles follow")
    func joinAndLeave() {
        var flow = S.talking([S.person(1), S.person(2)])
        flow = S.run(
            [
                (S.heard(.participantRinging(7, 3, name: "Cy"), at: 0.5), [.wait(until: .seconds(0.8))]),
                (S.heard(.participantRinging(7, 4, name: "Di"), at: 0.6), []),
                (.waited(at: .seconds(0.8)), []),
                (S.heard(.participantJoined(7, 3, name: "Cy"), at: 0.9), []),
                (.people([S.person(1), S.person(2), S.person(3)]), [.carryOut(.shown([2, 3]))]),
            ], from: flow)
        #expect(flow.notices.map(\.text) == [.callAreCalled(names: Text.commonTwoNames(one: "Cy", other: "Di"))])
        #expect(flow.announcement == .callJoined(name: "Cy") && flow.title == .commonTwoNames(one: "Bo", other: "Cy"))
        flow = S.run(
            [
                (S.heard(.participantLeft(7, 2), at: 0.95), []),
                (.people([S.person(1), S.person(3), S.person(2, .left)]), [.carryOut(.shown([3]))]),
            ], from: flow)
        #expect(flow.announcement == .callLeft(name: "Bo") && flow.title == "Cy".text)
        #expect(flow.tiles.map(\.id) == [.person(3), .own])
        // The call that ends is announced with the name of the last one.
        let over = S.after([S.ended(.remoteLost)], from: flow)
        guard case .ended(let end) = over.phase else {
            Issue.record("\(over.phase)")
            return
        }
        #expect(end.sentence == .callEndRemoteLost(name: "Cy"))
    }

    @Test("only contacts outside the call are invited, up to its limit, and the result is reported")
    func invites() {
        let contacts = [Self.contact(2), Self.contact(3), Self.contact(4), Self.contact(5, isBlocked: true)]
        var flow = S.run(
            [
                (.opened(.invite), [.loadContacts]), (.loadedContacts(.success(contacts)), []), (.invited([]), []),
                (.invited([2, 5, 9]), []),
            ], from: S.talking([S.person(1), S.person(2)]))
        #expect(flow.invite.candidates(flow.people).map(\.contactId) == [3, 4] && !flow.invite.isBusy)
        flow = S.run([(.invited([2, 4, 5, 3, 4]), [.invite([4, 3])]), (.invited([3]), [])], from: flow)
        let failed = S.run([(.rang([4, 3], .failure(.offline)), []), (.invited([3]), [.invite([3])])], from: flow)
        #expect(failed.invite.problem == nil && failed.panel == .invite)
        #expect(S.after([.rang([3, 4], .failure(.offline))], from: flow).invite.problem == .offline)
        let done = S.run([(.rang([3, 4], .success([3])), [])], from: flow)
        #expect(done.panel == .people && !done.invite.isBusy)
        #expect(done.notices.map(\.text) == [.callNotRung(names: "Di")])
    }

    @Test("no one is rung beyond the call's limit of fifty")
    func mostPeople() {
        let people = [S.person(1)] + (2...49).map { S.person(UserID($0)) }
        _ = S.run(
            [
                (.loadedContacts(.success([Self.contact(98), Self.contact(99)])), []),
                (.invited([99, 98]), [.invite([99])]),
            ], from: S.talking(people))
    }

    @Test("only the host can ask to mute, and remove after a confirmation")
    func maker() {
        let people = [S.person(1) { $0.isHost = true }, S.person(2), S.person(3, .ringing)]
        let maker = S.talking(people)
        let asked = S.run(
            [
                (.askedToMute(2), [.ask(2, .mute)]), (.askedToMute(2), []), (.asked(2, .mute, nil), []),
                (.wantedToRemove(2), []),
            ], from: maker)
        #expect(asked.notices.map(\.text) == [.peopleAsked(name: "Bo")])
        #expect(asked.question?.title == .questionsRemoveFromCallTitle(name: "Bo"))
        _ = S.run([(.thoughtBetter, []), (.confirmed, [])], from: asked)
        let removing = S.run([(.confirmed, [.ask(2, .remove)]), (.confirmed, [])], from: asked)
        let failed = S.run([(.asked(2, .remove, .notHost), [])], from: removing)
        #expect(failed.notices.last?.text == CallFailure.notHost.text && failed.notices.last?.isBad == true)
        _ = S.run([(.stoppedCalling(3), [.ask(3, .remove)]), (.stoppedCalling(3), [])], from: maker)
        let other = S.talking([S.person(1), S.person(2) { $0.isHost = true }])
        _ = S.run([(.askedToMute(2), []), (.wantedToRemove(2), []), (.confirmed, [])], from: other)
    }

    @Test("a mute request by the host lets the user decide, and disappears once they mute")
    func muteRequest() throws {
        let asked = S.run(
            [(S.heard(.muteRequested(7, by: 2, name: "Bo")), []), (S.heard(.muteRequested(7, by: 2, name: "Bo")), [])],
            from: S.talking([S.person(1), S.person(2)]))
        #expect(asked.requests.map(\.text) == [.callNoticeMuteRequested(name: "Bo")])
        let id = try #require(asked.requests.first?.id)
        let muted = S.run([(.accepted(id), [.carryOut(.muted(true))]), (.accepted(id), [])], from: asked)
        #expect(muted.isMuted && muted.requests.isEmpty)
        #expect(S.run([(.dismissed(id), [])], from: asked).requests.isEmpty)
        let byHand = S.after([.people([S.person(1) { $0.isMuted = true }, S.person(2)])], from: asked)
        #expect(byHand.requests.isEmpty)
        #expect(S.after([S.heard(.muteRequested(7, by: 2, name: "Bo"))], from: byHand).requests.isEmpty)
    }

    @Test("people who were met and ask by the call link are invited; the user decides about others")
    func linkRequests() throws {
        let flow = S.after(
            [
                S.heard(.invitationRequested(7, by: 3, name: "Cy", .invite)),
                S.heard(.invitationRequested(7, by: 4, name: "Di", .unmet)),
                S.heard(.invitationRequested(7, by: 4, name: "Di", .held)),
            ], from: S.talking([S.person(1), S.person(2)]))
        #expect(flow.notices.map(\.text) == [.callLinkComes(name: "Cy")])
        #expect(flow.requests.map(\.text) == [.callLinkHeld(name: "Di")])
        let request = try #require(flow.requests.first)
        #expect(request.accept == .callLinkAdd(name: "Di"))
        _ = S.run([(.accepted(request.id), [.invite([4])])], from: flow)
        #expect(S.after([.people([S.person(1), S.person(2), S.person(4)])], from: flow).requests.isEmpty)
    }

    // MARK: - The own microphone and camera

    @Test("muting applies at once, and only the newest change is sent after a pending one")
    func mutes() {
        let flow = S.run(
            [(.muted(true), [.carryOut(.muted(true))]), (.muted(true), []), (.muted(false), []), (.muted(true), [])],
            from: S.talking([S.person(1), S.person(2)]))
        #expect(flow.isMuted && flow.tiles.last?.isMuted == true)
        let arrived = S.run([(.carriedOut(.muted(true), nil), [])], from: flow)
        #expect(arrived.isMuted)
        let other = S.run(
            [(.muted(false), []), (.carriedOut(.muted(true), nil), [.carryOut(.muted(false))])], from: flow)
        #expect(!other.isMuted)
        let refused = S.run([(.carriedOut(.muted(false), .tooManyUnmuted), [])], from: other)
        #expect(refused.isMuted && refused.notices.map(\.text) == [.errorsTooManyUnmuted])
    }

    @Test("camera, hand, reactions, volume and muting others for oneself are requests to the library")
    func choices() {
        let flow = S.run(
            [
                (.turnedCamera(isOn: false), [.carryOut(.video(false))]), (.carriedOut(.video(false), nil), []),
                (.flippedCamera, []), (.raisedHand(true), [.carryOut(.hand(isRaised: true))]),
                (.setVolume(150, of: 2), [.carryOut(.volume(150, of: 2))]), (.setVolume(160, of: 2), []),
                (.carriedOut(.volume(150, of: 2), nil), [.carryOut(.volume(160, of: 2))]),
                (.setHeard(false, of: 2), [.carryOut(.heard(false, of: 2))]), (.setHeard(false, of: 2), []),
                (.reacted(.heart), [.carryOut(.reaction(.heart))]),
                (.carriedOut(.reaction(.heart), nil), []),
            ], from: S.talking([S.person(1), S.person(2)]))
        // On their way they are shown as chosen; what failed is as it was.
        let bo = flow.peopleList.inCall.last
        #expect(bo?.person.volume == 160 && bo?.person.isHeard == false && bo?.offers.first == .hearAgain)
        let failed = S.after(
            [.carriedOut(.volume(160, of: 2), .offline), .carriedOut(.heard(false, of: 2), .offline)], from: flow)
        #expect(failed.peopleList.inCall.last?.person.volume == 100)
        #expect(failed.peopleList.inCall.last?.person.isHeard == true)
        #expect(!flow.isCameraOn && flow.isHandRaised && flow.tiles.last?.reactions.map(\.reaction) == [.heart])
        #expect(S.after([.waited(at: .seconds(4))], from: flow).tiles.last?.reactions.isEmpty == true)
    }

    @Test("the camera flips, the loudspeaker choice is stored for the next call, and failures are reported")
    func devices() {
        let devices = [
            MediaDevice(kind: .camera, id: "b", name: "Back"),
            MediaDevice(kind: .camera, id: "f", name: "Front", isDefault: true),
            MediaDevice(kind: .loudspeaker, id: "s", name: "Speaker"),
        ]
        let (back, speaker) = (ChosenDevice(devices[0]), ChosenDevice(devices[2]))
        let one = S.after([.found(ConnectedDevices([devices[0]]))], from: S.talking([S.person(1), S.person(2)]))
        #expect(!one.canFlip)
        _ = S.run([(.flippedCamera, [])], from: one)
        let flow = S.run(
            [
                (.found(ConnectedDevices(devices)), []),
                (.flippedCamera, [.carryOut(.devices(.init(camera: back)))]),
                (.choseLoudspeaker(speaker), []),
                (
                    .carriedOut(.devices(.init(camera: back)), nil),
                    [.carryOut(.devices(.init(camera: back, loudspeaker: speaker)))]
                ),
                (.carriedOut(.devices(.init(camera: back, loudspeaker: speaker)), nil), []),
            ], from: one)
        #expect(flow.canFlip && flow.loudspeakers == [devices[2]])
        let next = S.after([S.ended(.remoteHungUp)], from: flow)
        let start = CallFlow.CallStart(isVideo: true, devices: .init(camera: back, loudspeaker: speaker))
        #expect(S.after([], from: next).wishes == start.devices)
        var again = next
        #expect(again.send(.called([S.bo], isVideo: true)).first == .place(attempt: 2, [2], start))
        let failed = S.after([.carriedOut(.devices(.init()), .media(.callFailureMedia))], from: flow)
        #expect(failed.notices.last?.isBad == true)
    }

    @Test("a microphone or camera without a signal is reported until it has one")
    func capture() {
        let told = S.after(
            [
                S.heard(.capture(7, .microphoneSilent, isOver: false)),
                S.heard(.capture(7, .cameraBlack, isOver: false)),
            ],
            from: S.talking([S.person(1), S.person(2)]))
        #expect(told.mediaTexts == [.noticeMicrophoneSilent, .noticeCameraBlack])
        let over = S.after([S.heard(.capture(7, .microphoneSilent, isOver: true))], from: told)
        #expect(over.mediaTexts == [.noticeCameraBlack])
    }

    @Test("late media are explained until they come")
    func explainsLateMedia() {
        let late = S.after([S.heard(.mediaWait(7, .ownNetwork))], from: S.talking([S.person(1), S.person(2)]))
        #expect(late.mediaTexts == [.callMediaOwnNetwork])
        let others = S.after([S.heard(.mediaWait(7, .others))], from: late)
        #expect(others.mediaTexts == [.callMediaOthers])
        #expect(S.after([S.heard(.mediaWait(7, .none))], from: others).mediaTexts.isEmpty)
    }

    @Test("weak connections are reported in one sentence, the own one first")
    func quality() {
        func note(_ people: [CallParticipant]) -> Text? {
            S.after([.people(people)], from: S.talking(people)).qualityNote
        }
        func weak(_ user: UserID, _ level: QualityLevel = .poor) -> CallParticipant {
            S.person(user) { $0.quality = level }
        }
        #expect(note([S.person(1), weak(2, .good), weak(3, .fair)]) == nil)
        #expect(note([weak(1), weak(2)]) == .qualityOwnPoor)
        #expect(note([S.person(1), weak(2)]) == .qualityWeakOne(name: "Bo"))
        #expect(note([S.person(1), weak(2, .lost)]) == .qualityNothing(name: "Bo"))
        #expect(
            note([S.person(1), weak(2), weak(3)])
                == .qualityWeakNames(names: Text.commonTwoNames(one: "Bo", other: "Cy")))
        #expect(note([S.person(1), weak(2), weak(3), weak(4)]) == .qualityWeakMany(count: 3))
        // Anyone who reconnects is shown as reconnecting.
        #expect(note([S.person(1), S.person(2, .reconnecting) { $0.quality = .lost }]) == nil)
    }
}

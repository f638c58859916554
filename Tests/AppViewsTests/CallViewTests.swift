import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import ECallMedia
import ECallSecurity
import Foundation
import KeyDistribution
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("A call on its screen", .timeLimit(.minutes(1)))
struct CallViewTests {
    typealias S = CallStates

    private static func view(
        _ store: FlowStore<CallFlow>, _ outward: Outward
    ) -> some View {
        CallView(
            store: store,
            around: CallViewParts(
                picture: { _ in EmptyView() }, announce: { outward.tell($0) },
                chooser: { FlowStore(SelectContactsFlow(.invite, present: $0), effects: NotedEffects()) },
                comparing: { Compared(device: $0, leave: $1) }))
    }

    private static func screen(_ state: CallFlow, isWide: Bool = false) -> Screen<CallFlow> {
        Screen(state: state) { store, outward in
            view(store, outward)
                .environment(\.horizontalSizeClass, isWide ? .regular : .compact)
                .environment(
                    \.containerSize, isWide ? CGSize(width: 1000, height: 700) : CGSize(width: 390, height: 700))
        }
    }

    private static func run(
        _ state: CallFlow, isWide: Bool = false, _ body: (Screen<CallFlow>.Open) async throws -> Void
    ) async rethrows {
        try await body(await screen(state, isWide: isWide).open())
    }

    // MARK: - Every state

    enum Phase: CaseIterable { case idle, outgoing, incoming, connecting, active, reconnecting, ending, ended }

    private static func phase(_ state: CallFlow) -> Phase {
        switch state.phase {
        case .idle: .idle
        case .outgoing: .outgoing
        case .incoming: .incoming
        case .connecting: .connecting
        case .active: .active
        case .reconnecting: .reconnecting
        case .ending: .ending
        case .ended: .ended
        }
    }

    private static func states() -> [(String, CallFlow)] {
        let talking = S.talking()
        let group = S.talking([S.maker, S.person(2), S.person(3) { $0.isVideoEnabled = false }, S.person(4, .ringing)])
        let doubt = NameDoubt.renamed(kept: "Bob", said: "Bo")
        return [
            ("calling", S.calling), ("ringing", S.ringing),
            ("nothing known", CallFlow().after(.called([S.bo, S.cy], isVideo: false))),
            (
                "devices found",
                S.ringing.after(.found(S.devices), .choseLoudspeaker(ChosenDevice(id: "x", name: "Gone")))
            ),
            ("rings with video", S.incoming(past: S.past)), ("rings without", S.incoming(isVideo: false)),
            ("rings of somebody", S.incoming(isVerified: false)),
            ("rings of a new device", S.incoming(isVerified: false, isNewDevice: true, doubt: doubt)),
            ("rings several", S.incoming().after(.rung(7, [S.person(2), S.person(3), S.person(4, .ringing)]))),
            ("answering", S.incoming().after(.answered(isVideo: true))), ("connecting", S.connecting()),
            ("talking", talking), ("without a camera", S.connecting(isVideo: false).after(S.looked())),
            ("muted", talking.after(.muted(true), .turnedCamera(isOn: false))),
            ("group", group), ("speaker", group.after(.changedLayout)), ("pinned", group.after(.pinned(.person(3)))),
            ("screen", S.talking([S.maker, S.person(2) { $0.isSharing = true }])),
            ("last page", S.talking((1...27).map { S.person(UserID($0)) }).after(.turnedPage(by: 1))),
            ("hand", talking.after(.raisedHand(true))),
            ("asked to mute", talking.after(S.heard(.muteRequested(7, by: 2, name: "Bo")))),
            ("asked to come in", talking.after(S.heard(.invitationRequested(7, by: 4, name: "Di", .held)))),
            ("weak", S.talking([S.maker, S.person(2) { $0.quality = .poor }])),
            ("reconnecting", talking.after(S.heard(.connection(7, .reconnecting)))),
            ("never connected", S.connecting().after(S.heard(.connection(7, .reconnecting)))),
            ("ending", talking.after(.hungUp)), ("ended", talking.after(S.ended(.remoteHungUp, at: 61))),
            ("no answer", S.ringing.after(S.ended(.notAnswered))),
            ("declined", S.ringing.after(S.ended(.declined, reply: .cannotTalkNow(minutes: 10)))),
            ("removed", talking.after(S.ended(.removed))),
            ("failed", S.calling.after(S.ended(.failed, problem: .callFailureOffline))),
            ("left", group.after(.hungUp, S.ended(.hungUp))),
        ]
    }

    /// 000-29
    @Test("every state is spoken, and each of its controls acts, on a phone and on a tablet")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { Self.phase($0.1) }).union([.idle]) == Set(Phase.allCases))
        // Where the place says how it lies.
        let differing: Set = ["screen", "rings with video"]
        for (name, state) in states {
            await Self.screen(state).check(name)
            if differing.contains(name) { await Self.screen(state, isWide: true).check("\(name), wide") }
        }
        #expect(Walk.of(Self.view(FlowStore(CallFlow(), effects: NotedEffects()), Outward())).isEmpty)
    }

    @Test("tiles that do not fit are on the next page, and one can turn back")
    func pages() async {
        await Self.run(S.talking((1...27).map { S.person(UserID($0)) })) { open in
            let elements = open.walk.elements
            #expect(Screen<CallFlow>.problems(of: elements).isEmpty)
            #expect(open.walk.has("1 of 2") && open.walk.has("Person 25") && !open.walk.has("Person 27"))
            #expect(await open.walk.perform(.press, on: "Previous page") == false)
            #expect(await open.walk.perform(.press, on: "Next page"))
            #expect(open.walk.has("2 of 2") && open.walk.has("Person 27") && open.walk.has("You"))
            #expect(await open.walk.perform(.press, on: "Next page") == false)
            #expect(await open.walk.perform(.press, on: "Previous page"))
            #expect(open.walk.has("1 of 2"))
        }
    }

    // MARK: - Ringing, and the end

    @Test("an incoming call names its caller and doubts, and can be answered, declined or replied to")
    func incoming() async {
        let doubt = NameDoubt.namesake(of: 9, name: "Bo", isVerified: true)
        await Self.run(S.incoming(isVerified: false, doubt: doubt, past: S.past)) { open in
            let labels = open.walk.labels
            #expect(labels.contains("Bo is calling with video") && labels.contains("Video call"))
            #expect(labels.contains { $0.hasPrefix("Says it’s Bo’s phone · since") && $0.hasSuffix("Verified") })
            #expect(labels.contains("Caller not verified. This could be anyone."))
            #expect(!labels.contains("Can’t talk now") && labels.count { $0.contains("verified") } >= 2)
        }
        let options = S.incoming().wishes
        let rows: [(String, CallFlow, CallFlow.Effect)] = [
            ("Answer", S.incoming(), .answer(7, .init(isVideo: true, devices: options))),
            ("Answer without camera", S.incoming(), .answer(7, .init(isVideo: false, devices: options))),
            ("Answer", S.incoming(isVideo: false), .answer(7, .init(isVideo: false, devices: options))),
            ("Answer with camera", S.incoming(isVideo: false), .answer(7, .init(isVideo: true, devices: options))),
            ("Decline", S.incoming(), .decline(7, saying: nil, to: "Bo".text)),
            ("Can’t talk now", S.incoming(), .decline(7, saying: .cannotTalkNow(minutes: 10), to: "Bo".text)),
        ]
        for (label, state, effect) in rows {
            await Self.run(state) { open in
                #expect(await open.walk.perform(.press, on: label), "\(label)")
                await open.store.settled()
                #expect(open.effects.all.contains(effect), "\(label)")
            }
        }
    }

    /// 000-72
    @Test("the end shows the reason and the duration, and offers to call again or to close")
    func ended() async {
        let later = S.talking().after(.waited(at: .seconds(61)), S.ended(.connectionLost, at: 61))
        await Self.run(later) { open in
            #expect(open.walk.has("Connection lost") && open.walk.has("Duration: 1 minute, 1 second"))
            #expect(await open.walk.perform(.press, on: "Call again"))
            await open.store.settled()
            #expect(open.effects.all.contains(.place(attempt: 2, [2], .init(isVideo: true, devices: DeviceWishes()))))
        }
        await Self.run(S.talking().after(S.ended(.removed))) { open in
            #expect(open.walk.has("Removed from the call") && !open.walk.has("Call again"))
            #expect(await open.walk.perform(.press, on: "Close"))
            #expect(open.store.state.phase == .idle && open.walk.elements.isEmpty)
        }
        let group = S.talking([S.maker, S.person(2), S.person(3)]).after(.hungUp, S.ended(.hungUp))
        await Self.run(group) { open in #expect(open.walk.has("You left the call") && open.walk.has("Rejoin")) }
    }

    // MARK: - Going on

    @Test(
        "microphone, camera, loudspeaker and hang-up are available from the first ring, named by their action")
    func controls() async {
        let ready = S.ringing.after(.found(S.devices))
        await Self.run(ready) { open in
            #expect(!open.walk.has("More") && !open.walk.has("End-to-end encrypted"))
            for label in ["Mute", "Turn camera off"] { #expect(await open.walk.perform(.press, on: label)) }
            await open.store.settled()
            #expect(open.effects.all == [.carryOut(.muted(true)), .carryOut(.video(false))])
            #expect(open.walk.has("Unmute") && open.walk.has("Turn camera on") && !open.walk.has("Switch camera"))
            #expect(await open.walk.perform(.press, on: "End call"))
            #expect(open.walk.has("Ending…") && !open.walk.has("End call"))
        }
        await Self.run(ready) { open in
            #expect(await open.walk.perform(.press, on: "Switch camera"))
            #expect(open.store.state.wishes.camera == ChosenDevice(id: "front", name: "Front"))
            #expect(await open.walk.perform(.press, on: "Loudspeaker"))
            #expect(await open.walk.perform(.choose("Receiver"), on: "Loudspeaker"))
            #expect(open.store.state.wishes.loudspeaker == ChosenDevice(id: "ear", name: "Receiver"))
            #expect(open.walk.elements.first { $0.role == .picker }?.value == "Receiver")
            #expect(await open.walk.perform(.choose("System default"), on: "Loudspeaker"))
            #expect(open.store.state.wishes.loudspeaker == nil)
        }
        let gone = ready.after(.choseLoudspeaker(ChosenDevice(id: "x", name: "Headset")))
        let menu = await Self.screen(gone).checkMenu("Loudspeaker", "a loudspeaker is gone")
        #expect(menu == ["Loudspeaker", "System default", "Loudspeaker", "Receiver"])
        await Self.run(gone) { open in
            #expect(await open.walk.perform(.press, on: "Loudspeaker"))
            #expect(open.walk.elements.first?.value == "Headset, not connected")
        }
    }

    @Test("the hand, people, layouts and reactions are in the menu *More*")
    func more() async {
        let reactions = ["Thumbs up", "Heart", "Laughter", "Surprise", "Applause", "Celebration"]
        let group = S.talking([S.maker, S.person(2), S.person(3)])
        let rows: [(String, CallFlow, [String])] = [
            ("pair", S.talking(), ["Raise hand", "Add people"]),
            ("grid", group, ["Raise hand", "Add people", "Speaker view"]),
            (
                "speaker", group.after(.changedLayout, .raisedHand(true)),
                ["Lower hand", "Add people", "Grid view"]
            ),
        ]
        for (name, state, first) in rows {
            #expect(await Self.screen(state).checkMenu("More", name) == first + ["Reactions"] + reactions)
        }
        await Self.run(group) { open in
            #expect(await open.walk.perform(.press, on: "More"))
            #expect(await open.walk.perform(.press, on: "Heart"))
            await open.store.settled()
            #expect(open.effects.all == [.carryOut(.reaction(.heart))] && open.walk.depth == 1)
        }
    }

    @Test("a tile names its participant and speaks all its signs, and can be pinned")
    func tiles() async {
        let bo = S.person(2) {
            ($0.isMuted, $0.isRecording, $0.hand, $0.quality, $0.trust) = (true, true, 1, .lost, .new)
            $0.isVideoEnabled = false
        }
        let away = S.person(3, .reconnecting) { $0.trust = .held(.newDevice) }
        await Self.run(S.talking([S.maker, bo, away, S.person(4, .onHold)])) { open in
            let tiles = Dictionary(open.walk.elements.map { ($0.label, $0) }) { first, _ in first }
            #expect(tiles["Bo"]?.value == "hand raised, recording, first call, muted, camera off, Connection: lost")
            #expect(tiles["Cy"]?.value == "Reconnecting…, Not confirmed")
            #expect(tiles["Di"]?.value == "On hold")
            #expect(tiles["You"]?.value == "" && tiles["You"]?.actions.isEmpty == true)
            #expect(await open.walk.perform(.swipe("Pin Bo"), on: "Bo"))
            #expect(open.store.state.stage.pinned == .person(2))
            #expect(await open.walk.perform(.swipe("Unpin Bo"), on: "Bo"))
            #expect(open.store.state.stage.pinned == nil)
        }
        await Self.run(S.talking([S.maker, S.person(2, .onHold)])) { open in
            let tile = open.walk.elements.first { $0.label == "Bo" && !$0.isHeader }
            #expect(tile?.value == "Bo put the call on hold. You won’t hear each other until they return.")
        }
        await Self.run(S.talking([S.maker, S.person(2) { $0.isSharing = true }])) { open in
            #expect(await open.walk.perform(.swipe("Pin Bo’s screen"), on: "Bo’s screen"))
            #expect(open.store.state.stage.pinned == .screen(2))
        }
        let shown = S.talking([S.maker, bo]).tiles.first { $0.id == .person(2) }
        #expect(shown?.symbols == [.hand, .recording, .offline, .muted, .cameraOff])
        #expect(Set(QualityLevel.allCases.map { $0.symbol == nil }) == [true, false])
        #expect(QualityLevel.allCases.allSatisfy { ($0.symbol == nil) == ($0.text(isOwn: true) == nil) })
    }

    @Test("requests of others, and a held device, are answered where they are shown")
    func interruptions() async throws {
        let asked = S.talking().after(
            S.heard(.muteRequested(7, by: 2, name: "Bo")), S.heard(.invitationRequested(7, by: 4, name: "Di", .held)))
        await Self.run(asked) { open in
            #expect(open.walk.has("Bo asked you to mute."))
            #expect(await open.walk.perform(.press, on: "Dismiss"))
            #expect(open.walk.has("Di opened your link on a device you haven’t confirmed."))
            #expect(await open.walk.perform(.press, on: "Add Di"))
            await open.store.settled()
            #expect(open.effects.all == [.invite([4])] && open.store.state.requests.isEmpty)
        }
        let held = S.talking(
            [S.maker, S.person(2) { $0.trust = .held(.newDevice) }],
            [try S.device(of: 2, .held(.newDevice), offer: .itsThem)], .waitingForKey)
        let identity = try S.identity(of: 2)
        for (label, finding) in [("It’s Bo", DeviceNote.Finding.letIn), ("Not Bo", .refused)] {
            await Self.run(held) { open in
                #expect(open.walk.has("Do they have a new phone or browser? To be sure, compare numbers."))
                #expect(await open.walk.perform(.press, on: "Compare with Bo"))
                #expect(open.walk.has("Numbers of \(S.address(of: 2))") && !open.walk.has(label))
                #expect(await open.walk.perform(.press, on: "Done"))
                #expect(await open.walk.perform(.press, on: label))
                await open.store.settled()
                #expect(open.effects.all == [.note(DeviceNote(finding, of: identity))])
                // Until that is stored, nothing else is said about it.
                #expect(await open.walk.perform(.press, on: label) == false)
            }
        }
        await Self.screen(held).check("held")
        let verified = S.talking(
            [S.maker, S.person(2) { $0.trust = .held(.unverified) }],
            [try S.device(of: 2, .held(.unverified), offer: .anyway)], .waitingForKey)
        await Self.screen(verified).check("held, of somebody who is verified")
        await Self.run(verified) { open in
            #expect(await open.walk.perform(.press, on: "Confirm anyway…"))
            #expect(open.walk.has("Confirm Bo’s device anyway?") && open.effects.all.isEmpty)
            #expect(await open.walk.perform(.press, on: "Confirm anyway"))
            await open.store.settled()
            #expect(open.effects.all == [.note(DeviceNote(.letIn, of: identity))])
        }
    }

    @Test("changes of others are announced, one-time events are passed on once, and the phone vibrates")
    func told() async {
        await Self.run(S.talking()) { open in
            open.store.send(S.heard(.participantSharing(7, 2, name: "Bo", true)))
            _ = open.walk.elements
            #expect(open.outward.told == ["Bo is sharing their screen."])
        }
        let store = FlowStore(S.incoming().after(S.ended(.answeredElsewhere)), effects: NotedEffects())
        let outward = Outward()
        let walk = Walk(
            EmptyView().tellsNotices(of: store) { outward.tell("\(Texts().string($0.text)) \($0.isBad)") })
        #expect(outward.told == ["Answered on another device. false"] && store.state.notices.isEmpty)
        store.send(S.heard(.suspended(.commonFailed)))
        _ = walk.elements
        #expect(outward.told.dropFirst() == ["Something went wrong. Try again. true"])
        let (talking, over) = (S.talking().phase, S.talking().after(S.ended(.remoteHungUp)).phase)
        typealias Call = CallView<EmptyView, EmptyView>
        #expect(Call.feedback(S.connecting().phase, talking) == .success && Call.feedback(talking, over) == nil)
        #expect(Call.feedback(talking, S.talking().after(S.ended(.connectionLost)).phase) == .error)
    }
}

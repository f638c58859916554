import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import ECallSecurity
import Foundation
import KeyDistribution
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Panels over a call", .timeLimit(.minutes(1)))
struct CallPanelViewTests {
    typealias S = CallStates

    private static func screen(
        _ state: CallFlow, isWide: Bool = false, _ chosen: Chosen = Chosen()
    ) -> Screen<CallFlow> {
        Screen(state: state) { store, outward in
            CallView(
                store: store,
                around: CallViewParts(
                    picture: { _ in EmptyView() }, announce: { outward.tell($0) },
                    chooser: { chosen.run(SelectContactsFlow(.invite, present: $0)) },
                    comparing: { Compared(device: $0, leave: $1) })
            )
            .environment(\.horizontalSizeClass, isWide ? .regular : .compact)
        }
    }

    /// The flow of contacts, once it was wanted.
    @MainActor
    private final class Chosen {
        private var store: FlowStore<SelectContactsFlow>?

        func run(_ flow: SelectContactsFlow) -> FlowStore<SelectContactsFlow> {
            let store = FlowStore(
                flow, effects: NotedEffects<SelectContactsFlow> { _ in .loaded(.success(S.contacts)) })
            self.store = store
            return store
        }

        /// Its screen comes once the panel is there.
        func appeared(in walk: Walk) async {
            await walk.settled()
            _ = walk.elements
            await walk.settled()
            await store?.settled()
        }
    }

    /// Everyone for whom there are actions, by action.
    private static func crowd() throws -> CallFlow {
        let people = [
            S.maker, S.person(2) { ($0.trust, $0.hand) = (.known, 1) },
            S.person(3) { ($0.trust, $0.isHeard, $0.isMuted, $0.hand) = (.held(.newDevice), false, true, 2) },
            S.person(4, .left), S.person(5, .ringing),
        ]
        let devices = [
            try S.device(of: 2, isPostQuantum: false, past: S.past),
            try S.device(of: 3, .held(.newDevice), offer: .itsThem),
        ]
        return S.talking(people, devices).after(.pinned(.person(3)), .loadedContacts(.success(S.contacts)))
    }

    enum Panel: CaseIterable { case people, invite, protection }
    enum Asked: CaseIterable { case remove, letInAnyway, isNotTheirs }

    private static func panel(_ state: CallFlow) -> Panel? {
        switch state.panel {
        case .people: .people
        case .invite: .invite
        case .protection: .protection
        case nil: nil
        }
    }

    private static func asked(_ state: CallFlow) -> Asked? {
        switch state.question {
        case .remove: .remove
        case .letInAnyway: .letInAnyway
        case .isNotTheirs: .isNotTheirs
        case nil: nil
        }
    }

    private static func states() throws -> [(String, CallFlow)] {
        let crowd = try crowd()
        let lost = S.talking(
            [S.maker, S.person(2) { $0.trust = .held(.revoked) }],
            [try S.device(of: 2, .held(.revoked), offer: .anyway)], .waitingForKey)
        return [
            ("people", crowd.after(.opened(.people))),
            ("people of a call that rings", S.ringing.after(.opened(.people))),
            ("people while some are rung", crowd.after(.opened(.people), .rangAgain(4))),
            ("invite", crowd.after(.opened(.invite))), ("contacts are loading", S.talking().after(.opened(.invite))),
            ("no contacts", S.talking().after(.opened(.invite), .loadedContacts(.failure(.server(.timeout))))),
            ("protection", crowd.after(.opened(.protection))),
            ("asked to remove", crowd.after(.opened(.people), .wantedToRemove(2))),
            ("asked to let in", lost.after(.opened(.protection), .wantedToLetIn(S.address(of: 2)))),
            ("asked whether it is theirs", crowd.after(.opened(.protection), .isNotTheirs(S.address(of: 2)))),
            ("asked beside no panel", lost.after(.wantedToLetIn(S.address(of: 2)))),
        ]
    }

    @Test("every panel and question is spoken, and each control acts, on a phone and on a tablet")
    func panels() async throws {
        let states = try Self.states()
        #expect(Set(states.compactMap { Self.panel($0.1) }) == Set(Panel.allCases))
        #expect(Set(states.compactMap { Self.asked($0.1) }) == Set(Asked.allCases))
        for (name, state) in states {
            await Self.screen(state).check(name)
            if ["people", "protection", "asked to remove"].contains(name) {
                await Self.screen(state, isWide: true).check("\(name), wide")
            }
        }
    }

    @Test("a panel is a sheet that can be dismissed on a phone, and lies beside the call on a tablet")
    func places() async throws {
        let state = try Self.crowd().after(.opened(.people))
        let (phone, tablet) = (await Self.screen(state).open(), await Self.screen(state, isWide: true).open())
        #expect(phone.walk.depth == 2 && !phone.walk.has("End call"))
        #expect(tablet.walk.depth == 1 && tablet.walk.has("End call") && tablet.walk.has("Close people"))
        let pull = try #require(phone.walk.screenActions.first { $0.gesture == .dismiss })
        await phone.walk.perform(pull)
        #expect(phone.store.state.panel == nil && phone.walk.has("End call"))
    }

    // MARK: - People

    @Test("each participant's menu has the available actions, and each of them is performed")
    func offers() async throws {
        let state = try Self.crowd().after(.opened(.people))
        let screen = Self.screen(state)
        let rows: [(String, [String])] = [
            ("More options for Bo", ["Mute for me", "Pin", "Verify", "Ask to mute", "Remove from call"]),
            ("More options for Cy", ["Unmute for me", "Unpin", "Verify", "It’s Cy", "Remove from call"]),
            ("More options for Ed", ["Stop calling"]),
        ]
        for (menu, items) in rows { #expect(await screen.checkMenu(menu, "people") == items) }
        let effects: [(String, String, CallFlow.Effect)] = [
            ("More options for Bo", "Mute for me", .carryOut(.heard(false, of: 2))),
            ("More options for Cy", "Unmute for me", .carryOut(.heard(true, of: 3))),
            ("More options for Bo", "Ask to mute", .ask(2, .mute)),
            ("More options for Cy", "It’s Cy", .note(DeviceNote(.letIn, of: try S.identity(of: 3)))),
            ("More options for Ed", "Stop calling", .ask(5, .remove)),
        ]
        for (menu, item, effect) in effects {
            let open = await screen.open()
            #expect(await open.walk.perform(.press, on: menu))
            #expect(await open.walk.perform(.press, on: item))
            await open.store.settled()
            #expect(open.effects.all == [effect], "\(item)")
        }
        let open = await screen.open()
        #expect(open.walk.has("Bo, hand raised, number 1") && open.walk.has("Raised hands"))
        #expect(
            open.walk.labels.contains { $0.hasPrefix("Cy, hand raised, number 2") && $0.hasSuffix("not confirmed") })
        #expect(await open.walk.perform(.choose("150"), on: "Volume of Bo for you"))
        #expect(open.walk.elements.first { $0.label == "Volume of Bo for you" }?.value == "150%")
        #expect(!open.walk.has("Volume of Cy for you"))
        #expect(await open.walk.perform(.press, on: "Call Di"))
        await open.store.settled()
        #expect(open.effects.all == [.carryOut(.volume(150, of: 2)), .invite([4])])
        #expect(await open.walk.perform(.press, on: "Call Di") == false)
    }

    @Test("the numbers of the chosen device are compared, and removing a participant needs a confirmation")
    func compareAndRemove() async throws {
        let open = await Self.screen(try Self.crowd().after(.opened(.people))).open()
        #expect(await open.walk.perform(.press, on: "More options for Cy"))
        #expect(await open.walk.perform(.press, on: "Verify"))
        #expect(open.walk.has("Numbers of \(S.address(of: 3))") && open.walk.depth == 2)
        #expect(await open.walk.perform(.press, on: "Done"))
        #expect(open.walk.has("Close people"))
        for (answer, effects) in [("Cancel", []), ("Remove", [CallFlow.Effect.ask(2, .remove)])] {
            #expect(await open.walk.perform(.press, on: "More options for Bo"))
            #expect(await open.walk.perform(.press, on: "Remove from call"))
            #expect(open.walk.has("Remove Bo from the call?"))
            #expect(await open.walk.perform(.press, on: answer))
            await open.store.settled()
            #expect(open.effects.all == effects && open.store.state.question == nil && open.walk.has("Close people"))
        }
    }

    // MARK: - Inviting

    /// 000-52, 004-43
    @Test("chosen contacts are rung; a failure is shown in the panel, which closes once they ring")
    func invites() async throws {
        let chosen = Chosen()
        let open = await Self.screen(try Self.crowd().after(.opened(.people)), isWide: false, chosen).open()
        #expect(await open.walk.perform(.press, on: "Add people"))
        await chosen.appeared(in: open.walk)
        // The one who left can be rung again.
        #expect(open.walk.has("Contact 4") && open.walk.has("Contact 8"))
        #expect(await open.walk.perform(.press, on: "Contact 8"))
        #expect(await open.walk.perform(.press, on: "Contact 9"))
        #expect(await open.walk.perform(.press, on: "Add 2 people"))
        _ = open.walk.elements
        await open.store.settled()
        #expect(open.effects.all.contains(.invite([8, 9])))
        open.store.send(.rang([8, 9], .failure(.offline)))
        #expect(open.walk.has("The server isn’t responding. Check your network, then try again."))
        open.store.send(.people(open.store.state.people + [S.person(8, .ringing)]))
        #expect(!open.walk.has("Contact 8") && open.walk.has("Add 1 person"))
        #expect(await open.walk.perform(.press, on: "Add 1 person"))
        _ = open.walk.elements
        await open.store.settled()
        #expect(open.effects.all.filter { $0 == .invite([9]) }.count == 1)
        open.store.send(.rang([9], .success([9])))
        #expect(open.store.state.panel == .people && open.walk.has("Close people"))
    }

    // MARK: - Protection

    @Test("the panel shows the lock, its sentence, and the trust and description of each device that can hear")
    func protection() async throws {
        let state = try Self.crowd()
        let open = await Self.screen(state).open()
        #expect(await open.walk.perform(.press, on: "End-to-end encrypted. The server can’t listen."))
        let labels = open.walk.labels
        for label in [
            "Who can hear you", "Not confirmed: they can’t hear you", "Not protected against future quantum computers",
            "What this server can still do", "Compare with Bo", "Not Bo", "Compare with Cy", "It’s Cy", "Not Cy",
        ] {
            #expect(labels.contains(label), "\(label)")
        }
        #expect(labels.contains { $0.hasPrefix("Bo · ") && $0.contains("Says it’s Bo’s phone · since") })
        #expect(labels.contains { $0.contains("You haven’t compared numbers with Bo.") })
        #expect(await open.walk.perform(.press, on: "Close"))
        #expect(open.store.state.panel == nil)
    }

    @Test("each lock has its screen", arguments: [CallProtection.Lock.waiting, .protected, .held, .keptOut])
    func locks(lock: CallProtection.Lock) async throws {
        let known = S.person(2) { ($0.trust, $0.isRecording) = (.verified, true) }
        let state =
            switch lock {
            case .waiting: S.talking([S.maker, known, S.person(3)], [try S.device(of: 2, .verified)], .waitingForKey)
            case .protected: S.talking([S.maker, known, S.person(3)], [try S.device(of: 2, .verified)])
            case .held:
                S.talking(
                    [S.maker, S.person(2) { $0.trust = .held(.newDevice) }],
                    [try S.device(of: 2, .held(.newDevice), offer: .compare)], .waitingForKey)
            case .keptOut: S.talking([S.maker, known], [try S.device(of: 2, .new, keepsOut: true)])
            }
        #expect(state.protection.lock == lock)
        let screen = Self.screen(state.after(.opened(.protection)))
        await screen.check("\(lock)")
        let labels = await screen.open().walk.labels
        #expect(labels.contains(Texts().string(lock.sentence)))
        #expect(labels.contains { $0.hasPrefix("Others might not be able to hear you yet") } == (lock == .waiting))
        #expect(labels.contains("Recorded by Bo") == (lock == .protected || lock == .keptOut))
        #expect(labels.contains("Who can hear you") == (lock == .protected || lock == .keptOut))
        #expect(labels.contains("Setting up encryption: they can’t hear you yet") == (lock == .protected))
        #expect(labels.contains("They can’t hear you yet") == (lock == .keptOut))
        #expect(labels.contains("Not confirmed: they can’t hear you") == (lock == .held))
    }
}

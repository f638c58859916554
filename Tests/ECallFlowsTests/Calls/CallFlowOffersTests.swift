import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution
import Testing

@testable import ECallFlows

/// Every action of a person in every state of a call: one that the state does not offer does nothing.
@Suite("Actions in each state of a call", .timeLimit(.minutes(1)))
struct CallFlowOffersTests {
    typealias S = CallSamples

    enum Stage: String, CaseIterable {
        case idle, calling, ringing, incoming, unverified, answering, connecting, active, reconnecting, ending,
            endedWell
        case failed, removed
    }

    private static let calling: Set<Stage> = [.calling, .ringing]
    private static let inCall: Set<Stage> = [.connecting, .active, .reconnecting]
    private static let goingOn = calling.union(inCall).union([.answering])
    private static let over: Set<Stage> = [.endedWell, .failed, .removed]

    private static func flow(_ stage: Stage) throws -> CallFlow {
        var flow = CallFlow()
        let people = [
            S.person(1) { $0.isHost = true }, S.person(2) { $0.trust = .known }, S.person(3, .ringing),
            S.person(4, .left),
            S.person(5) { $0.trust = .held(.newDevice) }, S.person(6) { $0.isSharing = true },
            S.person(7) { $0.trust = .held(.unverified) },
        ]
        let devices = [
            try S.device(of: 2), try S.device(of: 5, .held(.newDevice), offer: .itsThem),
            try S.device(of: 7, .held(.unverified), offer: .anyway),
        ]
        let contacts: [Contact] = [4, 8].map {
            Contact(
                userId: 1, contactId: $0, contactName: "P\($0)", isFavorite: false, isBlocked: false,
                lastInteraction: nil)
        }
        let cameras = ["front", "back"].map { MediaDevice(kind: .camera, id: $0, name: $0) }
        func send(_ actions: CallFlow.Action...) { flow = S.after(actions, from: flow) }
        switch stage {
        case .idle: break
        case .incoming: send(S.heard(.incoming(S.incoming())))
        case .unverified: send(S.heard(.incoming(S.incoming(isVerified: false))))
        case .answering:
            send(S.heard(.incoming(S.incoming())), .answered(isVideo: true), .found(ConnectedDevices(cameras)))
        default:
            send(
                .called([S.bo], isVideo: true), .found(ConnectedDevices(cameras)), .placed(1, .success(7), at: .zero),
                .loadedContacts(.success(contacts)))
        }
        switch stage {
        case .idle, .incoming, .unverified, .answering, .calling: return flow
        case .ringing:
            send(S.heard(.ringing(7)))
            return flow
        default: break
        }
        send(
            S.heard(.answered(7, by: 2, name: "Bo")), .people(people),
            .looked(S.overview(stage == .connecting ? .connecting : .inCall, devices: devices), at: .zero),
            S.heard(.muteRequested(7, by: 2, name: "Bo")))
        switch stage {
        case .reconnecting: send(S.heard(.connection(7, .reconnecting)))
        case .ending: send(.hungUp)
        case .endedWell: send(S.ended(.remoteHungUp))
        case .failed: send(S.ended(.failed))
        case .removed: send(S.ended(.removed))
        default: break
        }
        return flow
    }

    /// Each action of a person, with the states in which it has an effect.
    private static func actions() -> [(CallFlow.Action, Set<Stage>)] {
        let again: Set<Stage> = [.endedWell, .failed]
        return [
            (.called([S.cy], isVideo: false), over.union([.idle])), (.called([], isVideo: true), []),
            (.answered(isVideo: true), [.incoming, .unverified]),
            (.answered(isVideo: false), [.incoming, .unverified]),
            (.declined, [.incoming, .unverified]), (.saidCannotTalk, [.incoming]), (.hungUp, goingOn),
            (.calledAgain, again), (.closed, []),
            (.muted(true), goingOn), (.muted(false), []), (.turnedCamera(isOn: false), goingOn),
            (.turnedCamera(isOn: true), []), (.flippedCamera, goingOn),
            (.choseLoudspeaker(ChosenDevice(id: "x", name: "x")), goingOn), (.choseLoudspeaker(nil), []),
            (.raisedHand(true), inCall), (.raisedHand(false), []), (.reacted(.heart), inCall),
            (.opened(.people), goingOn), (.opened(.invite), goingOn), (.opened(.protection), []), (.opened(nil), []),
            (.pinned(.person(2)), []), (.pinned(.person(99)), []), (.pinned(nil), []), (.changedLayout, []),
            (.turnedPage(by: 1), []), (.invited([]), []), (.invited([2, 3]), []), (.invited([4, 8]), inCall),
            (.rangAgain(4), inCall), (.rangAgain(3), []), (.rangAgain(2), []), (.rangAgain(99), []),
            (.stoppedCalling(3), inCall), (.stoppedCalling(2), []), (.askedToMute(2), inCall), (.askedToMute(3), []),
            (.askedToMute(1), []), (.wantedToRemove(2), []), (.setVolume(50, of: 2), inCall),
            (.setVolume(100, of: 2), []), (.setVolume(50, of: 4), []), (.setHeard(false, of: 2), inCall),
            (.setHeard(true, of: 2), []), (.setHeard(false, of: 1), []),
            (.isTheirs(S.address(of: 5)), inCall), (.isTheirs(S.address(of: 7)), []), (.isTheirs(S.address(of: 2)), []),
            (.isNotTheirs(S.address(of: 5)), inCall), (.isNotTheirs(S.address(of: 2)), []),
            (.isNotTheirs(S.address(of: 99)), []), (.wantedToLetIn(S.address(of: 7)), []),
            (.wantedToLetIn(S.address(of: 5)), []), (.confirmed, []), (.thoughtBetter, []), (.accepted(1), inCall),
            (.accepted(99), []), (.dismissed(1), []), (.sawNotice(1), []), (.sawMissed, []),
        ]
    }

    /// Waits, and requests for pictures, follow from the screen and not from the action.
    private static func isDone(_ effect: CallFlow.Effect) -> Bool {
        switch effect {
        case .wait, .carryOut(.shown): false
        default: true
        }
    }

    @Test("an action has an effect only where it is offered", arguments: Stage.allCases)
    func effects(stage: Stage) throws {
        let flow = try Self.flow(stage)
        for (action, offered) in Self.actions() {
            var after = flow
            let effects = after.send(action).filter(Self.isDone)
            #expect(effects.isEmpty != offered.contains(stage), "\(stage): \(action) \(effects)")
            // Repeating an action has no second effect, except those that can be meant again.
            let again = after.send(action).filter(Self.isDone)
            switch action {
            case .reacted, .opened, .flippedCamera: break
            case .called where Self.over.contains(stage): break
            default: #expect(again.isEmpty, "\(stage): \(action) twice \(again)")
            }
        }
    }

    /// Actions that only change the screen.
    @Test("an action changes the screen only where it is offered", arguments: Stage.allCases)
    func screen(stage: Stage) throws {
        let flow = try Self.flow(stage)
        let asks: [CallFlow.Action] = [
            .wantedToRemove(2), .isNotTheirs(S.address(of: 2)), .wantedToLetIn(S.address(of: 7)),
        ]
        let looks: [CallFlow.Action] = [.pinned(.person(2)), .pinned(.screen(6)), .changedLayout]
        let others: [(CallFlow.Action, Set<Stage>)] = [
            (.opened(.protection), Self.goingOn), (.invited([4]), Self.inCall), (.invited([2]), []),
            (.dismissed(1), Self.inCall), (.closed, Self.over), (.pinned(.person(99)), []), (.turnedPage(by: 1), []),
            (.wantedToRemove(3), []), (.wantedToRemove(1), []), (.wantedToLetIn(S.address(of: 5)), []),
            (.thoughtBetter, []), (.confirmed, []), (.sawMissed, []), (.sawNotice(99), []),
        ]
        let rows = (asks + looks).map { ($0, Self.inCall) } + others
        for (action, offered) in rows {
            var after = flow
            _ = after.send(action)
            #expect((after == flow) != offered.contains(stage), "\(stage): \(action)")
        }
    }
}

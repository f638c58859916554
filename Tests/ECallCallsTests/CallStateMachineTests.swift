import ECallAPI
import ECallLanguage
import Testing

@testable import ECallCalls

@Suite("The rules of one device's calls", .timeLimit(.minutes(1)))
struct CallStateMachineTests {
    typealias Machine = CallStateMachine
    typealias Step = (event: Machine.Event, actions: [Machine.Action])

    static let call = IncomingCall(id: 7, room: 70, caller: 1, callerDevice: 11, callerName: "Ana", isVideo: true)
    static let other = IncomingCall(id: 8, room: 80, caller: 2, callerDevice: 22, callerName: "Bo", isVideo: false)

    /// Events and the expected actions, from idle to the end.
    static let transcripts: [(name: String, steps: [Step])] = [
        (
            "a call that is answered and hung up",
            [
                (.placed, []),
                (.started(7), [.announceRinging(7)]),
                (.remoteJoined(7), []),
                (.remoteJoined(7), []),
                (.hungUp, [.tellServer(7), .tearDown]),
                (.hungUp, []),
                (.ended(7), []),
                (.tornDown, [.announceEnded(7, .hungUp, problem: nil)]),
            ]
        ),
        (
            "a call that everybody declines",
            [
                (.placed, []), (.started(7), [.announceRinging(7)]), (.ended(7, .declined), [.tearDown]),
                (.tornDown, [.announceEnded(7, .declined, problem: nil)]),
            ]
        ),
        (
            "a call to people who have no device that can ring",
            [
                (.placed, []), (.started(7, rings: false), [.announceRinging(7, canRing: false)]),
                (.ended(7, .noAnswer), [.tearDown]),
                (.tornDown, [.announceEnded(7, .notAnswered, problem: nil)]),
            ]
        ),
        (
            "a call that nobody answers",
            [
                (.placed, []), (.started(7), [.announceRinging(7)]), (.ended(7, .noAnswer), [.tearDown]),
                (.tornDown, [.announceEnded(7, .notAnswered, problem: nil)]),
            ]
        ),
        (
            "a call to somebody who is in another one",
            [
                (.placed, []), (.started(7), [.announceRinging(7)]), (.ended(7, .busy), [.tearDown]),
                (.tornDown, [.announceEnded(7, .busy, problem: nil)]),
            ]
        ),
        (
            "a call that ends unanswered, of which nobody says why: nobody has declined",
            [
                (.placed, []), (.started(7), [.announceRinging(7)]), (.ended(7), [.tearDown]),
                (.tornDown, [.announceEnded(7, .notAnswered, problem: nil)]),
            ]
        ),
        (
            "a call that is cancelled while it rings",
            [
                (.placed, []), (.started(7), [.announceRinging(7)]), (.hungUp, [.tellServer(7), .tearDown]),
                (.tornDown, [.announceEnded(7, .cancelled, problem: nil)]),
            ]
        ),
        (
            "a call that is cancelled before the server has made it",
            [
                (.placed, []), (.hungUp, [.tearDown]), (.started(7), []),
                (.tornDown, [.announceEnded(nil, .cancelled, problem: nil)]),
            ]
        ),
        (
            "a call that cannot be made",
            [
                (.placed, []), (.failed(problem: .callFailureNoRoom), [.tearDown]),
                (.tornDown, [.announceEnded(nil, .failed, problem: .callFailureNoRoom)]),
            ]
        ),
        (
            "an incoming call that is answered, and that the other side ends",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.invited(call), []),
                (.answered, [.stopRingTimer]),
                (.answered, []),
                (.joined(7), []),
                (.ended(7), [.tearDown]),
                (.tornDown, [.announceEnded(7, .remoteHungUp, problem: nil)]),
            ]
        ),
        (
            "a call of which the other side's connection is lost for good",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.answered, [.stopRingTimer]),
                (.joined(7), []),
                (.ended(7, .connectionLost), [.tearDown]),
                (.tornDown, [.announceEnded(7, .remoteLost, problem: nil)]),
            ]
        ),
        (
            "a call that its maker takes this person out of, said twice",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.answered, [.stopRingTimer]),
                (.joined(7), []),
                (.ended(7, .removed, problem: .callEndRemovedBy(name: "Ana")), [.tearDown]),
                (.ended(7, .removed), []),
                (.tornDown, [.announceEnded(7, .removed, problem: .callEndRemovedBy(name: "Ana"))]),
            ]
        ),
        (
            "an incoming call that is declined",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.declined, [.stopRingTimer, .tellServer(7), .tearDown]),
                (.tornDown, [.announceEnded(7, .declined, problem: nil)]),
            ]
        ),
        (
            "an incoming call that nobody answers",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.ringTimedOut(7), [.tellServer(7, .noAnswer), .tearDown]),
                (.tornDown, [.announceEnded(7, .notAnswered, problem: nil)]),
            ]
        ),
        (
            "an incoming call that nobody answers, by the server's clock",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.ended(7, .noAnswer), [.stopRingTimer, .tearDown]),
                (.tornDown, [.announceEnded(7, .notAnswered, problem: nil)]),
            ]
        ),
        (
            "an incoming call whose caller gives up",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.ended(7, .cancelled), [.stopRingTimer, .tearDown]),
                (.tornDown, [.announceEnded(7, .cancelled, problem: nil)]),
            ]
        ),
        (
            "an incoming call that another device declines",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.cancelled(7, .declined), [.stopRingTimer, .tearDown]),
                (.tornDown, [.announceEnded(7, .declinedElsewhere, problem: nil)]),
            ]
        ),
        (
            "an incoming call that another device takes",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.cancelled(7), [.stopRingTimer, .tearDown]),
                (.tornDown, [.announceEnded(7, .answeredElsewhere, problem: nil)]),
            ]
        ),
        (
            "answering at the same moment as another device",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.answered, [.stopRingTimer]), (.cancelled(7), [.tearDown]), (.joined(7), []),
                (.tornDown, [.announceEnded(7, .answeredElsewhere, problem: nil)]),
            ]
        ),
        (
            "a second invitation during a call is refused, and the call goes on",
            [
                (.invited(call), [.announceIncoming(call), .startRingTimer(7)]),
                (.answered, [.stopRingTimer]), (.invited(other), [.refuse(8)]), (.joined(7), []),
                (.invited(other), [.refuse(8)]), (.ended(8), []), (.cancelled(8), []), (.ringTimedOut(8), []),
                (.connectionLost, [.tellServer(7, .connectionLost), .tearDown]),
                (.tornDown, [.announceEnded(7, .connectionLost, problem: nil)]),
            ]
        ),
        (
            "the media connection is lost for good while it rings",
            [
                (.placed, []), (.started(7), [.announceRinging(7)]),
                (.connectionLost, [.tellServer(7, .connectionLost), .tearDown]),
                (.tornDown, [.announceEnded(7, .connectionLost, problem: nil)]),
            ]
        ),
    ]

    @Test("each transcript ends in the actions it names", arguments: transcripts.indices)
    func transcript(_ index: Int) {
        let (name, steps) = Self.transcripts[index]
        var machine = Machine()
        for (number, step) in steps.enumerated() {
            #expect(machine.handle(step.event) == step.actions, "\(name), step \(number + 1)")
        }
        #expect(machine.isIdle, "\(name) ends idle")
    }

    /// The events so far, with another caller's call under way; then the next event, and the expected actions.
    static let next: [(before: [Machine.Event], event: Machine.Event, actions: [Machine.Action])] = [
        ([.placed], .started(7), [.announceRinging(7), .refuse(8)]),
        (
            [.placed, .failed(problem: .callFailureBusy)], .tornDown,
            [
                .announceEnded(nil, .failed, problem: .callFailureBusy), .announceIncoming(other),
                .startRingTimer(8),
            ]
        ),
        (
            [.invited(call), .answered, .joined(7), .hungUp], .tornDown,
            [.announceEnded(7, .hungUp, problem: nil), .announceIncoming(other), .startRingTimer(8)]
        ),
    ]

    @Test(
        "a caller who rings while a call is placed or taken down rings once it is over, one at most",
        arguments: next.indices)
    func ringsNext(_ index: Int) {
        let (before, event, actions) = Self.next[index]
        var waiting = Machine()
        for step in before { _ = waiting.handle(step) }
        #expect(waiting.handle(.invited(Self.other)) == [])
        #expect(waiting.handle(.invited(Self.other)) == [], "the same once more")
        #expect(
            waiting.handle(
                .invited(IncomingCall(id: 9, room: 90, caller: 3, callerDevice: 33, callerName: "Cy", isVideo: true)))
                == [.refuse(9)])
        for end in [Machine.Event.ended(8), .cancelled(8)] {
            var machine = waiting
            #expect(machine.handle(end) == [])
            #expect(machine.handle(event) == Array(actions.prefix(1)))
        }
        #expect(waiting.handle(event) == actions && waiting.next == nil)
    }

    static let events: [Machine.Event] = [
        .placed, .answered, .declined, .hungUp, .invited(call), .invited(other), .remoteJoined(7), .remoteJoined(8),
        .ended(7), .ended(8), .cancelled(7), .cancelled(8), .started(7), .joined(7), .joined(8), .ringTimedOut(7),
        .failed(problem: .callFailureOffline), .connectionLost, .tornDown,
    ]

    @Test("in every order of events, each teardown is announced once and a call begins only from idle")
    func everyOrder() {
        // All sequences of three events after each reachable state.
        var reached: Set<String> = []
        var frontier = [Machine()]
        while let machine = frontier.popLast() {
            guard reached.insert("\(machine.state) \(machine.next?.id ?? 0)").inserted else { continue }
            for event in Self.events {
                var next = machine
                let actions = next.handle(event)
                let rings = actions.contains { if case .announceIncoming = $0 { true } else { false } }
                #expect(!rings || machine.isIdle || event == .tornDown)
                let begins = next.state == .inviting && machine.state != .inviting
                #expect(!begins || machine.isIdle)
                let ends = actions.contains { if case .announceEnded = $0 { true } else { false } }
                #expect(ends == (machine.isEnding && !next.isEnding))
                #expect(next.next == nil || next.state == .inviting || next.isEnding)
                if actions.contains(.tearDown) { #expect(next.isEnding && !machine.isEnding) }
                frontier.append(next)
            }
        }
        #expect(reached.count > 12)
    }
}

extension CallStateMachine {
    fileprivate var isEnding: Bool { if case .ending = state { true } else { false } }
}

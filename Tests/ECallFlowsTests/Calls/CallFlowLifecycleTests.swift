import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import Testing

@testable import ECallFlows

/// Transcripts of calls: each action with the effects that it has.
@Suite("The lifecycle of a call on its screen", .timeLimit(.minutes(1)))
struct CallFlowLifecycleTests {
    typealias S = CallSamples

    private static func end(of flow: CallFlow) -> EndedCall? {
        if case .ended(let end) = flow.phase { end } else { nil }
    }

    @Test("an answered outgoing call shows calling, ringing, connecting, and a timer of whole seconds")
    func outgoingAnswered() {
        #expect(S.run(S.calling).status == .callPhaseCalling)
        #expect(S.run(S.ringing).status == .callPhaseRinging)
        let answered = S.run(S.answered)
        #expect(answered.phase == .connecting(isEntering: false) && answered.status == .callPhaseConnecting)
        #expect(answered.seconds == nil && answered.protection.lock == .waiting)
        var flow = S.run(S.talking)
        #expect(flow.phase == .active(since: .seconds(2)) && flow.status == nil && flow.seconds == 0)
        #expect(flow.protection.lock == .protected && flow.title == "Bo".text)
        // The answer arrives a little late; the timer stays aligned to the second.
        flow = S.run(
            [
                (.waited(at: .milliseconds(3010)), [.look]),
                (.looked(S.overview(.inCall, seconds: 1), at: .milliseconds(3020)), [.wait(until: .seconds(4))]),
            ], from: flow)
        #expect(flow.seconds == 1 && flow.phase == .active(since: .seconds(2)))
        // The machine slept: the clock has counted that.
        flow = S.run(
            [
                (.waited(at: .milliseconds(64_500)), [.look]),
                (.looked(S.overview(.inCall, seconds: 1), at: .milliseconds(64_500)), [.wait(until: .seconds(65))]),
            ], from: flow)
        #expect(flow.seconds == 62)
    }

    @Test("an unanswered call shows what to do next, until the user closes it or calls again")
    func noAnswer() {
        let flow = S.run(S.ringing + [(S.ended(.notAnswered, at: 60), [])])
        let end = Self.end(of: flow)
        #expect(end?.title == .callEndNotAnswered && end?.sentence == .callRejectedNotAnswered(name: "Bo"))
        #expect(end?.again == .callAgain && end?.closesAt == nil && end?.seconds == nil)
        _ = S.run([(.calledAgain, [.place(attempt: 2, [2], S.start()), .findDevices])], from: flow)
        #expect(S.run([(.closed, [])], from: flow).phase == .idle)
    }

    @Test("busy is shown a second late, in case the callee is calling back, and is then final")
    func busy() {
        for first in [
            CallFlow.Action.placed(1, .failure(.busy), at: .seconds(1)),
            S.ended(.busy, 0, problem: CallFailure.busy.text, at: 1),
        ] {
            let waiting = S.run([S.calling[0], (first, [.wait(until: .seconds(2))])])
            #expect(waiting.status == .callPhaseCalling)
            let over = S.run([(.waited(at: .seconds(2)), [])], from: waiting)
            #expect(Self.end(of: over)?.title == .callEndBusy)
            #expect(Self.end(of: over)?.sentence == .callEndBusyText(name: "Bo"))
            #expect(Self.end(of: over)?.again == .callAgain)
            let theirs = S.run(
                [(S.heard(.incoming(S.incoming(9)), at: 1.5), [.askWho(9)]), (.waited(at: .seconds(2)), [])],
                from: waiting)
            #expect(theirs.phase == .incoming(S.incoming(9)) && theirs.notices.isEmpty)
            // There is nothing left to hang up.
            #expect(Self.end(of: S.run([(.hungUp, [])], from: waiting))?.reason == .busy)
        }
    }

    @Test("a declined call shows the callee's reply")
    func declinedWithReply() {
        let reply = CallReply.cannotTalkNow(minutes: 10)
        let flow = S.run(S.ringing + [(S.ended(.declined, reply: reply), [])])
        #expect(Self.end(of: flow)?.title == .callEndDeclined)
        #expect(Self.end(of: flow)?.sentence == .callReplyCallsBack(name: "Bo", minutes: 10))
        let plain = S.run(S.ringing + [(S.ended(.declined, reply: .cannotTalkNow(minutes: 0)), [])])
        #expect(Self.end(of: plain)?.sentence == .callReplyPlain(name: "Bo"))
        let silent = S.run(S.ringing + [(S.ended(.declined), [])])
        #expect(Self.end(of: silent)?.sentence == .callEndDeclinedBy(name: "Bo"))
    }

    @Test("a call canceled by the user ends once, and its screen closes after two and a half seconds")
    func cancelled() {
        let ending = S.run(S.ringing + [(.hungUp, [.hangUp(7, attempt: 1)]), (.hungUp, []), (.closed, [])])
        #expect(ending.phase == .ending && ending.status == .callPhaseEnding)
        let over = S.run([(S.ended(.cancelled, at: 5), [.wait(until: .seconds(7.5))])], from: ending)
        #expect(Self.end(of: over)?.title == .callEndCancelled && Self.end(of: over)?.sentence == nil)
        #expect(S.run([(.waited(at: .seconds(7.4)), [])], from: over).phase != .idle)
        let gone = S.run([(.waited(at: .seconds(7.5)), [])], from: over)
        #expect(gone.phase == .idle && gone.call == nil && gone.people.isEmpty)
    }

    @Test("a call hung up before the server has created it does not ring on")
    func hungUpWhilePlacing() {
        let ending = S.run([S.calling[0], (.hungUp, [.hangUp(nil, attempt: 1)])])
        // The answer was on its way.
        _ = S.run([(.placed(1, .success(7), at: .zero), [.hangUp(7, attempt: 1)])], from: ending)
        // It never began: nothing else reports the end.
        let over = S.run(
            [
                (.wasHungUp(at: .seconds(1)), [.wait(until: .seconds(3.5))]),
                (.placed(1, .failure(.noCall), at: .seconds(1)), []),
            ], from: ending)
        #expect(Self.end(of: over)?.reason == .cancelled)
    }

    /// 000-72
    @Test("a call that cannot be placed shows the reason once, in whichever order it is reported")
    func notPlaced() {
        let problem = CallFailure.offline.text
        let event = S.ended(.failed, 0, problem: problem)
        let result = CallFlow.Action.placed(1, .failure(.offline), at: .zero)
        for actions in [[event, result], [result, event], [result]] {
            let flow = S.run([S.calling[0]] + actions.map { ($0, []) })
            #expect(Self.end(of: flow)?.title == .callEndNotMade && Self.end(of: flow)?.sentence == problem)
            #expect(Self.end(of: flow)?.again == .callAgain && flow.notices.isEmpty)
        }
    }

    @Test("an incoming call is answered once, and shows that it connects until this device is in it")
    func answered() {
        let answering = S.run(
            S.rung + [
                (.answered(isVideo: false), [.answer(7, S.start(false)), .findDevices]), (.answered(isVideo: true), []),
                (.declined, []), (.saidCannotTalk, []),
            ])
        #expect(answering.status == .callPhaseAnswering && !answering.isCameraOn)
        let entered = S.run([(.entered(7, nil, stillRings: false, at: .zero), [.look])], from: answering)
        #expect(entered.status == .callPhaseConnecting)
        // It keeps ringing: it can be answered in another way.
        let again = S.run(
            [
                (.entered(7, .media(.callFailureMedia), stillRings: true, at: .zero), []),
                (.answered(isVideo: false), [.answer(7, S.start(false)), .findDevices]),
            ], from: answering)
        #expect(again.notices.map(\.text) == [CallFailure.media(.callFailureMedia).text])
    }

    @Test("a call that is hung up before it is connected is hung up once")
    func hungUpWhileConnecting() {
        let flow = S.run(
            S.rung + [
                (.answered(isVideo: true), [.answer(7, S.start()), .findDevices]),
                (.hungUp, [.hangUp(7, attempt: 0)]), (.hungUp, []),
                (.entered(7, .noCall, stillRings: false, at: .zero), []),
                (.entered(7, nil, stillRings: false, at: .zero), []),
                (S.ended(.hungUp), [.wait(until: .seconds(2.5))]), (.wasHungUp(at: .zero), []),
            ])
        #expect(Self.end(of: flow)?.reason == .hungUp)
    }

    @Test("a call answered or declined on another device closes its screen with a notice")
    func answeredElsewhere() {
        for (reason, text) in [
            (CallEndReason.answeredElsewhere, Text.callNoticeAnsweredElsewhere),
            (.declinedElsewhere, .callNoticeDeclinedElsewhere),
        ] {
            let flow = S.run(S.rung + [(S.ended(reason), [])])
            #expect(flow.phase == .idle && flow.notices.map(\.text) == [text] && flow.missed == nil)
        }
    }

    @Test("a call declined by the user closes once, and its reply is confirmed")
    func declined() {
        let declining = S.run(
            S.rung + [
                (.declined, [.decline(7, saying: nil, to: "Bo".text)]), (.declined, []), (.answered(isVideo: true), []),
            ])
        let flow = S.run([(S.ended(.declined), [])], from: declining)
        #expect(flow == S.after([.closed], from: flow) && flow.phase == .idle && flow.notices.isEmpty)
        let saying = S.run(
            S.rung + [
                (.saidCannotTalk, [.decline(7, saying: .cannotTalkNow(minutes: 10), to: "Bo".text)]),
                (S.ended(.declined), []), (.replied(to: "Bo".text, isSaid: true), []),
                (.replied(to: "Bo".text, isSaid: false), []),
            ])
        #expect(
            saying.notices.map(\.text) == [
                .callNoticeReplied(name: "Bo", minutes: 10), .callNoticeNotReplied(name: "Bo"),
            ])
        // No reply can be sent to a person who isn't verified.
        let unverified = S.run([
            (S.heard(.incoming(S.incoming(isVerified: false))), [.askWho(7)]), (.saidCannotTalk, []),
        ])
        #expect(unverified.phase == .incoming(S.incoming(isVerified: false)))
    }

    @Test("a missed call closes its screen with a notice and updates the history")
    func missed() {
        for reason in [CallEndReason.cancelled, .notAnswered] {
            let flow = S.run(S.rung + [(S.ended(reason), []), (.declined, []), (.answered(isVideo: true), [])])
            #expect(flow.phase == .idle && flow.missed == MissedCall(S.incoming()))
            #expect(flow.notices.map(\.text) == [.callEndMissedText(name: "Bo")])
            #expect(S.run([(.sawMissed, [])], from: flow).missed == nil)
        }
        // Declined, and over before: it was missed.
        let late = S.run(
            S.rung + [(.declined, [.decline(7, saying: nil, to: "Bo".text)]), (S.ended(.cancelled), [])])
        #expect(late.missed?.person == S.bo)
        // Too late to ring, while another call goes on.
        let other = S.run(S.talking + [(S.heard(.missed(S.incoming(9)), at: 2), [])])
        #expect(other.missed?.id == 9 && other.phase == .active(since: .seconds(2)))
    }

    @Test("a call that ends before this device has joined says so, with a way to call back")
    func overWhileAnswering() {
        let flow = S.run(
            S.rung + [(.answered(isVideo: true), [.answer(7, S.start()), .findDevices]), (S.ended(.cancelled), [])])
        #expect(Self.end(of: flow)?.title == .callEndMissed && Self.end(of: flow)?.again == .callCallBack)
        _ = S.run([(.calledAgain, [.place(attempt: 1, [2], S.start()), .findDevices])], from: flow)
    }

    /// 000-72
    @Test("a call that fails while connecting shows the reason, and its screen stays")
    func failedWhileConnecting() {
        let problem = Text.callFailureNoConnection
        let outgoing = S.run(S.answered + [(S.ended(.failed, problem: problem, at: 30), [])])
        #expect(Self.end(of: outgoing)?.title == .callEndBrokeOff && Self.end(of: outgoing)?.sentence == problem)
        let answering = S.rung + [(CallFlow.Action.answered(isVideo: true), [.answer(7, S.start()), .findDevices])]
        for actions in [
            [S.ended(.failed, problem: problem)],
            [.entered(7, .server(problem), stillRings: false, at: .zero)],
            [.entered(7, .server(problem), stillRings: false, at: .zero), S.ended(.failed, problem: problem)],
        ] {
            let flow = S.run(answering + actions.map { ($0, []) })
            #expect(Self.end(of: flow)?.title == .callEndNotAnsweredHere && Self.end(of: flow)?.sentence == problem)
            #expect(Self.end(of: flow)?.closesAt == nil)
        }
    }

    @Test("the timer goes on during and after a reconnection")
    func reconnects() {
        let lost = S.run(S.talking + [(S.heard(.connection(7, .reconnecting), at: 10), [.look])])
        #expect(lost.phase == .reconnecting(since: .seconds(2)) && lost.status == .callPhaseReconnecting)
        #expect(lost.seconds == 8 && lost.qualityNote == nil)
        let back = S.run([(S.heard(.connection(7, .connected), at: 12), [])], from: lost)
        #expect(back.phase == .active(since: .seconds(2)) && back.seconds == 10)
        // Before it was ever connected.
        let early = S.run(S.answered + [(S.heard(.connection(7, .reconnecting), at: 1), [.look])])
        #expect(early.phase == .reconnecting(since: nil))
        #expect(S.after([S.heard(.connection(7, .connected))], from: early).phase == .connecting(isEntering: false))
    }

    @Test("a lost connection or a removal is shown, and the screen stays")
    func lostAndRemoved() {
        let lost = S.run(S.talking + [(S.ended(.connectionLost, at: 70), [])])
        #expect(Self.end(of: lost)?.sentence == .callEndConnectionLost && Self.end(of: lost)?.seconds == 68)
        let theirs = S.run(S.talking + [(S.ended(.remoteLost, at: 70), [])])
        #expect(Self.end(of: theirs)?.sentence == .callEndRemoteLost(name: "Bo"))
        let removed = S.run(S.talking + [(S.ended(.removed, problem: .callEndRemovedBy(name: "Bo"), at: 70), [])])
        #expect(Self.end(of: removed)?.sentence == .callEndRemovedBy(name: "Bo") && Self.end(of: removed)?.again == nil)
        _ = S.run([(.calledAgain, [])], from: removed)
    }

    @Test("a call hung up by either side shows its duration, and its screen closes")
    func hungUp() {
        let theirs = S.run(
            S.talking + [
                (.waited(at: .seconds(12)), [.look]),
                (.looked(S.overview(.inCall, seconds: 10), at: .seconds(12)), [.wait(until: .seconds(13))]),
                // One wait at a time.
                (S.ended(.remoteHungUp, at: 12.9), []), (.waited(at: .seconds(13)), [.wait(until: .seconds(15.4))]),
            ])
        #expect(Self.end(of: theirs)?.seconds == 10 && Self.end(of: theirs)?.title == .callEnded)
        // The end of another call doesn't end this one.
        let flow = S.run(S.talking + [(S.ended(.remoteHungUp, 9, at: 3), []), (.hungUp, [.hangUp(7, attempt: 1)])])
        #expect(flow.phase == .ending)
    }

    @Test("the screen returns for a call resumed elsewhere, and for one that goes on after it was left")
    func returns() {
        let back = S.run([
            (S.heard(.encryption(7, .waitingForKey)), [.findDevices, .look]),
            (.people([S.person(1), S.person(2)]), [.carryOut(.shown([2]))]),
        ])
        #expect(back.call?.origin == .returned && back.call?.peer == S.bo && back.call?.isVideo == true)
        let left = S.after(
            [.hungUp, S.ended(.hungUp)], from: S.talking([S.person(1), S.person(2), S.person(3)]))
        #expect(Self.end(of: left)?.title == .callEndLeft && Self.end(of: left)?.again == .historyJoinAgain)
        let joining = S.run([(.calledAgain, [.comeBack(7, S.start()), .findDevices]), (.calledAgain, [])], from: left)
        #expect(joining.status == .callPhaseReturning)
        let failed = S.run([(.entered(7, .over, stillRings: false, at: .zero), [])], from: joining)
        #expect(Self.end(of: failed)?.title == .callEndNotReturned)
        #expect(Self.end(of: failed)?.sentence == .callFailureOver)
        // A late event of a call that is over here does not bring it back.
        let late = S.run([(S.heard(.encryption(7, .protected)), [])], from: failed)
        #expect(late.phase == failed.phase)
    }

    /// 000-47
    @Test("a group call reports each callee who does not join, and at the end that no one answered")
    func groupOutgoing() {
        let rows: [S.Row] = [
            (.called([S.bo, S.cy], isVideo: false), [.place(attempt: 1, [2, 3], S.start(false)), .findDevices]),
            (.people([S.person(1), S.person(2, .ringing), S.person(3, .ringing)]), []),
            (.placed(1, .success(7), at: .zero), []),
            (S.heard(.participantReplied(7, 2, name: "Bo", .cannotTalkNow(minutes: 0))), []),
            (S.heard(.participantRefused(7, 2, name: "Bo", .declined)), []),
            (S.heard(.participantRefused(7, 3, name: "Cy", .noAnswer)), []),
        ]
        let flow = S.run(rows)
        #expect(flow.title == .commonTwoNames(one: "Bo", other: "Cy"))
        #expect(flow.notices.map(\.text) == [.callReplyPlain(name: "Bo"), .callRejectedNotAnswered(name: "Cy")])
        let over = S.run([(S.ended(.notAnswered), [])], from: flow)
        #expect(Self.end(of: over)?.sentence == .callEndNobodyCame)
        _ = S.run([(.calledAgain, [.place(attempt: 2, [2, 3], S.start(false)), .findDevices])], from: over)
    }
}

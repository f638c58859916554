import ECallAPI
import ECallCalls
import Foundation
import Testing

@testable import ECallFlows

/// Calls on a phone from their push to their end, with the system's events meanwhile.
enum SystemStories {
    typealias S = SystemSamples
    typealias Story = SystemStory

    static let all = [
        SystemTelling("a push rings, is answered, gets sound from the system, and is hung up", pushToConversation),
        SystemTelling("before the first unlock it rings without a name, and goes online once it is unlocked", locked),
        SystemTelling("a phone that stays locked rings for ten seconds", staysLocked),
        SystemTelling("each end before the answer is told with its own reason", overBeforeAnswer),
        SystemTelling("a push whose call is over before the app is online ends as missed", cancelledBeforeSignal),
        SystemTelling("two pushes of one call are one call, before the answer and after it", repeatedPush),
        SystemTelling("an invitation rings without a push, which changes nothing when it comes", signalFirst),
        SystemTelling(
            "a call that is over rings again by its signal, or by a push that cannot be a late one", ringsAgain),
        SystemTelling("a second call while one runs is reported, and over at once; the first goes on", busy),
        SystemTelling("the library's call counts where a push named another one", signalOfAnother),
        SystemTelling("without a network a push rings for ten seconds, and its answer fails", networkGone),
        SystemTelling(
            "a confirmed call rings on without a network; an answer that gets nowhere fails before the system's time is over",
            networkGoneWhileRinging),
        SystemTelling("an app that was terminated in a call returns to it as an outgoing call", returnsAfterKill),
        SystemTelling("a call that is placed here reports connecting and connected once each", outgoing),
    ]

    private static let uuid = Story.uuid
    private static let other = SystemCallID.of(9)
    private static let first = PhoneDouble.action(1)
    private static let second = PhoneDouble.action(2)

    private static func pushToConversation() {
        var story = Story.talking()
        #expect(story.calls.isSounding && story.calls.call?.stage == .inCall)
        story.send(.wantsToHangUp, [.request(.end(uuid))])
        story.system(.requested(.end(uuid), isRefused: false), [])
        story.system(story.action(2, .end(uuid), at: 3), [.hangUp(7), .fulfill(second), .stopAudio])
        story.system(.deactivatedAudio, [])
        story.send(S.over(.hungUp), [])
        #expect(story.calls.call == nil)
        story.isFine()
    }

    private static func locked() {
        var story = Story()
        story.phone.isUnlocked = false
        let hidden = SystemCaller.hidden(isVideo: true)
        story.push(Story.push, [.reportIncoming(uuid, hidden), .wait(until: .seconds(10))])
        story.system(.reported(uuid, nil), [])
        story.send(.network(isThere: true), [])
        // Answered: the phone asks for its code.
        story.moves(to: 3)
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 3), [.configureAudio(isVideo: true)])
        story.phone.isUnlocked = true
        story.send(.unlocked, [.update(uuid, Story.bo), .goOnline])
        story.send(
            S.incoming(at: .seconds(4)), [.update(uuid, Story.verifiedBo), .answer(7, isVideo: true)])
        story.send(.entered(7, isIn: true, at: .seconds(5)), [.fulfill(first)])
        story.system(.activatedAudio, [.startAudio])
        story.isFine()
    }

    private static func staysLocked() {
        var story = Story()
        story.phone.isUnlocked = false
        story.push(
            Story.push, [.reportIncoming(uuid, .hidden(isVideo: true)), .wait(until: .seconds(10))])
        story.system(.reported(uuid, nil), [])
        story.moves(to: 10)
        story.send(.waited(at: .seconds(10)), [.reportEnded(uuid, .failed)])
        story.isFine()
    }

    private static func overBeforeAnswer() {
        let ends: [(CallEndReason, SystemCallEnd)] = [
            (.cancelled, .remoteEnded), (.answeredElsewhere, .answeredElsewhere),
            (.declinedElsewhere, .declinedElsewhere), (.notAnswered, .unanswered), (.failed, .failed),
        ]
        for (reason, end) in ends { overBeforeAnswer(reason, end) }
    }

    private static func overBeforeAnswer(_ reason: CallEndReason, _ end: SystemCallEnd) {
        var story = Story.ringing()
        story.send(S.over(reason), [.reportEnded(uuid, end)])
        // A late push does not ring.
        story.push(Story.push, [.reportIncoming(uuid, Story.bo), .reportEnded(uuid, end), .goOnline])
        story.system(.reported(uuid, nil), [])
        #expect(story.calls.call == nil)
        story.isFine()
    }

    private static func cancelledBeforeSignal() {
        var story = Story()
        story.send(.wentToBackground, [])
        story.push(Story.push, [.reportIncoming(uuid, Story.bo), .goOnline, .wait(until: .seconds(10))])
        story.system(.reported(uuid, nil), [])
        story.send(.heard(.missed(S.incoming()), at: .seconds(1)), [.reportEnded(uuid, .unanswered), .goOffline])
        story.isFine()
    }

    private static func repeatedPush() {
        var story = Story.ringing()
        story.push(Story.push, [.reportIncoming(uuid, Story.verifiedBo)])
        story.system(.reported(uuid, .knownCall), [])
        #expect(story.calls.call?.isRinging == true)
        story.isFine()
        story = Story.talking()
        story.push(Story.push, [.reportIncoming(uuid, Story.verifiedBo)])
        story.system(.reported(uuid, .knownCall), [])
        #expect(story.calls.isSounding && story.calls.call?.stage == .inCall)
        story.isFine()
    }

    private static func signalFirst() {
        var story = Story()
        story.send(S.incoming(at: .zero), [.reportIncoming(uuid, Story.verifiedBo), .wait(until: .seconds(65))])
        story.system(.reported(uuid, nil), [])
        story.push(Story.push, [.reportIncoming(uuid, Story.verifiedBo)])
        story.system(.reported(uuid, .knownCall), [])
        story.moves(to: 65)
        story.send(.waited(at: .seconds(65)), [.decline(7), .reportEnded(uuid, .unanswered)])
        story.isFine()
    }

    private static func ringsAgain() {
        var story = Story.ringing()
        story.send(.wentToBackground, [])
        story.send(S.over(.cancelled), [.reportEnded(uuid, .remoteEnded), .goOffline])
        var later = story
        story.push(Story.push, [.reportIncoming(uuid, Story.bo), .reportEnded(uuid, .remoteEnded), .goOnline])
        story.system(.reported(uuid, nil), [])
        var late = story
        story.send(S.incoming(at: .seconds(3)), [.reportIncoming(uuid, Story.verifiedBo)])
        story.system(.reported(uuid, nil), [])
        #expect(story.calls.call?.isRinging == true)
        story.isFine()
        // The push was late.
        late.send(.waited(at: .seconds(10)), [.wait(until: .seconds(11))])
        late.send(.waited(at: .seconds(11)), [.goOffline])
        late.isFine()
        later.moves(to: 46)
        later.push(Story.push, [.reportIncoming(uuid, Story.bo), .goOnline])
        later.system(.reported(uuid, nil), [])
        later.isFine()
    }

    private static func busy() {
        var story = Story.talking()
        let cy = RingPush(call: 9, caller: 3, callerName: "Cy", isVideo: false)
        let caller = SystemCaller(3, name: "Cy", .said, isVideo: false)
        story.push(cy, [.reportIncoming(other, caller), .reportEnded(other, .unanswered)])
        story.system(.reported(other, nil), [])
        #expect(story.calls.call?.id == 7 && story.calls.isSounding)
        story.isFine()
    }

    private static func signalOfAnother() {
        var story = Story()
        story.push(Story.push, [.reportIncoming(uuid, Story.bo), .goOnline, .wait(until: .seconds(10))])
        story.system(.reported(uuid, nil), [])
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid)), [.configureAudio(isVideo: true)])
        story.send(
            S.incoming(9, at: .seconds(1)),
            [.fail(first), .reportEnded(uuid, .unanswered), .reportIncoming(other, Story.verifiedBo)])
        story.system(.reported(other, nil), [])
        story.isFine()
    }

    private static func networkGone() {
        var story = Story()
        story.push(Story.push, [.reportIncoming(uuid, Story.bo), .goOnline, .wait(until: .seconds(10))])
        story.system(.reported(uuid, nil), [])
        story.send(.network(isThere: false), [])
        story.send(.network(isThere: true), [.goOnline])
        story.send(.network(isThere: false), [])
        story.moves(to: 4)
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 4), [.configureAudio(isVideo: true)])
        story.moves(to: 10)
        story.send(.waited(at: .seconds(10)), [.fail(first), .reportEnded(uuid, .failed)])
        story.isFine()
    }

    private static func networkGoneWhileRinging() {
        var story = Story.ringing()
        story.send(.network(isThere: false), [])
        story.moves(to: 5)
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 5), [.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        story.send(.waited(at: .seconds(10)), [.wait(until: .seconds(34))])
        story.moves(to: 34)
        story.send(.waited(at: .seconds(34)), [.hangUp(7), .fail(first), .reportEnded(uuid, .failed)])
        story.send(.entered(7, isIn: false, at: .seconds(35)), [])
        story.isFine()
    }

    private static func returnsAfterKill() {
        var story = Story()
        story.send(.wantsToReturn(7, Story.verifiedBo), [.request(.start(uuid, Story.verifiedBo))])
        story.system(.requested(.start(uuid, Story.verifiedBo), isRefused: false), [])
        story.system(
            story.action(1, .start(uuid)),
            [
                .configureAudio(isVideo: true), .comeBack(7), .fulfill(first), .update(uuid, Story.verifiedBo),
                .wait(until: .seconds(5)),
            ])
        story.system(.activatedAudio, [.startAudio])
        story.send(.entered(7, isIn: true, at: .seconds(1)), [.reportConnecting(uuid)])
        story.send(.connected(7), [.reportConnected(uuid)])
        story.send(.connected(7), [])
        story.send(S.over(.remoteHungUp), [.reportEnded(uuid, .remoteEnded), .stopAudio])
        story.system(.deactivatedAudio, [])
        story.isFine()
    }

    private static func outgoing() {
        let own = PhoneDouble.action(200)
        let callee = SystemCaller(2, name: "Bo", .verified, isVideo: false)
        var story = Story()
        story.send(.wantsToCall(own, callee), [.request(.start(own, callee))])
        story.send(.wantsToCall(uuid, callee), [])
        story.system(.requested(.start(own, callee), isRefused: false), [])
        story.system(
            story.action(1, .start(own)),
            [
                .configureAudio(isVideo: false), .place(own), .fulfill(first), .update(own, callee),
                .wait(until: .seconds(5)),
            ])
        story.system(.activatedAudio, [.startAudio])
        story.send(.placed(own, 7), [.reportConnecting(own)])
        story.send(.placed(own, 7), [])
        story.send(.connected(7), [.reportConnected(own)])
        story.send(.connected(7), [])
        story.send(S.over(.declined), [.reportEnded(own, .remoteEnded), .stopAudio])
        story.system(.deactivatedAudio, [])
        story.isFine()
    }
}

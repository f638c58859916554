import ECallAPI
import ECallCalls
import Foundation
import Testing

@testable import ECallFlows

/// Apple's rules of calls, from (a) to (j), as the flow keeps them.
enum SystemRuleStories {
    typealias S = SystemSamples
    typealias Story = SystemStory

    static let all = [
        SystemTelling(
            "(a) an unreadable push is reported and over; where the system lets it, nothing is reported", unreadablePush
        ),
        SystemTelling(
            "(d) in Do Not Disturb a call neither rings nor is answered, also when its invitation comes", filtered),
        SystemTelling("(e) actions of no call, and those that are not offered, fail", failsActions),
        SystemTelling("(e) an ending fails the answer that waits, and a second answer fails", endsWhileAnswering),
        SystemTelling("(e) an answer that could not be carried out fails, and rings on nowhere", failedAnswer),
        SystemTelling(
            "(e) a call that is declined before its invitation is there is declined when it comes, or forgotten",
            declinedHint),
        SystemTelling(
            "(e) an action that the system waits for no more is neither fulfilled nor failed", timedOutAction),
        SystemTelling(
            "(f) buttons of the app ask the system, and nothing is done where it refuses but for an end", buttons),
        SystemTelling(
            "(f) a call that the system lets nobody begin is not placed, which the person is told", refusedStart),
        SystemTelling("(f) a call that came in muted is muted on the call screen", joinedMuted),
        SystemTelling(
            "(g) the person is told where the system gives no sound, and a late activation begins it", silent),
        SystemTelling("(g) a deactivation that never comes ends no sound of the next call", lostDeactivation),
        SystemTelling(
            "(h) a call that was hung up before the server made it is hung up then; one that fails is over",
            outgoingEnds),
        SystemTelling("(i) after a reset nothing is left: no call, no sound, and no action is answered", reset),
        SystemTelling("(j) in the background the camera is off, and on again afterwards if it was on", background),
        SystemTelling(
            "(j) a call that is answered in the background has its camera in the foreground, and is left offline",
            answeredInBackground),
    ]

    private static let uuid = Story.uuid
    private static let other = SystemCallID.of(9)
    private static let first = PhoneDouble.action(1)
    private static let second = PhoneDouble.action(2)
    private static let third = PhoneDouble.action(3)

    private static func unreadablePush() {
        var story = Story()
        let hidden = SystemCaller.hidden(isVideo: false)
        for number in 1...2 {
            let uuid = SystemCallID.unreadable(number)
            story.push(nil, [.reportIncoming(uuid, hidden), .reportEnded(uuid, .failed)])
            story.system(.reported(uuid, nil), [])
        }
        story.send(.pushed(nil, isUnlocked: true, mustReport: false, at: .zero), [])
        story.isFine()
        story = Story.ringing()
        story.send(.pushed(Story.push, isUnlocked: true, mustReport: false, at: .zero), [])
        story.isFine()
    }

    private static func filtered() {
        var story = Story()
        story.phone.doesNotDisturb = true
        story.push(Story.push, [.reportIncoming(uuid, Story.bo), .goOnline, .wait(until: .seconds(10))])
        story.system(.reported(uuid, .filtered), [])
        story.send(S.incoming(at: .seconds(1)), [])
        story.send(.wantsToAnswer(isVideo: true), [])
        story.moves(to: 1)
        story.push(
            Story.push,
            [.reportIncoming(uuid, Story.bo), .reportEnded(uuid, .unanswered), .goOnline])
        story.system(.reported(uuid, .filtered), [])
        story.isFine()
        // Rung again, an hour later.
        story.phone.doesNotDisturb = false
        story.send(S.incoming(at: .seconds(3600)), [.reportIncoming(uuid, Story.verifiedBo)])
    }

    private static func failsActions() {
        var story = Story.ringing()
        story.phone.tap(.hold)
        story.system(story.action(1, .unsupported, at: 1), [.fail(first)])
        story.phone.tap(.answer(other))
        story.system(story.action(2, .answer(other), at: 1), [.fail(second)])
        story.phone.tap(.mute(uuid, true))
        story.system(story.action(3, .mute(uuid, isMuted: true), at: 1), [.fail(third)])
        story.phone.tap(.end(other))
        story.system(story.action(4, .end(other), at: 1), [.fail(PhoneDouble.action(4))])
        story.isFine()
    }

    private static func endsWhileAnswering() {
        var story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 1), [.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        story.phone.tap(.answer(uuid))
        story.system(story.action(2, .answer(uuid), at: 1), [.fail(second)])
        story.phone.tap(.end(uuid))
        story.system(story.action(3, .end(uuid), at: 1), [.fail(first), .hangUp(7), .fulfill(third)])
        story.send(.entered(7, isIn: true, at: .seconds(2)), [])
        story.isFine()
    }

    private static func failedAnswer() {
        var story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 1), [.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        story.send(
            .entered(7, isIn: false, at: .seconds(2)), [.decline(7), .fail(first), .reportEnded(uuid, .failed)])
        story.isFine()
    }

    private static func declinedHint() {
        var story = Story()
        story.send(.wentToBackground, [])
        story.push(Story.push, [.reportIncoming(uuid, Story.bo), .goOnline, .wait(until: .seconds(10))])
        story.system(.reported(uuid, nil), [])
        story.moves(to: 2)
        story.phone.tap(.end(uuid))
        story.system(story.action(1, .end(uuid), at: 2), [.fulfill(first)])
        var (late, back) = (story, story)
        story.send(S.incoming(at: .seconds(3)), [.decline(7)])
        story.send(S.over(.declined), [.goOffline])
        story.isFine()
        late.send(.waited(at: .seconds(10)), [.wait(until: .seconds(12))])
        late.send(.waited(at: .seconds(12)), [.goOffline])
        late.isFine()
        // The person has changed their mind.
        back.send(.wantsToReturn(7, Story.verifiedBo), [.request(.start(uuid, Story.verifiedBo))])
        back.send(S.incoming(at: .seconds(3)), [])
    }

    private static func timedOutAction() {
        var story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 1), [.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        // The app was suspended meanwhile.
        story.moves(to: 40)
        story.system(.timedOut(first), [.hangUp(7), .reportEnded(uuid, .failed)])
        story.send(.entered(7, isIn: true, at: .seconds(40)), [])
        #expect(story.phone.breaches == [.actionTimedOut])
        story.keep()
    }

    private static func buttons() {
        var story = Story.ringing()
        story.send(.wantsToMute(true), [])
        story.send(.wantsToAnswer(isVideo: false), [.request(.answer(uuid))])
        story.system(.requested(.answer(uuid), isRefused: false), [])
        story.system(
            story.action(1, .answer(uuid), at: 1), [.configureAudio(isVideo: false), .answer(7, isVideo: false)])
        story.send(.wantsToAnswer(isVideo: true), [])
        story.send(
            .entered(7, isIn: true, at: .seconds(2)), [.fulfill(first), .wait(until: .seconds(7))])
        story.system(.activatedAudio, [.startAudio])
        story.send(.wantsToMute(true), [.request(.mute(uuid, isMuted: true))])
        story.system(.requested(.mute(uuid, isMuted: true), isRefused: false), [])
        story.system(story.action(2, .mute(uuid, isMuted: true), at: 1), [.setMuted(true), .fulfill(second)])
        story.phone.takesRequests = false
        story.send(.wantsToMute(false), [.request(.mute(uuid, isMuted: false))])
        story.system(.requested(.mute(uuid, isMuted: false), isRefused: true), [])
        story.send(.wantsToHangUp, [.request(.end(uuid))])
        story.system(
            .requested(.end(uuid), isRefused: true), [.hangUp(7), .reportEnded(uuid, .remoteEnded), .stopAudio])
        story.system(.deactivatedAudio, [])
        story.isFine()
    }

    private static func refusedStart() {
        var story = Story()
        story.phone.takesRequests = false
        story.send(.wantsToCall(other, Story.verifiedBo), [.request(.start(other, Story.verifiedBo))])
        story.system(.requested(.start(other, Story.verifiedBo), isRefused: true), [.tellRefused])
        #expect(story.calls.call == nil)
        story.isFine()
    }

    private static func joinedMuted() {
        var story = Story.talking()
        story.send(.heard(.joinedMuted(7), at: .seconds(3)), [.request(.mute(uuid, isMuted: true))])
        story.system(.requested(.mute(uuid, isMuted: true), isRefused: false), [])
        story.system(story.action(2, .mute(uuid, isMuted: true), at: 3), [.setMuted(true), .fulfill(second)])
        story.isFine()
    }

    private static func silent() {
        var story = Story.ringing()
        story.phone.givesAudio = false
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 1), [.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        story.send(
            .entered(7, isIn: true, at: .seconds(2)), [.fulfill(first), .wait(until: .seconds(7))])
        story.moves(to: 7)
        story.send(.waited(at: .seconds(7)), [.tellSilent])
        story.isFine()
        story.send(.activatedAudio, [.startAudio])
        story.send(.deactivatedAudio, [.stopAudio])
        story.send(.activatedAudio, [.startAudio])
    }

    private static func lostDeactivation() {
        var story = Story.talking()
        story.phone.givesAudio = false
        story.send(S.over(.remoteHungUp), [.reportEnded(uuid, .remoteEnded), .stopAudio])
        story.send(S.incoming(9, at: .seconds(4)), [.reportIncoming(other, Story.verifiedBo)])
        story.system(.reported(other, nil), [])
        story.phone.tap(.answer(other))
        story.system(
            story.action(2, .answer(other), at: 3), [.configureAudio(isVideo: true), .answer(9, isVideo: true)])
        story.send(.entered(9, isIn: true, at: .seconds(5)), [.fulfill(second), .startAudio])
        story.isFine()
    }

    private static func outgoingEnds() {
        var story = Story()
        story.send(.wantsToCall(other, Story.verifiedBo), [.request(.start(other, Story.verifiedBo))])
        story.system(.requested(.start(other, Story.verifiedBo), isRefused: false), [])
        story.system(
            story.action(1, .start(other)),
            [
                .configureAudio(isVideo: true), .place(other), .fulfill(first), .update(other, Story.verifiedBo),
                .wait(until: .seconds(5)),
            ])
        story.system(.activatedAudio, [.startAudio])
        var failing = story
        story.phone.tap(.end(other))
        story.system(story.action(2, .end(other)), [.hangUp(nil), .fulfill(second), .stopAudio])
        story.send(.placed(other, 9), [.hangUp(9)])
        story.system(.deactivatedAudio, [])
        story.isFine()
        failing.send(.placed(other, nil), [.reportEnded(other, .failed), .stopAudio])
        failing.system(.deactivatedAudio, [])
        failing.isFine()
    }

    private static func reset() {
        var story = Story.talking()
        story.phone.reset()
        story.system(.reset, [.hangUp(7), .stopAudio])
        #expect(story.calls.call == nil)
        story.isFine()
        story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 1), [.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        story.phone.reset()
        story.system(.reset, [.hangUp(7)])
        story.send(.entered(7, isIn: true, at: .seconds(2)), [])
        story.isFine()
    }

    private static func background() {
        var story = Story.talking()
        story.phone.goToBackground()
        story.system(.wentToBackground, [.setCamera(isOn: false)])
        story.phone.comeToForeground()
        story.system(.cameToForeground, [.setCamera(isOn: true)])
        // The person turns it off.
        story.send(.camera(isOn: false), [])
        story.phone.takeByItself([.setCamera(isOn: false)])
        story.phone.goToBackground()
        story.system(.wentToBackground, [])
        story.phone.comeToForeground()
        story.system(.cameToForeground, [])
        story.isFine()
    }

    private static func answeredInBackground() {
        var story = Story.ringing()
        story.phone.goToBackground()
        story.system(.wentToBackground, [])
        story.phone.tap(.answer(uuid))
        story.system(
            story.action(1, .answer(uuid), at: 1), [.configureAudio(isVideo: true), .answer(7, isVideo: false)])
        story.send(
            .entered(7, isIn: true, at: .seconds(2)), [.fulfill(first), .wait(until: .seconds(7))])
        story.system(.activatedAudio, [.startAudio])
        story.phone.comeToForeground()
        story.system(.cameToForeground, [.setCamera(isOn: true)])
        story.phone.goToBackground()
        story.system(.wentToBackground, [.setCamera(isOn: false)])
        story.send(S.over(.remoteHungUp), [.reportEnded(uuid, .remoteEnded), .stopAudio, .goOffline])
        story.system(.deactivatedAudio, [])
        story.isFine()
    }
}

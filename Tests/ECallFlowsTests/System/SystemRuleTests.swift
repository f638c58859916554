import ECallAPI
import ECallCalls
import Foundation
import Testing

@testable import ECallFlows

/// Apple's rules of calls, from (a) to (j): the flow heeds each, and the double records whoever breaks it.
@Suite("Rules of the system for calls", .timeLimit(.minutes(1)))
struct SystemRuleTests {
    typealias S = CallSamples
    typealias Story = SystemStory

    private let uuid = Story.uuid
    private let other = SystemCallID.of(9)
    private let first = PhoneDouble.action(1)
    private let second = PhoneDouble.action(2)
    private let third = PhoneDouble.action(3)

    /// What a phone records of an app that does this, one thing that happens after the other.
    private static func breaches(
        _ effects: [SystemCalls.Effect]..., phone: PhoneDouble = Story.ringing().phone
    ) -> [PhoneDouble.Breach] {
        var phone = phone
        for effects in effects { phone.take(effects) }
        return phone.breaches
    }

    /// A phone whose call is being answered, as action 1.
    private static func answering() -> PhoneDouble {
        var phone = Story.ringing().phone
        phone.tap(.answer(Story.uuid))
        return phone
    }

    // MARK: - (a) A push reports a call before its handler returns

    @Test("(a) an unreadable push is reported and over; where the system lets it, nothing is reported")
    func unreadablePush() {
        var story = Story()
        let hidden = SystemCaller.hidden(isVideo: false)
        for number in 1...2 {
            let uuid = SystemCallID.unreadable(number)
            story.push(nil, [.reportIncoming(uuid, hidden), .reportEnded(uuid, .failed)])
            story.system(.reported(uuid, nil), [])
        }
        story.isFine()
        story.send(.pushed(nil, isUnlocked: true, mustReport: false, at: .zero), [])
        story = Story.ringing()
        story.send(.pushed(Story.push, isUnlocked: true, mustReport: false, at: .zero), [])
    }

    @Test("(a) an app that reports no call for a push, or only later, is ended")
    func unreportedPush() {
        var phone = PhoneDouble()
        phone.push { $0.take([.goOnline]) }
        phone.take([.reportIncoming(uuid, Story.bo)])
        #expect(phone.breaches == [.killed])
    }

    // MARK: - (b) The delegate comes first

    @Test("(b) pushes are taken before they are asked for; the other way around they are lost")
    func delegateFirst() {
        var calls = SystemCalls()
        let effects = calls.send(.launched)
        #expect(Self.breaches(effects, phone: PhoneDouble()) == [])
        #expect(Self.breaches(effects.reversed(), phone: PhoneDouble()) == [.lostPushes])
    }

    // MARK: - (c) Before the first unlock

    @Test("(c) a locked phone shows no name and does not go online")
    func lockedKeychain() {
        var phone = PhoneDouble()
        phone.isUnlocked = false
        #expect(Self.breaches([.reportIncoming(uuid, .hidden(isVideo: true))], phone: phone) == [])
        #expect(Self.breaches([.reportIncoming(uuid, Story.bo)], phone: phone) == [.lockedKeychain])
        #expect(Self.breaches([.goOnline], phone: phone) == [.lockedKeychain])
    }

    // MARK: - (d) What is not shown neither rings nor speaks

    @Test("(d) in Do Not Disturb a call neither rings nor is answered, also when its invitation comes")
    func filtered() {
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

    @Test("(d) an engine for a call that the system does not show is recorded")
    func engineWithoutCall() {
        var phone = PhoneDouble()
        phone.doesNotDisturb = true
        phone.tap(.answer(uuid))
        #expect(Self.breaches([.configureAudio], phone: phone) == [.engineWithoutCall])
        #expect(Self.breaches([.answer(7, isVideo: false)], phone: phone) == [.engineWithoutCall])
    }

    // MARK: - (e) Each action is fulfilled or failed once, in time

    @Test("(e) actions of no call, and those that are not offered, fail")
    func failsActions() {
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

    @Test("(e) an ending fails the answer that waits, and a second answer fails")
    func endsWhileAnswering() {
        var story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 1), [.configureAudio, .answer(7, isVideo: true)])
        story.phone.tap(.answer(uuid))
        story.system(story.action(2, .answer(uuid), at: 1), [.fail(second)])
        story.phone.tap(.end(uuid))
        story.system(story.action(3, .end(uuid), at: 1), [.fail(first), .hangUp(7), .fulfill(third)])
        story.send(.entered(7, isIn: true, at: .seconds(2)), [])
        story.isFine()
    }

    @Test("(e) an answer that could not be carried out fails, and rings on nowhere")
    func failedAnswer() {
        var story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 1), [.configureAudio, .answer(7, isVideo: true)])
        story.send(
            .entered(7, isIn: false, at: .seconds(2)), [.decline(7), .fail(first), .reportEnded(uuid, .failed)])
        story.isFine()
    }

    @Test("(e) a call that is declined before its invitation is there is declined when it comes, or forgotten")
    func declinedHint() {
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
        // The person has thought better of it.
        back.send(.wantsToReturn(7, Story.verifiedBo), [.request(.start(uuid, Story.verifiedBo))])
        back.send(S.incoming(at: .seconds(3)), [])
    }

    @Test("(e) an action that is answered twice, or not in time, is recorded")
    func answeredTwice() {
        #expect(Self.breaches([.fulfill(first)], [.fail(first)], phone: Self.answering()).last == .answeredTwice)
        var phone = Self.answering()
        phone.move(to: .seconds(31))
        #expect(phone.breaches == [.actionTimedOut])
        phone.take([.fulfill(first)])
        #expect(phone.breaches == [.actionTimedOut, .answeredTwice])
    }

    @Test("(e) an action that the system waits for no more is neither fulfilled nor failed")
    func timedOutAction() {
        var story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 1), [.configureAudio, .answer(7, isVideo: true)])
        // The app was suspended meanwhile.
        story.moves(to: 40)
        story.system(.timedOut(first), [.hangUp(7), .reportEnded(uuid, .failed)])
        story.send(.entered(7, isIn: true, at: .seconds(40)), [])
        #expect(story.phone.breaches == [.actionTimedOut])
    }

    // MARK: - (f) The library acts in the system's actions alone

    @Test("(f) buttons of the app ask the system, and nothing is done where it refuses but for an end")
    func buttons() {
        var story = Story.ringing()
        story.send(.wantsToMute(true), [])
        story.send(.wantsToAnswer(isVideo: false), [.request(.answer(uuid))])
        story.system(.requested(.answer(uuid), isRefused: false), [])
        story.system(story.action(1, .answer(uuid), at: 1), [.configureAudio, .answer(7, isVideo: false)])
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

    @Test("(f) a call that the system lets nobody begin is not placed, which the person is told")
    func refusedStart() {
        var story = Story()
        story.phone.takesRequests = false
        story.send(.wantsToCall(other, Story.verifiedBo), [.request(.start(other, Story.verifiedBo))])
        story.system(.requested(.start(other, Story.verifiedBo), isRefused: true), [.tellRefused])
        #expect(story.calls.call == nil)
        story.isFine()
    }

    @Test("(f) a call that came in muted is muted on the call screen")
    func joinedMuted() {
        var story = Story.talking()
        story.send(.heard(.joinedMuted(7), at: .seconds(3)), [.request(.mute(uuid, isMuted: true))])
        story.system(.requested(.mute(uuid, isMuted: true), isRefused: false), [])
        story.system(story.action(2, .mute(uuid, isMuted: true), at: 3), [.setMuted(true), .fulfill(second)])
        story.isFine()
    }

    @Test(
        "(f) whatever the library does by itself is recorded",
        arguments: [.answer(7, isVideo: false), .decline(7), .hangUp(7), .hangUp(nil), .setMuted(true), .comeBack(7)]
            as [SystemCalls.Effect])
    func actedByItself(effect: SystemCalls.Effect) { #expect(Self.breaches([effect]) == [.actedByItself]) }

    // MARK: - (g) The system activates the audio session

    @Test("(g) the person is told where the system gives no sound, and a late activation begins it")
    func silent() {
        var story = Story.ringing()
        story.phone.givesAudio = false
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 1), [.configureAudio, .answer(7, isVideo: true)])
        story.send(
            .entered(7, isIn: true, at: .seconds(2)), [.fulfill(first), .wait(until: .seconds(7))])
        story.moves(to: 7)
        story.send(.waited(at: .seconds(7)), [.tellSilent])
        story.isFine()
        story.send(.activatedAudio, [.startAudio])
        story.send(.deactivatedAudio, [.stopAudio])
        story.send(.activatedAudio, [.startAudio])
    }

    @Test("(g) a deactivation that never comes ends no sound of the next call")
    func lostDeactivation() {
        var story = Story.talking()
        story.phone.givesAudio = false
        story.send(S.over(.remoteHungUp), [.reportEnded(uuid, .remoteEnded), .stopAudio])
        story.send(S.incoming(9, at: .seconds(4)), [.reportIncoming(other, Story.verifiedBo)])
        story.system(.reported(other, nil), [])
        story.phone.tap(.answer(other))
        story.system(story.action(2, .answer(other), at: 3), [.configureAudio, .answer(9, isVideo: true)])
        story.send(.entered(9, isIn: true, at: .seconds(5)), [.fulfill(second), .startAudio])
        story.isFine()
    }

    @Test("(g) sound before the activation, and a category or an activation of the app's own, leave the session deaf")
    func deafSession() {
        #expect(Self.breaches([.startAudio]) == [.deafSession])
        #expect(Self.breaches([.configureAudio]) == [.deafSession])
        #expect(Self.breaches([.fulfill(first)], phone: Self.answering()) == [.deafSession])
        #expect(Self.breaches([.configureAudio, .fulfill(first)], phone: Self.answering()) == [])
        var phone = Story.ringing().phone
        phone.activateAudioSession()
        #expect(phone.breaches == [.deafSession])
    }

    // MARK: - (h) Outgoing calls

    @Test(
        "(h) progress that is repeated, of an incoming call, or out of order is recorded",
        arguments: [
            [.reportConnecting(SystemCallID.of(9)), .reportConnecting(SystemCallID.of(9))],
            [.reportConnected(SystemCallID.of(9))], [.reportConnecting(SystemCallID.of(8))],
        ] as [[SystemCalls.Effect]])
    func wrongProgress(effects: [SystemCalls.Effect]) {
        var phone = PhoneDouble()
        phone.take([.request(.start(other, Story.bo))])
        #expect(Self.breaches(effects, phone: phone) == [.wrongProgress])
        #expect(Self.breaches([.reportConnecting(uuid)]) == [.wrongProgress])
        let order: [SystemCalls.Effect] = [.reportConnecting(other), .reportConnected(other)]
        #expect(Self.breaches(order, phone: phone) == [])
    }

    @Test("(h) a call that was hung up before the server made it is hung up then; one that fails is over")
    func outgoingEnds() {
        var story = Story()
        story.send(.wantsToCall(other, Story.verifiedBo), [.request(.start(other, Story.verifiedBo))])
        story.system(.requested(.start(other, Story.verifiedBo), isRefused: false), [])
        story.system(
            story.action(1, .start(other)),
            [.configureAudio, .place(other), .fulfill(first), .wait(until: .seconds(5))])
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

    // MARK: - (i) The system forgets

    @Test("(i) after a reset nothing is left: no call, no sound, and no action is answered")
    func reset() {
        var story = Story.talking()
        story.phone.reset()
        story.system(.reset, [.hangUp(7), .stopAudio])
        #expect(story.calls.call == nil)
        story.isFine()
        story = Story.ringing()
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 1), [.configureAudio, .answer(7, isVideo: true)])
        story.phone.reset()
        story.system(.reset, [.hangUp(7)])
        story.send(.entered(7, isIn: true, at: .seconds(2)), [])
        story.isFine()
    }

    @Test("(i) whatever is said of a forgotten call is recorded")
    func forgottenCall() {
        var phone = Self.answering()
        phone.reset()
        #expect(Self.breaches([.fulfill(first)], phone: phone) == [.forgottenCall])
        #expect(Self.breaches([.reportEnded(uuid, .failed)], phone: phone) == [.forgottenCall])
        #expect(Self.breaches([.update(uuid, Story.bo)], phone: phone) == [.forgottenCall])
    }

    // MARK: - (j) The camera in the background

    @Test("(j) in the background the camera is off, and on again afterwards if it was on")
    func background() {
        var story = Story.talking()
        story.phone.goToBackground()
        story.system(.wentToBackground, [.setCamera(isOn: false)])
        story.phone.comeToForeground()
        story.system(.cameToForeground, [.setCamera(isOn: true)])
        // The person turns it off.
        story.send(.camera(isOn: false), [])
        story.phone.take([.setCamera(isOn: false)])
        story.phone.goToBackground()
        story.system(.wentToBackground, [])
        story.phone.comeToForeground()
        story.system(.cameToForeground, [])
        story.isFine()
    }

    @Test("(j) a call that is answered in the background has its camera in the foreground, and is left offline")
    func answeredInBackground() {
        var story = Story.ringing()
        story.phone.goToBackground()
        story.system(.wentToBackground, [])
        story.phone.tap(.answer(uuid))
        story.system(story.action(1, .answer(uuid), at: 1), [.configureAudio, .answer(7, isVideo: false)])
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

    @Test("(j) a camera that is on in the background is recorded")
    func cameraInBackground() {
        var phone = Self.answering()
        phone.take([.configureAudio, .answer(7, isVideo: true)])
        phone.goToBackground()
        #expect(Self.breaches([], phone: phone) == [.cameraInBackground])
        #expect(Self.breaches([.setCamera(isOn: false)], phone: phone) == [])
    }
}

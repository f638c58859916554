import ECallAPI
import ECallCalls
import Foundation
import Testing

@testable import ECallFlows
@testable import ECallFlowsTestSupport

/// Apple's rules of calls, from (a) to (j): the flow keeps each, and the double records each breach.
@Suite("Rules of the system for calls", .timeLimit(.minutes(1)))
struct SystemRuleTests {
    typealias S = SystemSamples
    typealias Story = SystemStory

    private let uuid = Story.uuid
    private let other = SystemCallID.of(9)
    private let first = PhoneDouble.action(1)
    private let second = PhoneDouble.action(2)
    private let third = PhoneDouble.action(3)

    /// The breaches that a phone records of an app that does this, one event after the other.
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

    @Test("the flow heeds each rule", arguments: SystemRuleStories.all)
    func heeds(telling: SystemTelling) { telling.tell() }

    // MARK: - (a) A push reports a call before its handler returns

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

    @Test("(d) an engine for a call that the system does not show is recorded")
    func engineWithoutCall() {
        var phone = PhoneDouble()
        phone.doesNotDisturb = true
        phone.tap(.answer(uuid))
        #expect(Self.breaches([.configureAudio(isVideo: true)], phone: phone) == [.engineWithoutCall])
        #expect(Self.breaches([.answer(7, isVideo: false)], phone: phone) == [.engineWithoutCall])
    }

    // MARK: - (e) Each action is fulfilled or failed once, in time

    @Test("(e) an action that is answered twice, or not in time, is recorded")
    func answeredTwice() {
        #expect(Self.breaches([.fulfill(first)], [.fail(first)], phone: Self.answering()).last == .answeredTwice)
        var phone = Self.answering()
        phone.move(to: .seconds(31))
        #expect(phone.breaches == [.actionTimedOut])
        phone.take([.fulfill(first)])
        #expect(phone.breaches == [.actionTimedOut, .answeredTwice])
    }

    // MARK: - (f) The library acts in the system's actions alone

    @Test(
        "(f) whatever the library does by itself is recorded",
        arguments: [.answer(7, isVideo: false), .decline(7), .hangUp(7), .hangUp(nil), .setMuted(true), .comeBack(7)]
            as [SystemCalls.Effect])
    func actedByItself(effect: SystemCalls.Effect) { #expect(Self.breaches([effect]) == [.actedByItself]) }

    // MARK: - (g) The system activates the audio session

    @Test("(g) sound before the activation, and a category or an activation of the app's own, leave the session deaf")
    func deafSession() {
        #expect(Self.breaches([.startAudio]) == [.deafSession])
        #expect(Self.breaches([.configureAudio(isVideo: true)]) == [.deafSession])
        #expect(Self.breaches([.fulfill(first)], phone: Self.answering()) == [.deafSession])
        #expect(Self.breaches([.configureAudio(isVideo: true), .fulfill(first)], phone: Self.answering()) == [])
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

    // MARK: - (i) The system forgets

    @Test("(i) whatever is said of a forgotten call is recorded")
    func forgottenCall() {
        var phone = Self.answering()
        phone.reset()
        #expect(Self.breaches([.fulfill(first)], phone: phone) == [.forgottenCall])
        #expect(Self.breaches([.reportEnded(uuid, .failed)], phone: phone) == [.forgottenCall])
        #expect(Self.breaches([.update(uuid, Story.bo)], phone: phone) == [.forgottenCall])
    }

    // MARK: - (j) The camera in the background

    @Test("(j) a camera that is on in the background is recorded")
    func cameraInBackground() {
        var phone = Self.answering()
        phone.take([.configureAudio(isVideo: true), .answer(7, isVideo: true)])
        phone.goToBackground()
        #expect(Self.breaches([], phone: phone) == [.cameraInBackground])
        #expect(Self.breaches([.setCamera(isOn: false)], phone: phone) == [])
    }
}

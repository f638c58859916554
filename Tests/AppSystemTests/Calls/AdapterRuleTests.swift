@_spi(Walk) import AVFAudio
@_spi(Walk) import CallKit
import ECallAPI
import ECallLanguage
import Foundation
@_spi(Walk) import PushKit
import Testing

@testable import AppSystem
@testable import ECallFlows
@testable import ECallFlowsTestSupport

/// The double records each breach of Apple's rules made through the adapters. Also: what the adapters alone decide. Rule (j), the camera in
/// the background, passes through `PhoneCalls` alone: `LiveCallTests` has it.
@Suite("Rules of the system, broken through CallKit and PushKit", .timeLimit(.minutes(1)))
@MainActor
struct AdapterRuleTests {
    private let phone = StandInPhone(StoryTime())
    private let screen: CallKitScreen
    private let pushes: PushKitPushes
    private let audio: CallAudio
    private let uuid = SystemStory.uuid

    init() {
        let (parts, surroundings) = (phone.parts, phone.surroundings)
        screen = CallKitScreen(parts.provider, parts.controller, texts: surroundings.texts, time: phone.time)
        pushes = PushKitPushes(
            parts.registry, isUnlocked: surroundings.isUnlocked, named: surroundings.named, time: phone.time)
        audio = CallAudio(parts.session, sound: surroundings.sound) {}
    }

    private var breaches: [PhoneDouble.Breach] { phone.phone.breaches }

    /// A call rings, and the person has answered it.
    private func answering() -> CXAction? {
        screen.reportIncoming(uuid, SystemStory.bo)
        phone.say()
        phone.phone.tap(.answer(uuid))
        phone.say()
        return phone.performed[PhoneDouble.action(1)]
    }

    @Test("(a) a push that nobody takes, or that is reported after the handler has returned", arguments: [false, true])
    func unreported(isNew: Bool) {
        pushes.take()
        pushes.ask()
        phone.push(StandInPhone.payload(SystemStory.push), isNew: isNew)
        screen.reportIncoming(uuid, SystemStory.bo)
        #expect(breaches == [.killed] && phone.completions == 1)
    }

    @Test("(b) pushes that are asked for before there is a delegate")
    func delegateLate() {
        pushes.ask()
        pushes.take()
        #expect(breaches == [.lostPushes])
    }

    @Test("(c) a name on a phone that was not unlocked")
    func named() {
        phone.phone.isUnlocked = false
        screen.reportIncoming(uuid, .hidden(isVideo: true))
        #expect(breaches == [])
        screen.update(uuid, SystemStory.bo)
        #expect(breaches == [.lockedKeychain])
    }

    @Test("(d) an engine for a call that Do Not Disturb keeps off the screen; a known call is told apart")
    func filtered() {
        var told: [SystemCalls.Action] = []
        screen.tell = { told.append($0) }
        screen.reportIncoming(uuid, SystemStory.bo)
        screen.reportIncoming(uuid, SystemStory.bo)
        while phone.say() != nil {}
        #expect(told == [.reported(uuid, nil), .reported(uuid, .knownCall)])
        screen.reportEnded(uuid, .failed)
        phone.phone.doesNotDisturb = true
        screen.reportIncoming(uuid, SystemStory.bo)
        phone.say()
        #expect(told.last == .reported(uuid, .filtered) && breaches == [])
        phone.phone.tap(.answer(uuid))
        phone.say()
        audio.configure(isVideo: true)
        #expect(breaches == [.engineWithoutCall])
    }

    @Test("(e) an action that is fulfilled twice, or after its time")
    func twice() throws {
        let action = try #require(answering())
        audio.configure(isVideo: true)
        // Once, however often the flow says so.
        screen.fulfill(action.uuid)
        screen.fulfill(action.uuid)
        #expect(breaches == [])
        action.fail()
        #expect(breaches == [.answeredTwice])
        phone.phone.tap(.mute(uuid, true))
        while phone.say() != nil {}
        phone.phone.move(to: .seconds(30))
        #expect(breaches == [.answeredTwice, .actionTimedOut])
        let late = try #require(phone.performed[PhoneDouble.action(2)])
        while phone.say() != nil {}
        // Forgotten by the screen, so that it cannot be answered late by the app.
        screen.fulfill(late.uuid)
        #expect(breaches.count == 2)
        late.fulfill()
        #expect(breaches.last == .answeredTwice)
    }

    @Test("(f) a library that hangs up by itself, and not within an action that the app requested")
    func byItself() throws {
        _ = try #require(answering())
        screen.request(.end(uuid))
        #expect(phone.say() == .requested(.end(uuid), isRefused: false))
        phone.say()
        screen.fulfill(PhoneDouble.action(2))
        phone.libraryDid(.hangUp(7))
        #expect(breaches == [])
        screen.reportIncoming(uuid, SystemStory.bo)
        phone.libraryDid(.hangUp(7))
        #expect(breaches == [.actedByItself])
    }

    @Test("(g) a category outside of an action, and sound before the activation")
    func deaf() {
        screen.reportIncoming(uuid, SystemStory.bo)
        audio.configure(isVideo: true)
        #expect(breaches == [.deafSession])
        audio.start()
        #expect(breaches == [.deafSession, .deafSession])
    }

    @Test("(h) progress of an incoming call")
    func progress() {
        screen.reportIncoming(uuid, SystemStory.bo)
        screen.reportConnecting(uuid)
        #expect(breaches == [.wrongProgress])
    }

    @Test("(i) an action that is fulfilled after the system has forgotten it; the screen forgets it too")
    func forgotten() throws {
        let action = try #require(answering())
        phone.phone.reset()
        while phone.say() != nil {}
        screen.fulfill(action.uuid)
        #expect(breaches == [])
        action.fulfill()
        #expect(breaches == [.forgottenCall])
    }

    @Test("the token of pushes is told in hexadecimal digits, and that there is none any more")
    func token() {
        pushes.take()
        phone.registry.update(token: Data([0x0a, 0xff, 0x00]))
        phone.registry.invalidateToken()
        #expect(phone.tokens == ["0aff00", ""])
    }

    @Test("an audio session that does not take the category of calls is told")
    func category() {
        phone.takesCategory = false
        var failures = 0
        CallAudio(phone.session, sound: { _ in }) { failures += 1 }.configure(isVideo: true)
        #expect(failures == 1)
    }

    @Test("one call at a time, and none in the list of calls that is synced to other devices")
    func configuration() {
        let configuration = CallKitScreen.configuration
        #expect(configuration.maximumCallGroups == 1 && configuration.maximumCallsPerCallGroup == 1)
        #expect(configuration.supportsVideo && !configuration.includesCallsInRecents)
    }
}

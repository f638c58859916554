import AVFAudio
import CallKit
import ECallAPI
import ECallLanguage
import Foundation
import PushKit
import Testing

@testable import AppSystem
@testable import ECallFlows
@testable import ECallFlowsTestSupport

/// Each story of how a phone rings once more, now through the adapters and Apple's frameworks (as stand-ins have them): the system sees
/// the same, the library does the same, and no rule is broken.
@Suite("How a phone rings, through CallKit and PushKit", .timeLimit(.minutes(1)))
@MainActor
struct AdapterStoryTests {
    /// Only records it.
    private struct Library: FlowEffects {
        typealias F = SystemCalls

        let phone: StandInPhone

        nonisolated(nonsending) func perform(_ effect: SystemCalls.Effect) async -> SystemCalls.Action? {
            await phone.libraryDid(effect)
            return nil
        }
    }

    /// An app of adapters and a flow, on a phone.
    private struct App {
        let time = StoryTime()
        let phone: StandInPhone
        let screen: CallKitScreen
        let pushes: PushKitPushes
        let center: SystemCallCenter

        @MainActor init() {
            phone = StandInPhone(time)
            let (parts, surroundings) = (phone.parts, phone.surroundings)
            screen = CallKitScreen(parts.provider, parts.controller, texts: surroundings.texts, time: phone.time)
            pushes = PushKitPushes(
                parts.registry, isUnlocked: surroundings.isUnlocked, named: surroundings.named, time: phone.time)
            let audio = CallAudio(parts.session, sound: surroundings.sound) {
                Issue.record("the category was not taken")
            }
            center = SystemCallCenter(
                CallSystem(screen: screen, pushes: pushes, audio: audio), library: Library(phone: phone))
            center.watch = { [phone] _, effects in phone.watch(effects) }
            screen.tell = { [center] in center.send($0) }
            pushes.tell = { [center] in center.send($0) }
        }
    }

    /// A transaction carries no name.
    private static func nameless(_ action: SystemCalls.Action) -> SystemCalls.Action {
        guard case .requested(.start(let uuid, let caller), let isRefused) = action else { return action }
        let nobody = SystemCaller(caller.user, name: "", .said, isVideo: caller.isVideo)
        return .requested(.start(uuid, nobody), isRefused: isRefused)
    }

    private static func tell(_ story: SystemStory, isNew: Bool) async {
        let app = App()
        for happening in story.phone.past {
            switch happening {
            case .isSet(let setting): app.phone.phone.setting = setting
            case .told(.pushed(let push, _, let mustReport, _)):
                // Only the newer method knows of pushes that need no call.
                app.phone.push(StandInPhone.payload(push), mustReport: mustReport, isNew: true)
            case .told(let action): app.center.send(action)
            case .pushed(let push, let mustReport):
                app.phone.push(StandInPhone.payload(push), mustReport: mustReport, isNew: isNew)
            case .said(let action):
                let said = app.phone.say()
                #expect(said.map(Self.nameless) == Self.nameless(action))
                switch action {
                case .wentToBackground, .cameToForeground: app.center.send(action)
                default: break
                }
            case .tapped(let tap): app.phone.phone.tap(tap)
            case .moved(let now):
                app.time.now = now
                app.phone.phone.move(to: now)
            case .wentToBackground: app.phone.phone.goToBackground()
            case .cameToForeground: app.phone.phone.comeToForeground()
            case .reset: app.phone.phone.reset()
            case .took(let effects): app.phone.phone.takeByItself(effects)
            }
            await app.center.settled()
        }
        #expect(app.phone.done == story.done.compactMap { StandInPhone.line($0) })
        #expect(app.phone.work == story.done.filter { StandInPhone.line($0) == nil })
        #expect(app.phone.phone.breaches == story.phone.breaches)
        #expect(app.phone.phone.answers == story.phone.answers)
        #expect(app.center.state == story.calls)
        app.screen.tell = { _ in }
        app.pushes.tell = { _ in }
    }

    /// 000-31, 000-42
    @Test("each story goes as written", arguments: SystemStories.all + SystemRuleStories.all, [false, true])
    func story(telling: SystemTelling, isNew: Bool) async {
        let stories = SystemStory.collect(telling.tell)
        #expect(!stories.isEmpty)
        for story in stories { await Self.tell(story, isNew: isNew) }
    }
}

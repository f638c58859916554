import AVFAudio
import CallKit
public import ECallCalls
public import ECallCore
public import ECallFlows
public import ECallLanguage
import Foundation
import PushKit

/// The calls of this phone: CallKit, PushKit and the audio session, and their connection to the calls of the library.
///
/// Made once, while the app is launched and before that has returned: a push may have launched it. Then `launched` is called. The calls
/// that a client makes have to go through `routed` (`ClientEnvironment.makeCalls`), so that nothing begins or ends a call past CallKit:
///
/// ```swift
/// let make = environment.makeCalls
/// environment.makeCalls = { [calls] session in await calls.routed(await make(session)) }
/// ```
@MainActor
public final class PhoneCalls {
    /// The phone's knowledge that calls need.
    public struct Surroundings {
        /// Whether the phone was unlocked since it started, so that the Keychain can be read.
        public var isUnlocked: @MainActor () -> Bool
        /// Takes the VoIP push token in hexadecimal digits; empty if it was invalidated.
        public var named: @MainActor (String) -> Void
        /// Has the media engine open microphone and loudspeaker, or close them. The audio session is active when this is called with
        /// `true`.
        public var sound: @MainActor (Bool) -> Void
        /// The person's language.
        public var texts: @MainActor () -> Texts

        public init(
            isUnlocked: @escaping @MainActor () -> Bool, named: @escaping @MainActor (String) -> Void,
            sound: @escaping @MainActor (Bool) -> Void, texts: @escaping @MainActor () -> Texts = { Texts() }
        ) {
            (self.isUnlocked, self.named, self.sound, self.texts) = (isUnlocked, named, sound, texts)
        }
    }

    /// Apple's objects, which an app has once.
    struct Parts {
        let provider: CXProvider
        let controller: CXCallController
        let registry: PKPushRegistry
        let session: AVAudioSession

        @MainActor static var ofPhone: Parts {
            Parts(
                provider: CXProvider(configuration: CallKitScreen.configuration),
                controller: CXCallController(queue: .main), registry: PKPushRegistry(queue: .main),
                session: .sharedInstance())
        }
    }

    /// The calls that the system shows, and the actions it has performed.
    public var center: SystemCallCenter { routes.center }

    let screen: CallKitScreen
    let pushes: PushKitPushes
    let audio: CallAudio
    private let routes: SystemCallRoutes

    /// - Parameters:
    ///   - ways: what calls need from the app and the library.
    ///   - time: counts the time for which the phone slept.
    public convenience init(
        _ ways: SystemCallRoutes.Ways, _ surroundings: Surroundings, time: any TimeSource = ContinuousTime()
    ) {
        self.init(ways, surroundings, time: time, parts: .ofPhone)
    }

    init(_ ways: SystemCallRoutes.Ways, _ surroundings: Surroundings, time: any TimeSource, parts: Parts) {
        screen = CallKitScreen(parts.provider, parts.controller, texts: surroundings.texts, time: time)
        pushes = PushKitPushes(
            parts.registry, isUnlocked: surroundings.isUnlocked, named: surroundings.named, time: time)
        audio = CallAudio(parts.session, sound: surroundings.sound) { ways.tell(.callNoticeSilent) }
        routes = SystemCallRoutes(over: CallSystem(screen: screen, pushes: pushes, audio: audio), ways, time: time)
        let center = routes.center
        screen.tell = { [weak center] in center?.send($0) }
        pushes.tell = { [weak center] in center?.send($0) }
    }

    /// The calls of a device as the app has them: they ask CallKit first.
    public func routed(_ calls: any CallControlling) -> any CallControlling { routes.routed(calls) }

    // MARK: - Events of the phone

    /// The app was launched, by the person or by a push: takes pushes from now on.
    public func launched() { center.send(.launched) }

    /// Whether calls ring while the app is not open; true until this is set.
    public func takesPushes(_ takes: Bool) { pushes.isWanted = takes }

    /// The phone was unlocked for the first time since it started (`protectedDataDidBecomeAvailable`).
    public func unlocked() { center.send(.unlocked) }

    /// Turns the camera off, which others in the call see. `ClientFlows.suspend` is the app's to call.
    public func wentToBackground() { center.send(.wentToBackground) }

    public func cameToForeground() { center.send(.cameToForeground) }

    public func networkChanged(isThere: Bool) { center.send(.network(isThere: isThere)) }
}

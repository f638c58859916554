import ECallCore
import ECallFlows
import Foundation
import PushKit

/// VoIP pushes by PushKit.
///
/// Apple's documentation of iOS 26.4 says: a push whose metadata have `mustReport` needs a call that is reported to CallKit, or the system
/// ends the app; one without it, as when the app is in the foreground or in a call already, or the push is late, needs none. The older
/// method is for iOS 26.0 to 26.3, where each push needs one. The system calls one of them, and counts the reports made before the method
/// returns; the completion says that the push has been processed, no more.
@MainActor
final class PushKitPushes: NSObject, VoIPPushes {
    var tell: (SystemCalls.Action) -> Void = { _ in }
    /// Whether the person wants pushes. Without them the system gives the token up, and the server rings this phone only while it is online.
    var isWanted = true {
        didSet {
            guard isWanted != oldValue, hasAsked else { return }
            ask()
            if !isWanted { named("") }
        }
    }
    private var hasAsked = false

    let registry: PKPushRegistry
    private let isUnlocked: @MainActor () -> Bool
    private let named: @MainActor (String) -> Void
    private let time: any TimeSource

    /// - Parameters:
    ///   - isUnlocked: whether the phone was unlocked since it started.
    ///   - named: takes the token of pushes to this phone, in hexadecimal digits; empty if there is none any more.
    init(
        _ registry: PKPushRegistry, isUnlocked: @escaping @MainActor () -> Bool,
        named: @escaping @MainActor (String) -> Void, time: any TimeSource
    ) {
        (self.registry, self.isUnlocked, self.named, self.time) = (registry, isUnlocked, named, time)
    }

    func take() { registry.delegate = self }

    func ask() {
        hasAsked = true
        registry.desiredPushTypes = isWanted ? [.voIP] : []
    }

    private func take(_ payload: PKPushPayload, mustReport: Bool) {
        let now = Duration.nanoseconds(Int64(clamping: time.nanoseconds()))
        tell(.pushed(RingPush(payload), isUnlocked: isUnlocked(), mustReport: mustReport, at: now))
    }
}

/// Apple's protocol names no actor; the delegate is called on the main queue, which the registry was made with.
extension PushKitPushes: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType) {
        named(pushCredentials.token.map { String(format: "%02x", $0) }.joined())
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) { named("") }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        take(payload, mustReport: true)
        completion()
    }

    @available(iOS 26.4, *)
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        take(payload, mustReport: metadata.mustReport)
        completion()
    }
}

extension RingPush {
    fileprivate init?(_ payload: PKPushPayload) {
        guard JSONSerialization.isValidJSONObject(payload.dictionaryPayload),
            let json = try? JSONSerialization.data(withJSONObject: payload.dictionaryPayload)
        else { return nil }
        self.init(json: json)
    }
}

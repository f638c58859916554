@_spi(Walk) import AVFAudio
@_spi(Walk) import CallKit
import ECallAPI
import ECallCore
import ECallLanguage
import Foundation
@_spi(Walk) import PushKit
import Synchronization
import Testing

@testable import AppSystem
@testable import ECallFlows
@testable import ECallFlowsTestSupport

/// CallKit, PushKit and the audio session of a phone, behind their stand-ins: the adapters' calls reach a `PhoneDouble`, which
/// enforces Apple's rules, and its answers reach the adapters as Apple's frameworks would deliver them.
@MainActor
final class StandInPhone {
    struct Refusal: Error {}

    var phone = PhoneDouble()
    let time: any TimeSource
    /// The adapters' deeds, as `line` writes them.
    private(set) var done: [String] = []
    /// The effects for the library, in order.
    private(set) var work: [SystemCalls.Effect] = []
    private(set) var tokens: [String] = []
    private(set) var completions = 0
    var takesCategory = true

    private(set) lazy var provider = CXProvider(self, configuration: CallKitScreen.configuration)
    private(set) lazy var registry = PKPushRegistry(self)
    private(set) lazy var session = AVAudioSession(self)
    private lazy var controller = CXCallController(self)

    private var reports: [@Sendable ((any Error)?) -> Void] = []
    private var requests: [@Sendable ((any Error)?) -> Void] = []
    /// The actions of transactions, until the provider must execute them.
    private var requested: [CXAction] = []
    private(set) var performed: [UUID: CXAction] = [:]

    init(_ time: any TimeSource) { self.time = time }

    /// The app has ended: there are no listeners any more.
    func forget() {
        provider.setDelegate(nil, queue: nil)
        registry.delegate = nil
    }

    var parts: PhoneCalls.Parts {
        PhoneCalls.Parts(provider: provider, controller: controller, registry: registry, session: session)
    }

    var surroundings: PhoneCalls.Surroundings {
        PhoneCalls.Surroundings(
            isUnlocked: { [unowned self] in phone.isUnlocked }, named: { [unowned self] in tokens.append($0) },
            sound: { [unowned self] in take($0 ? .startAudio : .stopAudio) })
    }

    // MARK: - What the app does

    func take(_ effect: SystemCalls.Effect) {
        if let line = Self.line(effect) { done.append(line) }
        phone.take([effect])
    }

    /// The phone knows the library's effects when the flow decides them: within the action. It knows an end once it is
    /// done.
    func watch(_ effects: [SystemCalls.Effect]) {
        for effect in effects where Self.line(effect) == nil && !Self.isEnd(effect) { phone.take([effect]) }
    }

    func libraryDid(_ effect: SystemCalls.Effect) {
        work.append(effect)
        if Self.isEnd(effect) { phone.take([effect]) }
    }

    private static func isEnd(_ effect: SystemCalls.Effect) -> Bool {
        switch effect {
        case .decline, .hangUp: true
        default: false
        }
    }

    /// As the system sees it; nil if it sees none of it.
    static func line(_ effect: SystemCalls.Effect) -> String? {
        switch effect {
        case .takePushes: "take"
        case .askForPushes: "ask"
        case .reportIncoming(let uuid, let caller): "incoming \(uuid) \(line(caller))"
        case .update(let uuid, let caller): "update \(uuid) \(line(caller))"
        case .reportEnded(let uuid, let end): "ended \(uuid) \(end)"
        case .reportConnecting(let uuid): "connecting \(uuid)"
        case .reportConnected(let uuid): "connected \(uuid)"
        case .fulfill(let action): "fulfill \(action)"
        case .fail(let action): "fail \(action)"
        case .request(.start(let uuid, let caller)):
            "start \(uuid) \(caller.user.map { "\($0)" } ?? "-") \(caller.isVideo)"
        case .request(let request): "request \(request)"
        case .configureAudio: "configure"
        case .startAudio: "sound"
        case .stopAudio: "silence"
        default: nil
        }
    }

    private static func line(_ caller: SystemCaller) -> String {
        "\(caller.user.map { "\($0)" } ?? "-") “\(Texts().string(caller.name))” \(caller.isVideo)"
    }

    // MARK: - What the phone does

    /// Delivers the phone's next event to the adapters; false if there is none.
    @discardableResult
    func say() -> SystemCalls.Action? {
        guard let answer = phone.nextAnswer() else { return nil }
        switch answer {
        case .reported(_, let error): reports.removeFirst()(error.map { CXErrorCodeIncomingCallError($0) })
        case .requested(_, let isRefused): requests.removeFirst()(isRefused ? Refusal() : nil)
        case .performs(let action, _): perform(action)
        case .timedOut(let id): if let action = performed[id] { provider.timeOut(action) }
        case .reset: provider.reset()
        case .activatedAudio: provider.activate(session)
        case .deactivatedAudio: provider.deactivate(session)
        default: break
        }
        return answer
    }

    private func perform(_ action: SystemCallAction) {
        let isRequested = requested.first.map { Self.kind(of: $0) == action.kind } ?? false
        let own = isRequested ? requested.removeFirst() : Self.make(action.kind)
        performed[action.id] = own
        let left = action.deadline - phone.now
        provider.perform(own, as: action.id, until: time.date().addingTimeInterval(left / .seconds(1)))
    }

    private static func make(_ kind: SystemCallAction.Kind) -> CXAction {
        switch kind {
        case .start(let uuid): CXStartCallAction(call: uuid, handle: CXHandle(type: .generic, value: ""))
        case .answer(let uuid): CXAnswerCallAction(call: uuid)
        case .end(let uuid): CXEndCallAction(call: uuid)
        case .mute(let uuid, let isMuted): CXSetMutedCallAction(call: uuid, muted: isMuted)
        case .unsupported: CXSetHeldCallAction.holding(UUID())
        }
    }

    private static func kind(of action: CXAction) -> SystemCallAction.Kind {
        switch action {
        case let action as CXStartCallAction: .start(action.callUUID)
        case let action as CXAnswerCallAction: .answer(action.callUUID)
        case let action as CXEndCallAction: .end(action.callUUID)
        case let action as CXSetMutedCallAction: .mute(action.callUUID, isMuted: action.isMuted)
        default: .unsupported
        }
    }

    /// - Parameter isNew: by the method of iOS 26.4.
    func push(_ payload: [AnyHashable: Any], mustReport: Bool = true, isNew: Bool) {
        phone.beginPush()
        let counted: @Sendable () -> Void = { [self] in MainActor.assumeIsolated { completions += 1 } }
        if isNew {
            registry.receive(payload, mustReport: mustReport, completion: counted)
        } else {
            registry.receive(payload, completion: counted)
        }
        if mustReport { phone.endPush() }
    }

    /// As the server writes it (wire-protocol 7.1).
    static func payload(_ push: RingPush?) -> [AnyHashable: Any] {
        guard let push else { return ["aps": [String: String]()] }
        return [
            "aps": [String: String](), "callerId": Int(push.caller.rawValue), "callerDeviceId": 22,
            "callerName": push.callerName, "encryptedAESKey": "", "isVideo": push.isVideo, "roomId": 5,
            "isOnGoing": false, "callId": Int(push.call.rawValue),
        ]
    }
}

// MARK: - Below the stand-ins

extension StandInPhone: @preconcurrency CallKitSystem {
    func reportIncoming(
        _ uuid: UUID, _ update: CXCallUpdate, _ completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        reports.append(completion)
        take(.reportIncoming(uuid, caller(update)))
    }

    func update(_ uuid: UUID, _ update: CXCallUpdate) { take(.update(uuid, caller(update))) }

    func reportEnded(_ uuid: UUID, _ reason: CXCallEndedReason) {
        let end: SystemCallEnd =
            switch reason {
            case .failed: .failed
            case .remoteEnded: .remoteEnded
            case .unanswered: .unanswered
            case .answeredElsewhere: .answeredElsewhere
            case .declinedElsewhere: .declinedElsewhere
            }
        take(.reportEnded(uuid, end))
    }

    func reportConnecting(_ uuid: UUID) { take(.reportConnecting(uuid)) }

    func reportConnected(_ uuid: UUID) { take(.reportConnected(uuid)) }

    func request(_ transaction: CXTransaction, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        guard let action = transaction.first else { return }
        requests.append(completion)
        if phone.takesRequests { requested.append(action) }
        switch action {
        case let action as CXStartCallAction:
            let user = UInt64(action.calls.value).map { UserID($0) }
            take(.request(.start(action.callUUID, SystemCaller(user, name: "", .said, isVideo: action.isVideo))))
        case let action as CXAnswerCallAction: take(.request(.answer(action.callUUID)))
        case let action as CXEndCallAction: take(.request(.end(action.callUUID)))
        case let action as CXSetMutedCallAction:
            take(.request(.mute(action.callUUID, isMuted: action.isMuted)))
        default: Issue.record("\(action) is requested")
        }
    }

    func finished(_ action: CXAction, isFulfilled: Bool) {
        take(isFulfilled ? .fulfill(action.uuid) : .fail(action.uuid))
    }

    private func caller(_ update: CXCallUpdate) -> SystemCaller {
        #expect(!update.supportsHolding && !update.supportsGrouping && !update.supportsUngrouping)
        #expect(!update.supportsDTMF && update.remoteHandle?.type == .generic)
        let user = (update.remoteHandle?.value).flatMap { UInt64($0) }.map { UserID($0) }
        return SystemCaller(user, name: update.localizedCallerName ?? "", .said, isVideo: update.hasVideo)
    }
}

extension StandInPhone: @preconcurrency PushSystem {
    func setDelegate() { take(.takePushes) }

    func setDesiredPushTypes() {
        #expect(registry.desiredPushTypes == [.voIP])
        take(.askForPushes)
    }
}

extension StandInPhone: @preconcurrency AudioSystem {
    func setCategory(
        _ category: AVAudioSession.Category, _ mode: AVAudioSession.Mode, _ options: AVAudioSession.CategoryOptions
    ) throws {
        #expect(category == .playAndRecord && options == .allowBluetoothHFP)
        #expect([.voiceChat, .videoChat].contains(mode))
        guard takesCategory else { throw Refusal() }
        take(.configureAudio(isVideo: mode == .videoChat))
    }
}

extension CXErrorCodeIncomingCallError {
    fileprivate init(_ error: SystemReportError) {
        switch error {
        case .knownCall: self.init(.callUUIDAlreadyExists)
        case .filtered: self.init(.filteredByDoNotDisturb)
        case .other: self.init(.unentitled)
        }
    }
}

/// A clock that a story sets. No one waits on it.
final class StoryTime: TimeSource {
    private let moment = Mutex(Duration.zero)

    var now: Duration {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }

    func nanoseconds() -> UInt64 { UInt64(now / .nanoseconds(1)) }
    func date() -> Date { Date(timeIntervalSince1970: 1_800_000_000).addingTimeInterval(now / .seconds(1)) }
    func sleep(for duration: Duration) async throws { throw CancellationError() }
}

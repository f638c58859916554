import AVFAudio
import CallKit
import ECallAPI
import ECallCore
import ECallFlows
import ECallLanguage
import Foundation

/// The system's call screen by CallKit: executes the actions of `SystemCalls`, and reports the system's events to it.
@MainActor
final class CallKitScreen: NSObject, SystemCallScreen {
    /// One call at a time. The calls are in no list of the system's: that one is synced to other devices by iCloud.
    static var configuration: CXProviderConfiguration {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = true
        configuration.maximumCallGroups = 1
        configuration.maximumCallsPerCallGroup = 1
        configuration.supportedHandleTypes = [.generic]
        configuration.includesCallsInRecents = false
        return configuration
    }

    var tell: (SystemCalls.Action) -> Void = { _ in }

    private let provider: CXProvider
    private let controller: CXCallController
    private let texts: @MainActor () -> Texts
    private let time: any TimeSource
    /// The actions that the system waits for.
    private var open: [UUID: CXAction] = [:]

    /// - Parameter time: the clock of the flow, and the time of day of deadlines.
    init(
        _ provider: CXProvider, _ controller: CXCallController, texts: @escaping @MainActor () -> Texts,
        time: any TimeSource
    ) {
        (self.provider, self.controller, self.texts, self.time) = (provider, controller, texts, time)
        super.init()
        provider.setDelegate(self, queue: .main)
    }

    private var now: Duration { .nanoseconds(Int64(clamping: time.nanoseconds())) }

    // MARK: - To the system

    func reportIncoming(_ uuid: UUID, _ caller: SystemCaller) {
        provider.reportNewIncomingCall(with: uuid, update: update(uuid, of: caller)) { [weak self] error in
            // On the queue of the delegate.
            MainActor.assumeIsolated { self?.tell(.reported(uuid, error.map { SystemReportError($0) })) }
        }
    }

    func update(_ uuid: UUID, _ caller: SystemCaller) {
        provider.reportCall(with: uuid, updated: update(uuid, of: caller))
    }

    func reportEnded(_ uuid: UUID, _ end: SystemCallEnd) {
        provider.reportCall(with: uuid, endedAt: nil, reason: CXCallEndedReason(end))
    }

    func reportConnecting(_ uuid: UUID) { provider.reportOutgoingCall(with: uuid, startedConnectingAt: nil) }

    func reportConnected(_ uuid: UUID) { provider.reportOutgoingCall(with: uuid, connectedAt: nil) }

    func fulfill(_ action: SystemCallAction.ID) { open.removeValue(forKey: action)?.fulfill() }

    func fail(_ action: SystemCallAction.ID) { open.removeValue(forKey: action)?.fail() }

    func request(_ request: SystemCallRequest) {
        controller.request(CXTransaction(action: action(of: request))) { [weak self] error in
            // On the queue of the controller.
            MainActor.assumeIsolated { self?.tell(.requested(request, isRefused: error != nil)) }
        }
    }

    private func action(of request: SystemCallRequest) -> CXAction {
        switch request {
        case .start(let uuid, let caller):
            let action = CXStartCallAction(call: uuid, handle: handle(uuid, of: caller))
            action.isVideo = caller.isVideo
            return action
        case .answer(let uuid): return CXAnswerCallAction(call: uuid)
        case .end(let uuid): return CXEndCallAction(call: uuid)
        case .mute(let uuid, let isMuted): return CXSetMutedCallAction(call: uuid, muted: isMuted)
        }
    }

    private func update(_ uuid: UUID, of caller: SystemCaller) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = handle(uuid, of: caller)
        update.localizedCallerName = texts().string(caller.name)
        update.hasVideo = caller.isVideo
        update.supportsHolding = false
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.supportsDTMF = false
        return update
    }

    /// The system compares callers by it; a hidden one equals no other.
    private func handle(_ uuid: UUID, of caller: SystemCaller) -> CXHandle {
        CXHandle(type: .generic, value: caller.user.map { "\($0)" } ?? uuid.uuidString)
    }
}

// MARK: - From the system

/// Apple's protocol names no actor; the delegate is called on the main queue, as requested.
extension CallKitScreen: @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {
        open = [:]
        tell(.reset)
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        perform(action, .start(action.callUUID))
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        perform(action, .answer(action.callUUID))
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { perform(action, .end(action.callUUID)) }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        perform(action, .mute(action.callUUID, isMuted: action.isMuted))
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { perform(action, .unsupported) }

    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { perform(action, .unsupported) }

    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { perform(action, .unsupported) }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        open[action.uuid] = nil
        tell(.timedOut(action.uuid))
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { tell(.activatedAudio) }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { tell(.deactivatedAudio) }

    private func perform(_ action: CXAction, _ kind: SystemCallAction.Kind) {
        open[action.uuid] = action
        let left = Duration.seconds(action.timeoutDate.timeIntervalSince(time.date()))
        tell(.performs(SystemCallAction(id: action.uuid, kind, deadline: now + left), at: now))
    }
}

extension SystemReportError {
    fileprivate init(_ error: any Error) {
        switch (error as? CXErrorCodeIncomingCallError)?.code {
        case .callUUIDAlreadyExists?: self = .knownCall
        case .filteredByDoNotDisturb?, .filteredByBlockList?: self = .filtered
        default: self = .other
        }
    }
}

extension CXCallEndedReason {
    fileprivate init(_ end: SystemCallEnd) {
        switch end {
        case .failed: self = .failed
        case .remoteEnded: self = .remoteEnded
        case .unanswered: self = .unanswered
        case .answeredElsewhere: self = .answeredElsewhere
        case .declinedElsewhere: self = .declinedElsewhere
        }
    }
}

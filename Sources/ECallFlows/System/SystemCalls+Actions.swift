import ECallAPI
import ECallCalls
import Foundation

/// The system's actions, each fulfilled or failed once, and the person's requests to the system.
extension SystemCalls {
    // MARK: - The person

    mutating func ask(_ action: Action) -> [Effect] {
        switch (action, call) {
        case (.wantsToCall(let uuid, let callee), nil): return request(SystemCall(uuid, nil, callee, .requested))
        case (.wantsToReturn(let id, let callee), nil):
            if declining?.id == id { declining = nil }
            return request(SystemCall(SystemCallID.of(id), id, callee, .requested))
        case (.wantsToAnswer(let isVideo), let call?) where call.isRinging && call.answer == nil:
            self.call?.wantsVideo = isVideo
            return [.request(.answer(call.uuid))]
        case (.wantsToHangUp, let call?): return [.request(.end(call.uuid))]
        case (.wantsToMute(let isMuted), let call?) where call.isGoingOn:
            return [.request(.mute(call.uuid, isMuted: isMuted))]
        default: return []
        }
    }

    private mutating func request(_ call: SystemCall) -> [Effect] {
        self.call = call
        return [.request(.start(call.uuid, call.caller))]
    }

    /// A call that the system does not know is ended without it.
    mutating func refused(_ request: SystemCallRequest) -> [Effect] {
        switch request {
        case .start(let uuid, _) where call?.uuid == uuid && call?.stage == .requested:
            return drop(.failed) + [.tellRefused]
        case .answer(let uuid) where call?.uuid == uuid && call?.answer == nil && call?.isRinging == true:
            return (call?.work ?? []) + end(.failed)
        case .end(let uuid) where call?.uuid == uuid: return (call?.work ?? []) + end(.remoteEnded)
        default: return []
        }
    }

    // MARK: - Actions

    mutating func perform(_ action: SystemCallAction, at now: Duration) -> [Effect] {
        switch action.kind {
        case .start(let uuid) where call?.uuid == uuid && call?.stage == .requested: return start(action, at: now)
        case .answer(let uuid) where call?.uuid == uuid && call?.isRinging == true && call?.answer == nil:
            return answer(action)
        case .end(let uuid) where call?.uuid == uuid: return endByPerson(action, at: now)
        case .mute(let uuid, let isMuted) where call?.uuid == uuid && call?.isGoingOn == true:
            return [.setMuted(isMuted), .fulfill(action.id)]
        default: return [.fail(action.id)]
        }
    }

    private mutating func start(_ action: SystemCallAction, at now: Duration) -> [Effect] {
        guard var call else { return [.fail(action.id)] }
        let work: Effect
        if let id = call.id {
            (call.stage, work) = (.entering, .comeBack(id))
        } else {
            (call.stage, work) = (.placing, .place(call.uuid))
        }
        call.isCameraOn = call.caller.isVideo
        self.call = call
        let camera = isInBackground ? wentToBackground() : []
        // A transaction doesn't contain the name.
        let naming = [Effect.fulfill(action.id), .update(call.uuid, call.caller)]
        return [.configureAudio(isVideo: call.caller.isVideo), work] + camera + naming + awaitAudio(at: now)
    }

    /// Fulfilled once this device is in the call, from when on the system counts its time.
    private mutating func answer(_ action: SystemCallAction) -> [Effect] {
        guard var call, let id = call.id else { return [.fail(action.id)] }
        call.answer = SystemCall.Answer(action: action, until: action.deadline - Self.actionMargin)
        var effects = [Effect.configureAudio(isVideo: call.takesVideo)]
        if case .ringing = call.stage { effects.append(answer(&call, id)) }
        self.call = call
        return effects
    }

    /// In the background no camera is used.
    func answer(_ call: inout SystemCall, _ id: CallID) -> Effect {
        let wantsVideo = call.takesVideo
        call.stage = .entering
        call.isCameraOn = wantsVideo && !isInBackground
        call.cameraReturns = wantsVideo && isInBackground
        return .answer(id, isVideo: call.isCameraOn)
    }

    private mutating func endByPerson(_ action: SystemCallAction, at now: Duration) -> [Effect] {
        guard let call else { return [.fail(action.id)] }
        if case .hinted = call.stage, let id = call.id { declining = Declined(id: id, until: now + Self.hintTime) }
        return drop(.remoteEnded).withWork(call.work, fulfilling: action.id)
    }

    mutating func timedOut(_ id: SystemCallAction.ID) -> [Effect] {
        guard let call, call.answer?.action.id == id else { return [] }
        self.call?.answer = nil
        return call.work + end(.failed)
    }

    // MARK: - Results

    mutating func placed(_ uuid: UUID, _ id: CallID?) -> [Effect] {
        guard let call, call.uuid == uuid, call.stage == .placing else {
            // Ended before there was anything to end.
            guard let id, id != call?.id else { return [] }
            return [.hangUp(id)]
        }
        guard let id else { return end(.failed) }
        self.call?.id = id
        self.call?.stage = .inCall
        return [.reportConnecting(uuid)] + earlyConnection()
    }

    mutating func entered(_ id: CallID, isIn: Bool, at now: Duration) -> [Effect] {
        guard let call, call.id == id, call.stage == .entering else { return [] }
        // A call that couldn't be answered may ring on, hidden.
        guard isIn else { return [.decline(id)] + end(.failed) }
        self.call?.stage = .inCall
        guard let answer = call.answer else { return [.reportConnecting(call.uuid)] + earlyConnection() }
        self.call?.answer = nil
        self.call?.isConnected = true
        return [.fulfill(answer.action.id)] + awaitAudio(at: now)
    }

    mutating func connected(_ id: CallID) -> [Effect] {
        guard let call, call.id == id, !call.isConnected else { return [] }
        guard call.stage == .inCall else {
            self.call?.hasMedia = true
            return []
        }
        self.call?.isConnected = true
        return [.reportConnected(call.uuid)]
    }

    /// Media may flow before the library has reported that this device is in the call.
    private mutating func earlyConnection() -> [Effect] {
        guard let call, call.hasMedia, let id = call.id else { return [] }
        return connected(id)
    }
}

extension [SystemCalls.Effect] {
    /// A waiting answer fails first; then the work is done, and the ending is fulfilled.
    fileprivate func withWork(_ work: [Element], fulfilling action: SystemCallAction.ID) -> [Element] {
        let failed = filter { if case .fail = $0 { true } else { false } }
        return failed + work + [.fulfill(action)] + filter { !failed.contains($0) }
    }
}

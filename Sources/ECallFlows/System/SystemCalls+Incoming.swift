import ECallAPI
import ECallCalls
import Foundation

/// Pushes and signals: what rings, and how that ends.
extension SystemCalls {
    // MARK: - Pushes

    /// The system wants a call for each push.
    mutating func unreadable() -> [Effect] {
        unreadableCount += 1
        let uuid = SystemCallID.unreadable(unreadableCount)
        return [.reportIncoming(uuid, .hidden(isVideo: false)), .reportEnded(uuid, .failed)]
    }

    mutating func pushed(
        _ push: RingPush, isUnlocked: Bool, mustReport: Bool, at now: Duration
    ) -> [Effect] {
        let (uuid, said) = (SystemCallID.of(push.call), SystemCaller(push))
        let caller = isUnlocked ? said : .hidden(isVideo: push.isVideo)
        if let call, call.uuid == uuid { return mustReport ? [.reportIncoming(uuid, call.caller)] : [] }
        if let end = endAtOnce(push.call) {
            return (mustReport ? [.reportIncoming(uuid, caller), .reportEnded(uuid, end)] : [])
                + seekNewRing(isUnlocked: isUnlocked)
        }
        var call = SystemCall(uuid, push.call, caller, .hinted(until: now + Self.hintTime))
        call.hidden = isUnlocked ? nil : said
        self.call = call
        return [.reportIncoming(uuid, caller)] + seekSignal()
    }

    /// The reason why a pushed call does not ring: there is another one, or this one has ended already.
    private func endAtOnce(_ id: CallID) -> SystemCallEnd? {
        if call != nil || isSilenced(id) { return .unanswered }
        return over.first { $0.id == id && $0.until > clock }?.end
    }

    private func isSilenced(_ id: CallID) -> Bool { silenced[id].map { $0 > clock } ?? false }

    /// Goes online for the signal: the push may belong to the ring that has ended, or be a new ring of the same call.
    private mutating func seekNewRing(isUnlocked: Bool) -> [Effect] {
        guard call == nil, isUnlocked else { return [] }
        onlineUntil = clock + Self.hintTime
        return [.goOnline]
    }

    /// Goes online if a pushed call waits for its invitation and the keys can be read.
    func seekSignal() -> [Effect] {
        guard let call, case .hinted = call.stage, call.hidden == nil else { return [] }
        return [.goOnline]
    }

    mutating func unlocked() -> [Effect] {
        guard let said = call?.hidden, let uuid = call?.uuid else { return [] }
        call?.hidden = nil
        call?.caller = said
        return [.update(uuid, said)] + seekSignal()
    }

    /// A call that the system refuses to show neither rings nor can be answered.
    mutating func reported(_ uuid: UUID, _ error: SystemReportError?) -> [Effect] {
        guard let call, call.uuid == uuid, call.isRinging else { return [] }
        if error == nil { self.call?.isReported = true }
        // A repeated report of the call that rings.
        guard error != nil, !call.isReported else { return [] }
        if let id = call.id { silence(id) }
        return drop(.unanswered)
    }

    // MARK: - The library

    mutating func heard(_ event: CallEvent, at now: Duration) -> [Effect] {
        switch event {
        case .incoming(let incoming): return invited(incoming, at: now)
        case .missed(let incoming) where incoming.id == call?.id: return end(.unanswered)
        case .ended(let summary): return ended(summary)
        case .joinedMuted(let id):
            guard let call, call.id == id else { return [] }
            return [.request(.mute(call.uuid, isMuted: true))]
        case .signedOut, .suspended: return call.map { $0.work + end(.failed) } ?? []
        default: return []
        }
    }

    private mutating func invited(_ incoming: IncomingCall, at now: Duration) -> [Effect] {
        if declining?.id == incoming.id { return [.decline(incoming.id)] }
        guard !isSilenced(incoming.id) else { return [] }
        let caller = SystemCaller(incoming)
        if call?.id == incoming.id { return confirm(caller, at: now) }
        var effects: [Effect] = []
        if let call {
            // Only a hint yields: the library rings one call at a time.
            guard case .hinted = call.stage else { return [] }
            effects = end(.unanswered).filter { $0 != .goOffline }
        }
        let call = SystemCall(
            SystemCallID.of(incoming.id), incoming.id, caller, .ringing(until: now + Self.ringTime))
        self.call = call
        return effects + [.reportIncoming(call.uuid, caller)]
    }

    private mutating func confirm(_ caller: SystemCaller, at now: Duration) -> [Effect] {
        guard var call, case .hinted = call.stage, let id = call.id else { return [] }
        (call.caller, call.hidden) = (caller, nil)
        var effects: [Effect] = [.update(call.uuid, caller)]
        if call.answer != nil {
            effects.append(answer(&call, id))
        } else {
            call.stage = .ringing(until: now + Self.ringTime)
        }
        self.call = call
        return effects
    }

    private mutating func ended(_ summary: CallSummary) -> [Effect] {
        if declining?.id == summary.id {
            declining = nil
            return rest()
        }
        guard let call, call.id == summary.id || (call.id == nil && call.isGoingOn) else { return [] }
        return end(SystemCallEnd(summary.reason))
    }
}

extension SystemCallEnd {
    init(_ reason: CallEndReason) {
        self =
            switch reason {
            case .answeredElsewhere: .answeredElsewhere
            case .declinedElsewhere: .declinedElsewhere
            case .notAnswered, .busy: .unanswered
            case .connectionLost, .failed, .remoteLost: .failed
            case .hungUp, .remoteHungUp, .declined, .cancelled, .removed: .remoteEnded
            }
    }
}

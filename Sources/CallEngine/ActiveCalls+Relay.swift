package import ECallAPI

extension ActiveCalls: RelayedCalls {
    /// Decides about a device's signal, sets its sender, and keeps what others need later (wire-protocol 3.4, 3.6 and 5.4).
    package mutating func relay(_ signal: Signal, from sender: DeviceIdentity, now: Timestamp) -> RelayDecision {
        if case .e2ee(let message) = signal, let decision = relaySpecial(message, from: sender, now) { return decision }
        let (decision, call) = decide(about: signal, from: sender)
        guard let call else { return decision }
        switch (signal, decision) {
        case (.e2ee(let message), .spread): keep(message, from: sender, in: call, now)
        case (.keyRotation, .deliver):
            if let due = call.rotationDueAt { rotationSeen(call.id, by: sender.user, due: due, now) }
        default: break
        }
        return decision
    }

    /// Clears the rotation timer, unless it was set for another leave or another key host: this one has rotated, so it is
    /// alive.
    @discardableResult
    mutating func rotationSeen(_ id: CallID, by user: UserID, due: Timestamp, _ now: Timestamp) -> CallOutcome {
        guard var call = calls[id], call.keyHost == user, call.rotationDueAt == due else { return CallOutcome() }
        call.rotationDueAt = nil
        store(call, now: now)
        return CallOutcome(call: id)
    }

    /// Whether a queued signal is still relevant to its device (wire-protocol 3.3 and 4.9).
    package func isRelevant(_ signal: Signal, for device: DeviceIdentity) -> Bool {
        switch signal {
        case .callInvitation(let invitation):
            return calls[invitation.call]?[device.user]?.ringing.contains(device.device) ?? false
        case .callEnded(let end), .callCancelled(let end):
            // Clients do not compare the call's id, so the signal must not reach a device that is in another call by now.
            return !calls.values.contains { call in
                call.id != end.call && call.concerns(device) && call[device.user]?.takesCalls != true
            }
        case .keyRotation, .requestAESKey, .sendAESKey:
            return signal.call.flatMap { calls[$0] }?.hasJoined(device) ?? false
        case .participantAcceptRejoin(let key):
            return key.route.call.map { call(awaitedBy: device)?.id == $0 } ?? false
        case .participantLeft(let notice):
            // A participant who is back has not left.
            guard let call = calls[notice.call], call[notice.user]?.isInCall != true else { return false }
            return call.hasJoined(device)
        case .removedFromCall(let notice):
            guard let call = calls[notice.call] else { return hasEnded(notice.call, with: device.user) }
            return call[device.user]?.isRemoved == true
        case .muteRequested(let notice):
            return calls[notice.call].map { $0.hasJoined(device) && $0[device.user]?.isMuted == false } ?? false
        case .invitationRequested(let request):
            return calls[request.call].map { $0.hasJoined(device) && $0[request.sender]?.isInCall != true } ?? false
        default:
            return false
        }
    }
}

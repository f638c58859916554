import ECallAPI

/// Requests reserved for the call's host (decision 61).
extension ActiveCalls {
    /// Asks a participant to mute. That person decides: no one is muted by others.
    mutating func askToMute(_ id: CallID, _ user: UserID, _ identity: DeviceIdentity) -> CallOutcome {
        let member: CallMember
        switch subject(user, of: id, to: identity) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let found): member = found.member
        }
        guard member.isInCall, let device = member.identity else { return .refused(.unknownParticipant) }
        // A participant who cannot be heard needs no request.
        guard !member.isMuted, !member.isOnHold else { return CallOutcome(call: id) }
        let request = HostNotice(call: id, host: identity.user)
        return CallOutcome(effects: [.deliver(.muteRequested(request), to: [device])], call: id)
    }

    /// Removes a participant from the call, who cannot return without a new invitation. A ringing callee stops ringing, and
    /// one who has left cannot rejoin. Idempotent.
    mutating func remove(
        _ id: CallID, _ user: UserID, _ identity: DeviceIdentity, _ now: Timestamp
    ) -> CallOutcome {
        var (call, member): (LiveCall, CallMember)
        switch subject(user, of: id, to: identity) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let found): (call, member) = found
        }
        member.isRemoved = true
        call[user] = member
        var effects: [CallEffect] = []
        if let waiting = call.rejoins[user].map({ DeviceIdentity(user: user, device: $0.device) }) {
            drop(waiting.device, of: user, from: &call, .over)
            if !call.concerns(waiting), isFree(waiting, for: call) { effects += putOut(waiting, of: id, by: identity) }
        }
        if member.isInCall, let device = member.identity {
            effects += putOut(device, of: id, by: identity)
            effects += leave(user, in: call, .hungUp, now, telling: .removed)
            if calls[id] != nil { effects.append(.expel(device, from: call.room)) }
        } else if member.status == .inviting {
            effects += reject(user, in: call, sparing: nil, .cancelled, now)
        } else {
            store(call, now: now)
        }
        return CallOutcome(effects: effects, call: id)
    }

    /// The second effect is for devices that do not know the first.
    private func putOut(_ device: DeviceIdentity, of id: CallID, by host: DeviceIdentity) -> [CallEffect] {
        [
            .deliver(.removedFromCall(HostNotice(call: id, host: host.user)), to: [device]),
            .end(CallEnd(call: id, reason: .removed), on: [device]),
        ]
    }

    /// The call and the target, if the device is in the call and its user is the host.
    private func subject(
        _ user: UserID, of id: CallID, to identity: DeviceIdentity
    ) -> Result<(call: LiveCall, member: CallMember), CallRefusal> {
        guard let call = call(id, with: identity.user), let own = call[identity.user] else {
            return .failure(hasEnded(id, with: identity.user) ? .over : .notFound)
        }
        guard own.isInCall, own.device == identity.device else { return .failure(.notInCall) }
        guard own.isHost else { return .failure(.notHost) }
        guard user != identity.user, let member = call[user] else { return .failure(.unknownParticipant) }
        return .success((call, member))
    }
}

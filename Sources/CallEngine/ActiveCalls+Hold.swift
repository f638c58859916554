package import ECallAPI

/// Calls on hold while their member is in another.
extension ActiveCalls {
    /// Puts the call on hold: the device sends and receives nothing in it, and may be in another one. It resumes by joining
    /// again.
    mutating func hold(_ id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        if let refusal = refusalOfHold(id, identity) { return .refused(refusal) }
        guard var call = call(id, with: identity.user), var member = call[identity.user], !member.isOnHold else {
            return CallOutcome(call: id)
        }
        member.heldSince = now
        member.status = .reconnecting
        member.feed = nil
        (member.awaySince, member.silentSince, member.leavingSince, member.goingSince) = (nil, nil, nil, nil)
        member.lastAliveAt = nil
        call[identity.user] = member
        var effects = tellHold(of: member, in: call)
        if call.keyHost == identity.user { effects += handOver(&call, now) }
        effects.append(.record(CallSnapshot(call)))
        store(call, now: now)
        return CallOutcome(effects: effects, call: id)
    }

    /// The reason why the device cannot put this call on hold; nil if it can or already has.
    package func refusalOfHold(_ id: CallID, _ identity: DeviceIdentity) -> CallRefusal? {
        guard let member = call(id, with: identity.user)?[identity.user] else {
            return hasEnded(id, with: identity.user) ? .over : .notFound
        }
        guard member.isInCall, member.device == identity.device else { return .notInCall }
        // A user can have one call on hold.
        let others = calls(of: identity.user).filter { $0.id != id && $0[identity.user]?.isOnHold == true }
        return others.isEmpty ? nil : .alreadyInCall
    }

    func tellHold(of member: CallMember, in call: LiveCall) -> [CallEffect] {
        let update = ParticipantUpdate(
            participant: CallSignals.about(member, in: call.id), status: member.status,
            isMuted: member.isMuted && !member.isOnHold ? true : nil, isOnHold: member.isOnHold)
        return [.deliver(.participantUpdated(update), to: call.devices(except: member.identity))]
    }
}

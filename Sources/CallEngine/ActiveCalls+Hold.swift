package import ECallAPI

/// Calls on hold while their member is in another.
extension ActiveCalls {
    /// Puts the call on hold: the device sends and receives nothing in it, and may be in another one. It resumes by joining
    /// again.
    ///
    /// - Parameter other: a call that the device has on hold and returns to instead. Both calls change, or neither; a
    ///   repetition changes nothing. The device joins that call afterwards, as on any return.
    mutating func hold(
        _ id: CallID, _ identity: DeviceIdentity, resuming other: CallID?, _ now: Timestamp
    ) -> CallOutcome {
        if let refusal = refusalOfHold(id, identity, resuming: other) { return .refused(refusal) }
        var effects = putOnHold(id, identity, now)
        if let other { effects += takeOffHold(other, identity, now) }
        return CallOutcome(effects: effects, call: id)
    }

    /// The reason why the device cannot put this call on hold, or cannot resume the other one; nil if it can or already has.
    package func refusalOfHold(
        _ id: CallID, _ identity: DeviceIdentity, resuming other: CallID? = nil
    ) -> CallRefusal? {
        if let refusal = refusalOfSeat(id, identity) { return refusal }
        if let other {
            if let refusal = refusalOfSeat(other, identity) { return refusal }
            // One of them is on hold: the other one before, this one in a repetition.
            guard isOnHold(other, identity.user) != isOnHold(id, identity.user) else { return .notInCall }
        }
        // A user can have one call on hold.
        let others = calls(of: identity.user).filter {
            $0.id != id && $0.id != other && $0[identity.user]?.isOnHold == true
        }
        return others.isEmpty ? nil : .alreadyInCall
    }

    private func isOnHold(_ id: CallID, _ user: UserID) -> Bool { calls[id]?[user]?.isOnHold == true }

    /// The reason why the device has no seat in the call.
    private func refusalOfSeat(_ id: CallID, _ identity: DeviceIdentity) -> CallRefusal? {
        guard let member = call(id, with: identity.user)?[identity.user] else {
            return hasEnded(id, with: identity.user) ? .over : .notFound
        }
        return member.isInCall && member.device == identity.device ? nil : .notInCall
    }

    private mutating func putOnHold(_ id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> [CallEffect] {
        guard var call = call(id, with: identity.user), var member = call[identity.user], !member.isOnHold else {
            return []
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
        return effects
    }

    /// The device is in the call again, muted if as many as possible are unmuted.
    mutating func takeOffHold(_ id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> [CallEffect] {
        guard var call = call(id, with: identity.user), var member = call[identity.user], member.isOnHold else {
            return []
        }
        (member.heldSince, member.leavingSince, member.awaySince) = (nil, nil, online.contains(identity) ? nil : now)
        (member.status, member.lastAliveAt) = (.accepted, nil)
        member.isMuted = member.isMuted || isFull(call, beside: member)
        call[identity.user] = member
        store(call, now: now)
        return tellHold(of: member, in: call)
    }

    func tellHold(of member: CallMember, in call: LiveCall) -> [CallEffect] {
        let update = ParticipantUpdate(
            participant: CallSignals.about(member, in: call.id), status: member.status,
            isMuted: member.isMuted && !member.isOnHold ? true : nil, isOnHold: member.isOnHold)
        return [.deliver(.participantUpdated(update), to: call.devices(except: member.identity))]
    }
}

import ECallAPI

extension ActiveCalls {
    /// Joins, which accepts the call (wire-protocol 4.3). Idempotent; a repetition returns the stored E2EE messages again,
    /// which a restarted client has lost.
    mutating func join(_ id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard let call = call(id, with: identity.user), let member = call[identity.user] else {
            guard hasEnded(id, with: identity.user) else { return .refused(.notFound) }
            return .refused(.over, ending(id, on: identity))
        }
        if member.isInCall {
            guard member.device != identity.device else { return again(identity, in: call, now) }
            // The client leaves its call screen up after a failed join, so it is notified.
            let end = CallEnd(call: id, reason: .answeredElsewhere)
            return .refused(.joinedByOtherDevice, [.cancel(end, on: [identity])])
        }
        if member.isRemoved == true { return .refused(.removed, ending(id, on: identity)) }
        guard member.status == .inviting, !member.isShielded else {
            return .refused(.over, ending(id, on: identity))
        }
        // Only a device that was invited with its own key can answer.
        guard member.ringing.contains(identity.device) else { return .refused(.notInCall) }
        let left = leaveOther(than: id, identity, now)
        return CallOutcome(effects: left + admit(identity, to: call, now), call: id)
    }

    /// Handles a repeated join of a device that is in the call, or resumes the call from hold.
    private mutating func again(_ identity: DeviceIdentity, in call: LiveCall, _ now: Timestamp) -> CallOutcome {
        guard call[identity.user]?.isOnHold == true else {
            countReturn(of: identity, to: call)
            isBack(identity, in: call, now)
            return CallOutcome(effects: given(to: identity), call: call.id)
        }
        let left = leaveOther(than: call.id, identity, now)
        let told = takeOffHold(call.id, identity, now)
        return CallOutcome(effects: left + given(to: identity) + told, call: call.id)
    }

    /// Marks the return of a device that was in the call when the server was killed.
    private mutating func isBack(_ identity: DeviceIdentity, in call: LiveCall, _ now: Timestamp) {
        guard call[identity.user]?.lastAliveAt != nil else { return }
        var call = call
        call[identity.user]?.lastAliveAt = nil
        store(call, now: now)
    }

    /// Counts a rejoin: a connected member that joins once more has restarted; one that was not yet connected repeats an
    /// unanswered request.
    private mutating func countReturn(of identity: DeviceIdentity, to call: LiveCall) {
        guard let member = call[identity.user], member.isConnected || member.status == .reconnecting else { return }
        metrics.asked += 1
        metrics.rejoins[.rejoined, default: 0] += 1
    }

    /// Leaves the device's previous call, even without a request, unless it is on hold.
    private mutating func leaveOther(than id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> [CallEffect] {
        guard let other = call(on: identity), other.id != id else { return [] }
        return leave(identity.user, in: other, .hungUp, now)
    }

    /// Admits the device to the call; the user's other devices stop ringing.
    mutating func admit(_ identity: DeviceIdentity, to call: LiveCall, _ now: Timestamp) -> [CallEffect] {
        guard var member = call[identity.user] else { return [] }
        var call = call
        let others = member.ringingDevices.filter { $0 != identity }
        if member.status == .inviting { metrics.rings[.answered, default: 0] += 1 }
        let (wasInCall, wasMuted) = (member.isInCall, member.isMuted)
        member.status = .accepted
        member.device = identity.device
        member.isShielded = false
        member.ownStatus = nil
        member.endReason = nil
        member.ringing = []
        member.ringUntil = nil
        member.joinedAt = now
        member.leftAt = nil
        (member.feed, member.hasLostMedia) = (nil, nil)
        member.awaySince = online.contains(identity) ? nil : now
        (member.silentSince, member.leavingSince, member.goingSince) = (nil, nil, nil)
        (member.heldSince, member.takesCalls, member.sendsNothing, member.lastAliveAt) = (nil, nil, nil, nil)
        // A returning member stays as before. A new member joins muted if the limit of unmuted participants is reached.
        member.isMuted = (wasInCall && wasMuted) || isFull(call, beside: member)
        call[identity.user] = member
        if call.answeredAt == nil, identity.user != call.host.user {
            call.answeredAt = now
            measured(.answer, from: call.startedAt, to: now)
        }

        let joined = CallSignals.about(member, in: call.id)
        let devices = call.devices(except: identity)
        var effects = [CallEffect.deliver(.participantJoined(joined), to: devices)]
        if member.isMuted || wasMuted {
            let update = ParticipantUpdate(participant: joined, isMuted: member.isMuted)
            effects.append(.deliver(.participantUpdated(update), to: devices))
        }
        effects.append(.cancel(CallEnd(call: call.id, reason: .answeredElsewhere), on: others))
        if identity.user != member.inviter, !wasInCall {
            effects.append(.interaction(member.inviter, identity.user, at: now))
        }
        effects.append(.record(CallSnapshot(call)))
        store(call, now: now)
        return given(to: identity) + effects
    }

    private func given(to identity: DeviceIdentity) -> [CallEffect] {
        (e2eeMessages(for: identity)?.messages ?? []).map { .give($0, to: identity) }
    }

    /// `call_ended` for a device that came too late, unless it is in another call by now: clients do not compare the id.
    private func ending(_ id: CallID, on identity: DeviceIdentity) -> [CallEffect] {
        let all = calls(of: identity.user)
        guard all.allSatisfy({ $0.id == id }) else { return [] }
        return [.end(CallEnd(call: id, reason: all.first?[identity.user]?.endReason), on: [identity])]
    }
}

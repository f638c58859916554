import ECallAPI

extension ActiveCalls {
    /// Declines, cancels or leaves, depending on the caller's state (wire-protocol 4.4). A device that waits for a key
    /// withdraws its request.
    mutating func end(
        _ id: CallID?, _ identity: DeviceIdentity, saying reason: EndReason?, _ now: Timestamp
    ) -> CallOutcome {
        let withdrawn = withdraw(id, identity, now)
        guard let call = call(id, of: identity.user), let member = call[identity.user] else {
            return withdrawn
        }
        let effects: [CallEffect]
        if member.status == .inviting, member.ringing.contains(identity.device) {
            let outcome = refusal(of: member, saying: reason, now)
            effects = reject(identity.user, in: call, sparing: identity, outcome, now)
        } else if member.isInCall, member.device == identity.device {
            // The connection of a closed page, or of the device itself, is lost: no one has hung up.
            effects = leave(identity.user, in: call, reason == .connectionLost ? .connectionLost : .hungUp, now)
        } else {
            return withdrawn
        }
        return CallOutcome(effects: effects, call: call.id)
    }

    /// The outcome for a device that stops ringing. A device that rang until the timeout reports it, or it follows from the time.
    private func refusal(of member: CallMember, saying reason: EndReason?, _ now: Timestamp) -> RingOutcome {
        if reason == .busy { return .busy }
        let end = member.ringUntil?.advanced(bySeconds: -limits.ringTolerance)
        return reason == .noAnswer || end.map { $0 <= now } ?? false ? .unanswered : .declined
    }

    private mutating func withdraw(_ id: CallID?, _ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard var call = call(awaitedBy: identity), id == nil || id == call.id else { return CallOutcome() }
        drop(identity.device, of: identity.user, from: &call, .withdrawn)
        store(call, now: now)
        return CallOutcome(call: call.id)
    }

    /// Handles the sign-out of a device: it leaves, stops ringing and stops waiting. The last device of a deleted account
    /// leaves nothing of it behind.
    mutating func deviceRemoved(_ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        setOnline(identity, false)
        if var awaited = call(awaitedBy: identity) {
            drop(identity.device, of: identity.user, from: &awaited, .over)
            store(awaited, now: now)
        }
        var all = CallOutcome()
        for call in calls(of: identity.user) {
            guard let call = calls[call.id] else { continue }
            let outcome = deviceRemoved(identity, from: call, now)
            all.effects += outcome.effects
            all.call = all.call ?? outcome.call
        }
        return all
    }

    private mutating func deviceRemoved(
        _ identity: DeviceIdentity, from call: LiveCall, _ now: Timestamp
    ) -> CallOutcome {
        var call = call
        guard var member = call[identity.user] else { return CallOutcome() }
        if member.isInCall, member.device == identity.device {
            return CallOutcome(effects: leave(identity.user, in: call, .hungUp, now), call: call.id)
        }
        guard member.ringing.remove(identity.device) != nil else { return CallOutcome() }
        call[identity.user] = member
        store(call, now: now)
        guard member.ringing.isEmpty else { return CallOutcome(call: call.id) }
        return CallOutcome(effects: reject(identity.user, in: call, sparing: nil, .signedOut, now), call: call.id)
    }

    /// Marks a callee as declined or unanswered. `sparing` is the requesting device, which is not notified.
    mutating func reject(
        _ user: UserID, in call: LiveCall, sparing: DeviceIdentity?, _ outcome: RingOutcome, _ now: Timestamp
    ) -> [CallEffect] {
        guard var member = call[user] else { return [] }
        var call = call
        let ringing = member.ringingDevices.filter { $0 != sparing }
        metrics.rings[outcome, default: 0] += 1
        let reason = outcome.reason
        member.status = .rejected
        member.endReason = reason
        member.ringing = []
        member.ringUntil = nil
        call[user] = member
        let rejected = ParticipantRejection(participant: CallSignals.about(member, in: call.id), reason: reason)
        var effects = [CallEffect.deliver(.participantRejected(rejected), to: call.devices())]
        // The stock client takes `call_cancelled` for a call that the person has handled elsewhere, and `call_ended` for
        // one that was missed (wire-protocol 3.6).
        let end = CallEnd(call: call.id, reason: reason)
        effects.append(reason == .declined ? .cancel(end, on: ringing) : .end(end, on: ringing))
        return effects + settle(call, unansweredReason(call) ?? reason, now)
    }

    /// The common reason why no callee answered.
    private func unansweredReason(_ call: LiveCall) -> EndReason? {
        guard call.answeredAt == nil else { return nil }
        let reasons = Set(call.members.filter { $0.status == .rejected }.map(\.endReason))
        return reasons.count == 1 ? reasons.first ?? nil : .noAnswer
    }

    /// Marks a participant as left, gone or removed. `told` is the reason that the others get.
    mutating func leave(
        _ user: UserID, in call: LiveCall, _ reason: EndReason, _ now: Timestamp, telling told: EndReason? = nil
    ) -> [CallEffect] {
        guard var member = call[user] else { return [] }
        var call = call
        member.status = .left
        member.leftAt = member.lastAliveAt ?? now
        (member.feed, member.lastAliveAt) = (nil, nil)
        (member.awaySince, member.silentSince, member.leavingSince, member.goingSince) = (nil, nil, nil, nil)
        (member.heldSince, member.takesCalls, member.sendsNothing) = (nil, nil, nil)
        call[user] = member
        guard !isOver(call) else { return settle(call, reason, now) }

        let left = ParticipantDeparture(participant: CallSignals.about(member, in: call.id), reason: told)
        var effects = [CallEffect.deliver(.participantLeft(left), to: call.devices())]
        if call.keyHost == user {
            effects += handOver(&call, now)
        } else {
            call.rotationDueAt = now.advanced(bySeconds: limits.rotation)
        }
        return effects + settle(call, reason, now)
    }

    private func isOver(_ call: LiveCall) -> Bool {
        call.inCall.isEmpty || (call.inCall.count == 1 && call.ringing.isEmpty)
    }

    /// Keeps the call, or ends it if no one is left to talk with.
    private mutating func settle(_ call: LiveCall, _ reason: EndReason, _ now: Timestamp) -> [CallEffect] {
        guard isOver(call) else {
            store(call, now: now)
            return [.record(CallSnapshot(call))]
        }
        return finish(call, reason, now)
    }

    /// Ends the call: all participants, all ringing devices and all devices that wait for a key get `call_ended`.
    /// (`call_cancelled` would tell a ringing device that it was answered elsewhere, and leave no missed call:
    /// wire-protocol 3.6.)
    mutating func finish(_ call: LiveCall, _ reason: EndReason, _ now: Timestamp) -> [CallEffect] {
        var call = call
        let waiting = call.rejoins.sorted { $0.key < $1.key }
            .map { DeviceIdentity(user: $0.key, device: $0.value.device) }.filter { isFree($0, for: call) }
        let (joined, ringing) = (call.devices(), call.members.flatMap(\.ringingDevices))
        let others = waiting.filter { !joined.contains($0) && !ringing.contains($0) }
        let (end, cancelled) = (CallEnd(call: call.id, reason: reason), CallEnd(call: call.id, reason: .cancelled))
        var effects = [CallEffect.end(end, on: joined)]
        effects.append(.end(cancelled, on: ringing))
        effects.append(.end(end, on: others))
        for index in call.members.indices {
            if call.members[index].isInCall {
                call.members[index].status = .left
                call.members[index].leftAt = call.members[index].lastAliveAt ?? now
            } else if call.members[index].status == .inviting {
                call.members[index].status = .rejected
                call.members[index].endReason = .cancelled
                metrics.rings[.cancelled, default: 0] += 1
            }
            call.members[index].ringing = []
            call.members[index].ringUntil = nil
            (call.members[index].feed, call.members[index].lastAliveAt) = (nil, nil)
        }
        metrics.rejoins[.over, default: 0] += call.rejoins.count
        call.rejoins = [:]
        // If no one came back after the server was killed, the call ended then.
        call.endedAt = call.members.compactMap(\.leftAt).max() ?? now
        remove(call, now: now)
        return effects + [.endRoom(call.room), .record(CallSnapshot(call))]
    }

    /// Whether `call_ended` of this call would end no other call on the device: clients do not compare the ID, except those
    /// that can take another call.
    func isFree(_ device: DeviceIdentity, for call: LiveCall) -> Bool {
        !calls(of: device.user).contains { other in
            other.id != call.id && other.concerns(device) && other[device.user]?.takesCalls != true
        }
    }
}

extension RingOutcome {
    /// The reason that participants are notified of.
    var reason: EndReason {
        switch self {
        case .declined: .declined
        case .busy: .busy
        case .cancelled: .cancelled
        // No device was left to answer.
        case .unanswered, .signedOut: .noAnswer
        case .answered: .answeredElsewhere
        }
    }
}

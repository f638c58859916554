import ECallAPI

extension Switchboard {
    /// Decline, cancel or leave: what it means depends on who asks (wire-protocol 4.4).
    mutating func end(_ id: CallID?, _ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard let call = call(of: identity.user), id == nil || id == call.id, let member = call[identity.user] else {
            return CallOutcome()
        }
        let effects: [CallEffect]
        if member.status == .inviting, member.ringing.contains(identity.device) {
            effects = reject(identity.user, in: call, sparing: identity.device, now)
        } else if member.isInCall, member.device == identity.device {
            effects = leave(identity.user, in: call, now)
        } else {
            return CallOutcome()
        }
        return CallOutcome(effects: effects, call: call.id)
    }

    /// A device was signed out: it leaves, or rings no more.
    mutating func deviceRemoved(_ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        setOnline(identity.device, false)
        guard var call = call(of: identity.user), var member = call[identity.user] else { return CallOutcome() }
        if member.isInCall, member.device == identity.device {
            return CallOutcome(effects: leave(identity.user, in: call, now), call: call.id)
        }
        guard member.ringing.remove(identity.device) != nil else { return CallOutcome() }
        call[identity.user] = member
        store(call, now: now)
        guard member.ringing.isEmpty else { return CallOutcome(call: call.id) }
        return CallOutcome(effects: reject(identity.user, in: call, sparing: nil, now), call: call.id)
    }

    /// A callee declined or did not answer. `sparing` is the device that asked, which is told nothing.
    mutating func reject(_ user: UserID, in call: LiveCall, sparing: DeviceID?, _ now: Timestamp) -> [CallEffect] {
        guard var member = call[user] else { return [] }
        var call = call
        let ringing = member.ringing.sorted().filter { $0 != sparing }
        member.status = .rejected
        member.ringing = []
        member.ringUntil = nil
        call[user] = member
        let rejected = CallSignals.about(member, .participantRejected, in: call.id)
        var effects = call.devices().map { CallEffect.deliver(rejected, to: $0) }
        effects += ringing.map { .deliver(CallSignals.cancelled(call.id), to: $0) }
        return effects + settle(call, now)
    }

    /// A participant left, or is taken for gone.
    mutating func leave(_ user: UserID, in call: LiveCall, _ now: Timestamp) -> [CallEffect] {
        guard var member = call[user] else { return [] }
        var call = call
        member.status = .left
        member.leftAt = now
        member.feed = nil
        member.awaySince = nil
        call[user] = member
        guard !isOver(call) else { return settle(call, now) }

        let left = CallSignals.about(member, .participantLeft, in: call.id)
        var effects = call.devices().map { CallEffect.deliver(left, to: $0) }
        if call.keyHost == user {
            effects += handOver(&call, now)
        } else {
            call.rotationDueAt = now.advanced(bySeconds: limits.rotation)
        }
        return effects + settle(call, now)
    }

    private func isOver(_ call: LiveCall) -> Bool {
        call.inCall.isEmpty || (call.inCall.count == 1 && call.ringing.isEmpty)
    }

    /// Keeps the call, or ends it when nobody is left to talk with.
    private mutating func settle(_ call: LiveCall, _ now: Timestamp) -> [CallEffect] {
        guard isOver(call) else {
            store(call, now: now)
            return [.record(CallSnapshot(call))]
        }
        return finish(call, now)
    }

    /// Ends the call: those still in it are told `call_ended`, ringing devices `call_cancelled`.
    mutating func finish(_ call: LiveCall, _ now: Timestamp) -> [CallEffect] {
        var call = call
        var effects = call.devices().map { CallEffect.deliver(CallSignals.ended(call.id), to: $0) }
        for member in call.members {
            effects += member.ringing.sorted().map { .deliver(CallSignals.cancelled(call.id), to: $0) }
        }
        for index in call.members.indices {
            if call.members[index].isInCall {
                call.members[index].status = .left
                call.members[index].leftAt = now
            } else if call.members[index].status == .inviting {
                call.members[index].status = .rejected
            }
            call.members[index].ringing = []
            call.members[index].ringUntil = nil
            call.members[index].feed = nil
        }
        call.endedAt = now
        remove(call, now: now)
        return effects + [.endRoom(call.room), .record(CallSnapshot(call))]
    }
}

import ECallAPI

extension Switchboard {
    /// Joining is accepting (wire-protocol 4.3). Repeating it changes nothing.
    mutating func join(_ id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard var call = call(id, with: identity.user), var member = call[identity.user] else {
            guard hasEnded(id, with: identity.user) else { return .refused(.notFound) }
            return .refused(.over, ending(id, on: identity))
        }
        if member.isInCall {
            guard member.device != identity.device else { return CallOutcome(call: id) }
            // The client leaves its call screen up after a failed join, so it is told.
            let signal = CallSignals.cancelled(id)
            return .refused(.joinedByOtherDevice, [.deliver(signal, to: identity.device)])
        }
        guard member.status == .inviting else { return .refused(.over, ending(id, on: identity)) }
        // Only a device that was invited with a key of its own may answer.
        guard member.ringing.contains(identity.device) else { return .refused(.notInCall) }

        let others = member.ringing.subtracting([identity.device]).sorted()
        member.status = .accepted
        member.device = identity.device
        member.ringing = []
        member.ringUntil = nil
        member.joinedAt = now
        member.awaySince = online.contains(identity.device) ? nil : now
        call[identity.user] = member
        call.answeredAt = call.answeredAt ?? now

        let joined = CallSignals.about(member, .participantJoined, in: id)
        var effects = call.devices(except: identity.device).map { CallEffect.deliver(joined, to: $0) }
        effects += others.map { .deliver(CallSignals.cancelled(id), to: $0) }
        effects.append(.interaction(call.host.user, identity.user, at: now))
        effects.append(.record(CallSnapshot(call)))
        store(call, now: now)
        return CallOutcome(effects: effects, call: id)
    }

    /// `call_ended` for a device that came too late, unless it is in another call by now: clients do not compare the id.
    private func ending(_ id: CallID, on identity: DeviceIdentity) -> [CallEffect] {
        let other = call(of: identity.user)
        guard other == nil || other?.id == id else { return [] }
        return [.deliver(CallSignals.ended(id), to: identity.device)]
    }
}

import ECallAPI

/// Coming into a call without an invitation: a device asks the participants for a key, and comes in with the first that it
/// gets (wire-protocol 4.7).
extension ActiveCalls {
    /// Asks all connected participants for a key. Refused at once if no one could answer, because clients wait forever.
    mutating func requestRejoin(_ id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard var call = call(id, with: identity.user), let member = call[identity.user] else {
            metrics.refusedRejoins += 1
            return .refused(hasEnded(id, with: identity.user) ? .over : .notFound)
        }
        let askable = call.inCall.filter { other in
            other.user != identity.user && other.isConnected && other.identity.map(online.contains) ?? false
        }
        if let refusal = refusal(of: identity, member, in: call) ?? (askable.isEmpty ? .nobodyThere : nil) {
            metrics.refusedRejoins += 1
            return .refused(refusal)
        }
        var effects: [CallEffect] = []
        if member.device == identity.device, call.keyHost == identity.user { effects += handOver(&call, now) }
        let isRepeated = call.rejoins[identity.user].map { pending in
            pending.device == identity.device && now < pending.askedAt.advanced(bySeconds: limits.rejoinRepeat)
        }
        if isRepeated != true {
            drop(call.rejoins[identity.user]?.device, of: identity.user, from: &call, .replaced)
            call.rejoins[identity.user] = PendingRejoin(
                device: identity.device, askedAt: now, until: now.advanced(bySeconds: limits.rejoin))
            metrics.asked += 1
            let request = RejoinRequest(call: id, user: member.user, name: member.name, device: identity.device)
            effects.append(.deliver(.participantRequestRejoin(request), to: askable.compactMap(\.identity)))
        }
        store(call, now: now)
        return CallOutcome(effects: effects, call: id)
    }

    /// Admits a device that has got a key. Idempotent.
    mutating func rejoin(_ id: CallID, _ identity: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard var call = call(id, with: identity.user), var member = call[identity.user] else {
            return .refused(hasEnded(id, with: identity.user) ? .over : .notFound)
        }
        if member.isRemoved == true { return .refused(.removed) }
        guard call.rejoins[identity.user]?.device == identity.device else {
            if member.isInCall, member.device == identity.device { return CallOutcome(call: id) }
            return .refused(.notAsked)
        }
        if let refusal = refusal(of: identity, member, in: call) { return .refused(refusal) }
        call.rejoins[identity.user] = nil
        metrics.rejoins[.rejoined, default: 0] += 1
        var effects: [CallEffect] = []
        if member.isInCall, member.device != identity.device {
            // The previous device is gone for good: senders must not encrypt to it as a member.
            let left = CallSignals.about(member, in: id)
            member.status = .left
            call[identity.user] = member
            let departure = Signal.participantLeft(ParticipantDeparture(participant: left))
            effects.append(.deliver(departure, to: call.devices()))
            if call.keyHost == identity.user { effects += handOver(&call, now) }
        }
        effects += admit(identity, to: call, now)
        return CallOutcome(effects: effects, call: id)
    }

    /// The reason why this device cannot come into the call now.
    private func refusal(of identity: DeviceIdentity, _ member: CallMember, in call: LiveCall) -> CallRefusal? {
        if member.isRemoved == true { return .removed }
        // An absent device does not block its user's other devices.
        if member.isInCall, member.device != identity.device, member.awaySince == nil { return .joinedByOtherDevice }
        // A call on hold is no obstacle to its own device, and is to the user's others: that device can return at any time.
        let isFree = calls(of: identity.user).allSatisfy { other in
            other.id == call.id || (other[identity.user]?.isOnHold == true && other.hasJoined(identity))
        }
        if !isFree { return .alreadyInCall }
        if !member.hasSeat, call.members.count(where: \.hasSeat) >= limits.participants { return .full }
        return nil
    }

    /// Drops a device's pending request for a key.
    mutating func drop(
        _ device: DeviceID?, of user: UserID, from call: inout LiveCall, _ outcome: RejoinOutcome
    ) {
        guard let device, call.rejoins[user]?.device == device else { return }
        call.rejoins[user] = nil
        metrics.rejoins[outcome, default: 0] += 1
    }
}

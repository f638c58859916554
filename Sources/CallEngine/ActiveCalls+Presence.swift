import ECallAPI

extension ActiveCalls {
    /// A device's signalling session is there again.
    mutating func sessionOpened(_ device: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        setOnline(device, true)
        guard var call = call(on: device), var member = call[device.user], call.hasJoined(device) else {
            return CallOutcome()
        }
        var effects: [CallEffect] = []
        (member.awaySince, member.goingSince, member.lastAliveAt) = (nil, nil, nil)
        if member.status == .reconnecting, member.isReachable {
            member.status = .connected
            effects = tellStatus(of: member, in: call)
        }
        call[member.user] = member
        if call.keyHost == member.user {
            call.keyHostDueAt = nil
        } else if !isKeyHostOnline(call), call.keyHostDueAt == nil {
            effects += handOver(&call, now)
        }
        store(call, now: now)
        return CallOutcome(effects: effects, call: call.id)
    }

    /// Whose page closes may come back, as who reloads it does, but is not waited for as for a line that is down.
    mutating func sessionGoing(_ device: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard var call = call(on: device), var member = call[device.user], call.hasJoined(device) else {
            return CallOutcome()
        }
        member.goingSince = now
        call[member.user] = member
        store(call, now: now)
        return CallOutcome(call: call.id)
    }

    /// A device's signalling session is gone.
    mutating func sessionClosed(_ device: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        setOnline(device, false)
        guard var call = call(on: device), var member = call[device.user], call.hasJoined(device) else {
            return CallOutcome()
        }
        var effects: [CallEffect] = []
        member.awaySince = member.awaySince ?? now
        if member.status == .connected {
            member.status = .reconnecting
            effects = tellStatus(of: member, in: call)
        }
        call[member.user] = member
        if call.keyHost == member.user { effects += handOver(&call, now) }
        store(call, now: now)
        return CallOutcome(effects: effects, call: call.id)
    }

    func tellStatus(of member: CallMember, in call: LiveCall) -> [CallEffect] {
        let update = ParticipantUpdate(participant: CallSignals.about(member, in: call.id), status: member.status)
        return call.devices(except: member.identity).map { .deliver(.participantUpdated(update), to: $0) }
    }

    // MARK: - Time

    /// Does everything whose time has come.
    mutating func tick(_ now: Timestamp) -> CallOutcome {
        forgetEnded(now: now)
        var effects: [CallEffect] = []
        for id in due(now) { effects += tick(id, now) }
        return CallOutcome(effects: effects)
    }

    private mutating func tick(_ id: CallID, _ now: Timestamp) -> [CallEffect] {
        var effects: [CallEffect] = []
        for user in calls[id]?.members.map(\.user) ?? [] {
            guard let call = calls[id], let member = call[user] else { return effects }
            if let until = member.ringUntil, until <= now {
                effects += reject(user, in: call, sparing: nil, .unanswered, now)
            } else if member.isInCall, let goneAt = member.goneAt(limits), goneAt <= now {
                // Who closed the window has not hung up: the others waited, and nobody came back.
                effects += leave(user, in: call, member.isOnHold ? .hungUp : .connectionLost, now)
                // Its device is there, and may show the call as one that waits.
                if member.isOnHold, let device = member.identity {
                    effects.append(.end(CallEnd(call: id, reason: .hungUp), on: device))
                }
            }
        }
        guard var call = calls[id] else { return effects }
        if let since = call.unconnectedSince, since.advanced(bySeconds: limits.unconnected) <= now {
            return effects + finish(call, .connectionLost, now)
        }
        effects += expireRejoins(&call, now)
        if let due = call.keyHostDueAt, due <= now {
            call.keyHostDueAt = nil
            if !isKeyHostOnline(call) { effects += handOver(&call, now) }
        }
        if let due = call.rotationDueAt, due <= now { effects += handOver(&call, now) }
        if let again = call.handoverRepeatAt, again <= now {
            call.handoverRepeatAt = nil
            effects += announceKeyHost(call)
        }
        store(call, now: now)
        return effects
    }

    private func isKeyHostOnline(_ call: LiveCall) -> Bool {
        call[call.keyHost]?.identity.map(online.contains) ?? false
    }

    /// Devices that have got no key in time. A client waits without end unless it is notified (wire-protocol 4.7).
    private mutating func expireRejoins(_ call: inout LiveCall, _ now: Timestamp) -> [CallEffect] {
        var effects: [CallEffect] = []
        for (user, pending) in call.rejoins.sorted(by: { $0.key < $1.key }) where pending.until <= now {
            drop(pending.device, of: user, from: &call, .expired)
            // One that rings meanwhile, or counts as in the call, goes on with that.
            let device = DeviceIdentity(user: user, device: pending.device)
            if !call.concerns(device), isFree(device, for: call) {
                effects.append(.end(CallEnd(call: call.id, reason: nil), on: device))
            }
        }
        return effects
    }
}

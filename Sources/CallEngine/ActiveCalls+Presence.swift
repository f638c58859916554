import ECallAPI

extension ActiveCalls {
    /// Handles the return of a device's signalling session.
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

    /// Handles a closing page: it may come back, as on a reload, but is waited for less than a lost connection.
    mutating func sessionGoing(_ device: DeviceIdentity, _ now: Timestamp) -> CallOutcome {
        guard var call = call(on: device), var member = call[device.user], call.hasJoined(device) else {
            return CallOutcome()
        }
        member.goingSince = now
        call[member.user] = member
        store(call, now: now)
        return CallOutcome(call: call.id)
    }

    /// Handles the loss of a device's signalling session.
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
        return [.deliver(.participantUpdated(update), to: call.devices(except: member.identity))]
    }

    // MARK: - Time

    /// Handles everything that is due.
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
                // A closed window is not a hang-up: the others waited, and no one came back.
                effects += leave(user, in: call, member.isOnHold ? .hungUp : .connectionLost, now)
                // Its device is connected and may show the call as on hold.
                if member.isOnHold, let device = member.identity {
                    effects.append(.end(CallEnd(call: id, reason: .hungUp), on: [device]))
                }
            }
        }
        guard var call = calls[id] else { return effects }
        if let since = call.unconnectedSince, since.advanced(bySeconds: limits.unconnected) <= now {
            return effects + finish(call, .connectionLost, now)
        }
        findMissingMedia(&call, now)
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

    /// Finds the devices that are in the room without media for too long. Each is reported once until its media come.
    private mutating func findMissingMedia(_ call: inout LiveCall, _ now: Timestamp) {
        for index in call.members.indices {
            let member = call.members[index]
            guard let due = member.mediaDueAt(limits), due <= now, let device = member.identity else { continue }
            call.members[index].lacksMedia = true
            happened(.failed(device))
        }
    }

    private func isKeyHostOnline(_ call: LiveCall) -> Bool {
        call[call.keyHost]?.identity.map(online.contains) ?? false
    }

    /// Drops devices that did not get a key in time. A client waits forever unless it is notified (wire-protocol 4.7).
    private mutating func expireRejoins(_ call: inout LiveCall, _ now: Timestamp) -> [CallEffect] {
        var effects: [CallEffect] = []
        for (user, pending) in call.rejoins.sorted(by: { $0.key < $1.key }) where pending.until <= now {
            drop(pending.device, of: user, from: &call, .expired)
            // A device that rings meanwhile, or counts as in the call, continues with that.
            let device = DeviceIdentity(user: user, device: pending.device)
            if !call.concerns(device), isFree(device, for: call) {
                effects.append(.end(CallEnd(call: call.id, reason: nil), on: [device]))
            }
        }
        return effects
    }
}

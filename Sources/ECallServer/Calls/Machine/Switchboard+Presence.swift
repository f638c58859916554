import ECallAPI

extension Switchboard {
    /// A device's signalling session is there again.
    mutating func sessionOpened(_ device: DeviceID, _ now: Timestamp) -> CallOutcome {
        setOnline(device, true)
        guard var call = call(on: device), var member = call.inCall.first(where: { $0.device == device }) else {
            return CallOutcome()
        }
        var effects: [CallEffect] = []
        member.awaySince = nil
        if member.status == .reconnecting {
            member.status = .connected
            effects = tellStatus(of: member, in: call)
        }
        call[member.user] = member
        let hostDevice = call[call.keyHost]?.device
        if call.keyHost != member.user, let hostDevice, !online.contains(hostDevice) {
            effects += handOver(&call, now)
        }
        store(call, now: now)
        return CallOutcome(effects: effects, call: call.id)
    }

    /// A device's signalling session is gone.
    mutating func sessionClosed(_ device: DeviceID, _ now: Timestamp) -> CallOutcome {
        setOnline(device, false)
        guard var call = call(on: device), var member = call.inCall.first(where: { $0.device == device }) else {
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
        var signal = CallSignals.about(member, .participantUpdated, in: call.id)
        signal.status = member.status
        return call.devices(except: member.device).map { .deliver(signal, to: $0) }
    }

    /// The call that the device has joined.
    func call(on device: DeviceID) -> LiveCall? {
        calls.values.first { call in call.members.contains { $0.isInCall && $0.device == device } }
    }

    // MARK: - Time

    /// When `tick` has something to do next; nil when nothing is waited for.
    var deadline: Timestamp? {
        calls.values.flatMap(deadlines).min()
    }

    private func deadlines(of call: LiveCall) -> [Timestamp] {
        let absences = call.inCall.compactMap { $0.awaySince?.advanced(bySeconds: limits.absence) }
        let own = [
            call.handoverRepeatAt, call.rotationDueAt,
            call.unconnectedSince?.advanced(bySeconds: limits.unconnected),
        ]
        return call.members.compactMap(\.ringUntil) + absences + own.compactMap(\.self)
    }

    /// Does everything whose time has come.
    mutating func tick(_ now: Timestamp) -> CallOutcome {
        forgetEnded(now: now)
        var effects: [CallEffect] = []
        for id in calls.keys.sorted() { effects += tick(id, now) }
        return CallOutcome(effects: effects)
    }

    private mutating func tick(_ id: CallID, _ now: Timestamp) -> [CallEffect] {
        var effects: [CallEffect] = []
        for user in calls[id]?.members.map(\.user) ?? [] {
            guard let call = calls[id], let member = call[user] else { return effects }
            if let until = member.ringUntil, until <= now {
                effects += reject(user, in: call, sparing: nil, now)
            } else if member.isInCall, let since = member.awaySince,
                since.advanced(bySeconds: limits.absence) <= now
            {
                effects += leave(user, in: call, now)
            }
        }
        guard var call = calls[id] else { return effects }
        if let since = call.unconnectedSince, since.advanced(bySeconds: limits.unconnected) <= now {
            return effects + finish(call, now)
        }
        if let due = call.rotationDueAt, due <= now { effects += handOver(&call, now) }
        if let again = call.handoverRepeatAt, again <= now {
            call.handoverRepeatAt = nil
            effects += announceKeyHost(call)
        }
        store(call, now: now)
        return effects
    }
}

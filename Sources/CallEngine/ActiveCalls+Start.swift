import ECallAPI

extension ActiveCalls {
    /// Starts a call and rings the callees that can be rung (wire-protocol 4.2).
    mutating func begin(_ start: CallStart, _ now: Timestamp) -> CallOutcome {
        if let call = call(in: start.room) { return beginAgain(start, call) }
        let rung: [CallStart.Callee]
        switch reachable(start.callees) {
        case .success(let callees): rung = callees
        case .failure(let refusal):
            countBusy(start.callees)
            return .refused(refusal)
        }
        guard rung.count < limits.participants else { return .refused(.full) }
        let current = calls(of: start.caller.user)
        if current.contains(where: { $0[start.caller.user]?.device != start.caller.device }) {
            return .refused(.alreadyInCall)
        }
        countBusy(start.callees)
        // A device that starts a call has left the previous one, even without a request, and any call it has on hold.
        let left = current.flatMap { end($0.id, start.caller, saying: nil, now).effects }

        let call = makeCall(start, rung: rung, now)
        store(call, now: now)
        keep(start.e2ee, from: start.caller, in: call.id)
        metrics.started += 1
        metrics.rung += rung.count
        let effects = left + [CallEffect.record(CallSnapshot(call))] + rings(start.invitation(to: call), rung)
        return CallOutcome(effects: effects, call: call.id)
    }

    /// Handles a client's retry after a lost answer. If the server that accepted the request has died since, the devices
    /// may not have been rung.
    private mutating func beginAgain(_ start: CallStart, _ call: LiveCall) -> CallOutcome {
        guard call.host == start.caller else { return .refused(.alreadyInCall) }
        guard restored.remove(call.id) != nil else { return CallOutcome(call: call.id) }
        keep(start.e2ee, from: start.caller, in: call.id)
        return CallOutcome(effects: ringAgain(start.invitation(to: call), start.callees, in: call), call: call.id)
    }

    /// Rings again the devices that ring already because of the same caller.
    func ringAgain(
        _ invitation: CallSignals.Invitation, _ callees: [CallStart.Callee], in call: LiveCall
    ) -> [CallEffect] {
        rings(
            invitation,
            callees.filter { !$0.isShielded && call[$0.user]?.inviter == invitation.caller.user }.map { callee in
                let ringing = call[callee.user]?.ringing ?? []
                return CallStart.Callee(
                    user: callee.user, name: callee.name, isAvailable: true,
                    keys: callee.keys.filter { ringing.contains($0.key) })
            })
    }

    /// The callees that can be rung, or the reason why none can.
    func reachable(_ callees: [CallStart.Callee]) -> Result<[CallStart.Callee], CallRefusal> {
        let available = callees.filter(\.isAvailable)
        let free = available.compactMap(whereFree)
        let rung = free.filter { !$0.keys.isEmpty }
        if !rung.isEmpty { return .success(rung) }
        if !free.isEmpty { return .failure(.keyMissing) }
        return .failure(available.isEmpty ? .calleeNotAvailable : .allCalleesBusy)
    }

    /// The callee with the devices that can be rung: all, or, during a call, the one that shows another call (the stock app
    /// would lose its current call: wire-protocol 4.2). nil for a busy callee.
    private func whereFree(_ callee: CallStart.Callee) -> CallStart.Callee? {
        // A shielded callee never looks busy, which would reveal that others get through.
        guard !callee.isShielded else { return callee }
        let calls = calls(of: callee.user)
        guard let call = calls.first else { return callee }
        guard calls.count == 1, let member = call[callee.user], member.isInCall, !member.isOnHold,
            member.takesCalls == true, let device = member.identity, online.contains(device)
        else { return nil }
        return CallStart.Callee(
            user: callee.user, name: callee.name, isAvailable: true,
            keys: callee.keys.filter { $0.key == device.device })
    }

    /// Counts busy callees as rung, with that outcome.
    mutating func countBusy(_ callees: [CallStart.Callee]) {
        let busy = callees.count { $0.isAvailable && whereFree($0) == nil }
        metrics.rung += busy
        if busy > 0 { metrics.rings[.busy, default: 0] += busy }
    }

    /// One invitation per device, with its own key. None for shielded callees.
    func rings(_ invitation: CallSignals.Invitation, _ callees: [CallStart.Callee]) -> [CallEffect] {
        callees.filter { !$0.isShielded }.flatMap { callee in
            callee.keys.sorted { $0.key < $1.key }.map { id, key in
                let device = DeviceIdentity(user: callee.user, device: id)
                return .ring(invitation.addressed(to: device, key: key), on: device)
            }
        }
    }

    private func makeCall(_ start: CallStart, rung: [CallStart.Callee], _ now: Timestamp) -> LiveCall {
        let host = CallMember(
            user: start.caller.user, name: start.callerName, isHost: true, inviter: start.caller.user,
            status: .accepted, device: start.caller.device, joinedAt: now,
            awaySince: online.contains(start.caller) ? nil : now, isVideoEnabled: start.isVideo)
        let callees = rung.map { invited($0, by: start.caller, isVideo: start.isVideo, now) }
        let offline = start.callees.filter { !$0.isAvailable || $0.keys.isEmpty }.map(\.user)
        return LiveCall(
            id: start.id, room: start.room, isVideo: start.isVideo, host: start.caller, members: [host] + callees,
            keyHost: start.caller.user, offline: offline, startedAt: now)
    }

    /// A member that begins to ring.
    func invited(_ callee: CallStart.Callee, by inviter: DeviceIdentity, isVideo: Bool, _ now: Timestamp) -> CallMember
    {
        CallMember(
            user: callee.user, name: callee.name, isHost: false, inviter: inviter.user, invitedBy: inviter,
            isShielded: callee.isShielded,
            status: .inviting, ringing: callee.isShielded ? [] : Set(callee.keys.keys),
            ringUntil: now.advanced(bySeconds: limits.ring), isVideoEnabled: isVideo)
    }
}

extension CallStart {
    fileprivate func invitation(to call: LiveCall) -> CallSignals.Invitation {
        CallSignals.Invitation(
            call: call.id, room: room, caller: caller, callerName: callerName, isVideo: isVideo,
            videoCodec: videoCodec, isOnGoing: false, e2ee: e2ee)
    }
}

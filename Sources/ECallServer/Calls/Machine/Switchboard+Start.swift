import ECallAPI

extension Switchboard {
    /// Starts a call and rings the callees that can be rung (wire-protocol 4.2).
    mutating func begin(_ start: CallStart, _ now: Timestamp) -> CallOutcome {
        if let call = call(in: start.room) {
            // A request that the client repeats because it did not see the answer.
            guard call.host == start.caller else { return .refused(.alreadyInCall) }
            return CallOutcome(call: call.id)
        }
        let rung: [CallStart.Callee]
        switch reachable(start) {
        case .success(let callees): rung = callees
        case .failure(let refusal): return .refused(refusal)
        }
        if let current = call(of: start.caller.user), current[start.caller.user]?.device != start.caller.device {
            return .refused(.alreadyInCall)
        }
        // A device that starts a call has left the one before, even if it did not say so.
        let left = end(nil, start.caller, now).effects

        let call = makeCall(start, rung: rung, now)
        store(call, now: now)
        var effects = left + [CallEffect.record(CallSnapshot(call))]
        for callee in rung where !callee.isShielded {
            for (device, key) in callee.keys.sorted(by: { $0.key < $1.key }) {
                let signal = CallSignals.invitation(start, callee: callee.user, device: device, key: key)
                effects.append(.ring(signal, on: device))
            }
        }
        return CallOutcome(effects: effects, call: call.id)
    }

    /// The callees that can be rung; why there is none, where there is none.
    private func reachable(_ start: CallStart) -> Result<[CallStart.Callee], CallRefusal> {
        let available = start.callees.filter(\.isAvailable)
        // Who is shielded never looks busy: that would tell that others get through.
        let free = available.filter { $0.isShielded || call(of: $0.user) == nil }
        let rung = free.filter { !$0.keys.isEmpty }
        if !rung.isEmpty { return .success(rung) }
        if !free.isEmpty { return .failure(.keyMissing) }
        return .failure(available.isEmpty ? .calleeNotAvailable : .allCalleesBusy)
    }

    private func makeCall(_ start: CallStart, rung: [CallStart.Callee], _ now: Timestamp) -> LiveCall {
        let host = CallMember(
            user: start.caller.user, name: start.callerName, isHost: true, status: .accepted,
            device: start.caller.device, joinedAt: now, awaySince: online.contains(start.caller.device) ? nil : now,
            isVideoEnabled: start.isVideo)
        let callees = rung.map { callee in
            CallMember(
                user: callee.user, name: callee.name, isHost: false, isShielded: callee.isShielded, status: .inviting,
                ringing: callee.isShielded ? [] : Set(callee.keys.keys),
                ringUntil: now.advanced(bySeconds: limits.ring),
                isVideoEnabled: start.isVideo)
        }
        let offline = start.callees.filter { !$0.isAvailable || $0.keys.isEmpty }.map(\.user)
        return LiveCall(
            id: start.id, room: start.room, isVideo: start.isVideo, host: start.caller, members: [host] + callees,
            keyHost: start.caller.user, offline: offline, startedAt: now)
    }
}

package import ECallAPI

extension ActiveCalls {
    /// Restores a call of a killed server. Its participants count as away until they come back, with the usual timeout;
    /// ringing callees ring until their original timeout. No one is notified.
    ///
    /// - Parameter aliveAt: when that server was last known to run: a participant who does not come back has left then.
    package mutating func restore(_ stored: LiveCall, aliveAt: Timestamp? = nil, now: Timestamp) {
        var call = stored
        guard calls[call.id] == nil, callOfNobody(call) else { return }
        for index in call.members.indices where call.members[index].isInCall {
            call.members[index].awaySince = now
            call.members[index].lastAliveAt =
                call.members[index].lastAliveAt
                ?? aliveAt.map { alive in
                    let known = [alive, call.startedAt, call.answeredAt, call.members[index].joinedAt].compactMap(
                        \.self)
                    return min(known.max() ?? alive, now)
                }
            if call.members[index].status == .connected { call.members[index].status = .reconnecting }
        }
        let grace = now.advanced(bySeconds: limits.keyHostReturn)
        call.keyHostDueAt = grace
        call.unconnectedSince = nil
        // Anyone who was to be notified or to act has no connection now.
        if call.handoverRepeatAt != nil { call.handoverRepeatAt = grace }
        if call.rotationDueAt != nil { call.rotationDueAt = grace }
        restored.insert(call.id)
        metrics.started += 1
        metrics.rung += call.ringing.count
        metrics.asked += call.rejoins.count
        store(call, now: now)
    }

    /// Whether the stored call conflicts with none: it must not put a user into two calls, unless one is on hold or rings
    /// as a second one.
    private func callOfNobody(_ call: LiveCall) -> Bool {
        self.call(in: call.room) == nil
            && call.members.allSatisfy { member in
                let others = calls(of: member.user)
                return !member.hasSeat || member.isShielded || others.isEmpty
                    || (others.count == 1 && others[0][member.user].map { isSecond($0, member) } ?? false)
            }
    }

    /// Whether a user can have both seats.
    private func isSecond(_ one: CallMember, _ other: CallMember) -> Bool {
        if one.isOnHold || other.isOnHold { return one.isOnHold != other.isOnHold }
        return one.isInCall != other.isInCall && (one.takesCalls ?? other.takesCalls) == true
    }
}

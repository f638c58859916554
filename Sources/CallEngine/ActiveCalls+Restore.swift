package import ECallAPI

extension ActiveCalls {
    /// Recovers a call of a server that was killed. Everybody in it is away until they come back, and has the usual
    /// time for that; who rings rings until the moment that was set. Nobody is notified.
    package mutating func restore(_ stored: LiveCall, now: Timestamp) {
        var call = stored
        guard calls[call.id] == nil, callOfNobody(call) else { return }
        for index in call.members.indices where call.members[index].isInCall {
            call.members[index].awaySince = now
            if call.members[index].status == .connected { call.members[index].status = .reconnecting }
        }
        let grace = now.advanced(bySeconds: limits.keyHostReturn)
        call.keyHostDueAt = grace
        call.unconnectedSince = nil
        // Anyone who was to hear of it or to act has no connection now.
        if call.handoverRepeatAt != nil { call.handoverRepeatAt = grace }
        if call.rotationDueAt != nil { call.rotationDueAt = grace }
        restored.insert(call.id)
        metrics.started += 1
        metrics.rung += call.ringing.count
        metrics.asked += call.rejoins.count
        store(call, now: now)
    }

    /// No file can put a user into two calls.
    private func callOfNobody(_ call: LiveCall) -> Bool {
        self.call(in: call.room) == nil
            && call.members.allSatisfy { !$0.hasSeat || $0.isShielded || self.call(of: $0.user) == nil }
    }
}

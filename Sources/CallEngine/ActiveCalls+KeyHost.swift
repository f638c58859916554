import ECallAPI

extension ActiveCalls {
    /// Makes the longest joined participant with a live session key host, and notifies everyone now and once more a little
    /// later (wire-protocol 4.6). Without another candidate nothing changes, unless the present one has left.
    mutating func handOver(_ call: inout LiveCall, _ now: Timestamp) -> [CallEffect] {
        call.rotationDueAt = nil
        call.keyHostDueAt = nil
        let present = call.keyHost
        let candidates = call.inCall.filter { $0.user != present }
            .sorted { ($0.joinedAt ?? now, $0.user) < ($1.joinedAt ?? now, $1.user) }
        let live = candidates.first { $0.identity.map(online.contains) ?? false }
        let hasLeft = !(call[present]?.isInCall ?? false)
        guard let next = live ?? (hasLeft ? candidates.first : nil) else { return [] }
        call.keyHost = next.user
        call.handoverRepeatAt = now.advanced(bySeconds: limits.handoverRepeat)
        return announceKeyHost(call)
    }

    func announceKeyHost(_ call: LiveCall) -> [CallEffect] {
        guard let host = call[call.keyHost] else { return [] }
        let notice = CallSignals.about(host, in: call.id)
        return [.deliver(.handoverHost(notice), to: call.devices())]
    }
}

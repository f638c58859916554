import ECallAPI
import ECallSecurity

/// Hands that others raise, and their reactions (e2ee 5, `report`).
extension KeyDistribution {
    mutating func received(_ gestures: Gestures, from sender: DeviceAddress, now: UInt64) {
        peers[sender]?.current?.handHeard = gestures.isHandRaised ? now : nil
        let last = peers[sender]?.current?.reacted
        guard let reaction = gestures.reaction, gestures.isReaction(after: last?.gestures ?? Gestures()),
            last.map({ now >= $0.at + KeyDistributionLimits.reactionPause }) ?? true
        else { return }
        peers[sender]?.current?.reacted = (gestures, now)
        actions.append(.reacted(from: sender, reaction))
    }

    /// Lowers the hands of devices that have fallen silent: the signal that a hand was lowered may be lost. While this device
    /// is away it receives nothing from anyone.
    mutating func lowerForgottenHands(now: UInt64) {
        guard isConnected else { return }
        for (address, peer) in peers {
            if let entry = peer.current, let end = handEnd(of: entry), now >= end {
                peers[address]?.current?.handHeard = nil
            }
        }
    }

    /// The moment at which hands go down of which nothing is heard.
    func handInstants() -> [UInt64] { peers.values.compactMap { $0.current.flatMap(handEnd) } }

    private func handEnd(of entry: Entry) -> UInt64? {
        entry.handHeard.map { max($0, absenceEnded ?? 0) + KeyDistributionLimits.handTime }
    }
}

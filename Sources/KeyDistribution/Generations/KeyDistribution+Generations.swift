import ECallSecurity

/// The changes of the own key, and its recipients (e2ee 5).
extension KeyDistribution {
    mutating func renewGenerations(now: UInt64, random: inout some RandomNumberGenerator) {
        if let leaveAt, now >= leaveAt + KeyDistributionLimits.gathering {
            // However late it is: the generation that the leaver has ends with its grace.
            let end = max(now, leaveAt + KeyDistributionLimits.leaveGrace)
            begin(sealsFrom: min(end, now + KeyDistributionLimits.adoptionDelay), now: now, random: &random)
        }
        if now >= renewsAt { begin(sealsFrom: now + KeyDistributionLimits.adoptionDelay, now: now, random: &random) }
        if !newcomers.isEmpty, lastStep.map({ now >= $0 + KeyDistributionLimits.gathering }) ?? true {
            handToNewcomers(now: now, random: &random)
        }
        generations.dropUnused(now: now)
    }

    /// Starts a generation and gives it to all members.
    private mutating func begin(sealsFrom: UInt64, now: UInt64, random: inout some RandomNumberGenerator) {
        generations.begin(SenderKey.draw(using: &random), sealsFrom: sealsFrom, now: now)
        leaveAt = nil
        renewsAt = now + Self.drawLife(using: &random)
        newcomers = []
        let members = peers.keys.sorted().filter { peers[$0]?.current?.isMember ?? false }
        guard !members.isEmpty else { return }
        lastStep = now
        for member in members { hand(to: member, now: now, random: &random) }
    }

    /// Moves the ratchet on if anything was sealed already, so that newcomers open nothing of that.
    private mutating func handToNewcomers(now: UInt64, random: inout some RandomNumberGenerator) {
        if generations.isNewestInUse(now: now), !generations.isNewestFresh {
            guard generations.newest.step < SenderKey.lastStep else {
                return begin(sealsFrom: now + KeyDistributionLimits.adoptionDelay, now: now, random: &random)
            }
            generations.step()
        }
        lastStep = now
        let addresses = newcomers.sorted()
        newcomers = []
        for address in addresses { hand(to: address, now: now, random: &random) }
    }

    func generationInstants(now: UInt64) -> [UInt64] {
        var instants = [renewsAt]
        if let leaveAt { instants.append(leaveAt + KeyDistributionLimits.gathering) }
        if !newcomers.isEmpty, let lastStep { instants.append(lastStep + KeyDistributionLimits.gathering) }
        return instants + generations.starts(after: now)
    }

    static func drawLife(using random: inout some RandomNumberGenerator) -> UInt64 {
        KeyDistributionLimits.generationLife + random.next() % (KeyDistributionLimits.lifeSpread + 1)
    }
}

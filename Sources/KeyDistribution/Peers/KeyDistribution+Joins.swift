import ECallAPI
import ECallSecurity

/// Admission of joins (e2ee 3).
extension KeyDistribution {
    mutating func receivedJoin(
        from sender: DeviceAddress, _ text: String, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let peer = peers[sender] else { return }
        if peer.listing == .unlisted {
            // Relaying a join also asserts that its device is present.
            guard peer.current?.join.text != text else { return }
            peers[sender]?.listing = .relayed(at: now)
        }
        guard peer.current?.join.text != text, peer.joins.looks < KeyDistributionLimits.joinsOfAddress else { return }
        if let lookedAt = peer.joins.lookedAt, now < lookedAt + KeyDistributionLimits.joinInterval {
            peers[sender]?.joins.waiting = text
        } else {
            look(at: text, of: sender, now: now, random: &random)
        }
    }

    mutating func lookAtWaitingJoins(now: UInt64, random: inout some RandomNumberGenerator) {
        for address in peers.compactMap({ $0.value.joins.waiting == nil ? nil : $0.key }).sorted() {
            guard let joins = peers[address]?.joins, let text = joins.waiting, let lookedAt = joins.lookedAt,
                now >= lookedAt + KeyDistributionLimits.joinInterval
            else { continue }
            look(at: text, of: address, now: now, random: &random)
        }
    }

    private mutating func look(
        at text: String, of sender: DeviceAddress, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let history = peers[sender]?.joins else { return }
        peers[sender]?.joins.waiting = nil
        peers[sender]?.joins.lookedAt = now
        peers[sender]?.joins.looks += 1
        guard let join = try? Join(verifying: text), join.address == sender, join.roomID == room, join.x != own.join.x,
            history.highestSeq.map({ join.seq > $0 }) ?? true, !history.ended.contains(join.hash)
        else { return }
        peers[sender]?.joins.highestSeq = join.seq
        if let before = peers[sender]?.current {
            drop(before, of: sender, at: now, grace: KeyDistributionLimits.leaveGrace)
            peers[sender]?.current = nil
        }
        if let leave = peers[sender]?.waiting[.leave],
            (try? Leave(verifying: leave, by: join.identity.sign))?.join == join.hash
        {
            peers[sender]?.joins.ended.insert(join.hash)
            return
        }
        if isEntering(now: now) { invited.insert(sender.userID) }
        let trust = judge(join)
        peers[sender]?.asking = nil
        peers[sender]?.current = Entry(
            join, since: now, trust: trust, presence: trust.isHeld ? .held : .member, awaySince: now, proof: now)
        if !trust.isHeld { admitted(sender, now: now, random: &random) }
    }

    /// Handles a join that became a member's: messages that waited for it are processed.
    mutating func admitted(_ address: DeviceAddress, now: UInt64, random: inout some RandomNumberGenerator) {
        came(address)
        meet(address, now: now, random: &random)
        if let opening = peers[address]?.waiting.removeValue(forKey: .open) {
            receivedOpen(from: address, opening, now: now, random: &random)
        }
    }

    // MARK: - asking for joins

    mutating func expectJoin(of address: DeviceAddress, now: UInt64) {
        guard peers[address]?.asking == nil, enteredAt != nil else { return }
        peers[address]?.asking = (at: now + KeyDistributionLimits.askTimes[0], count: 1)
    }

    mutating func askForJoins(now: UInt64) {
        for (address, peer) in peers where peer.isListed && peer.current == nil {
            guard let asking = peer.asking, now >= asking.at else { continue }
            let times = KeyDistributionLimits.askTimes
            peers[address]?.asking = (at: now + times[min(asking.count, times.count - 1)], count: asking.count + 1)
            ask(address, now: now)
        }
    }

    /// Asks a device for its missing join, or its missing key.
    mutating func ask(_ address: DeviceAddress, now: UInt64) {
        guard enteredAt != nil, isConnected else { return }
        if let last = peers[address]?.lastAsked, now < last + KeyDistributionLimits.askInterval { return }
        peers[address]?.lastAsked = now
        outbox.againTo.insert(address)
    }
}

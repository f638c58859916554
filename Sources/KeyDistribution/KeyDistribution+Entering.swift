import ECallAPI
import ECallSecurity

/// Entering, leaving, and being away.
extension KeyDistribution {
    mutating func entered(now: UInt64) {
        guard enteredAt == nil else { return }
        enteredAt = now
        isConnected = true
        outbox.joinToAll = true
        outbox.statusToAll = true
        for (address, peer) in peers where peer.isListed && peer.current == nil { expectJoin(of: address, now: now) }
    }

    mutating func connected(now: UInt64) {
        guard enteredAt != nil, !isConnected else { return }
        isConnected = true
        absenceEnded = now
        outbox.statusToAll = true
        owesInvite = true
        // A device that counted as listed only for a moment is present once a list says so: that moment has passed meanwhile.
        for (address, peer) in peers.sorted(by: { $0.key < $1.key }) {
            guard case .relayed(let at) = peer.listing, now >= at + KeyDistributionLimits.relayedListing else {
                continue
            }
            unlisted(address, now: now)
        }
    }

    mutating func leave() {
        if enteredAt != nil { outbox.leaveToAll = true }
        for address in peers.keys.sorted() where peers[address]?.current?.heard != nil {
            actions.append(.forget(address))
        }
        peers = [:]
        generations.end()
        isOver = true
    }

    /// Takes over the server's list of devices in the call.
    mutating func listed(_ addresses: Set<DeviceAddress>, now: UInt64, random: inout some RandomNumberGenerator) {
        for listed in addresses.sorted() where listed != address {
            guard peers[listed] != nil || peers.count < KeyDistributionLimits.devices else { continue }
            if isEntering(now: now) { invited.insert(listed.userID) }
            let wasListed = peers[listed]?.isListed ?? false
            peers[listed, default: Peer()].listing = .listed
            guard !wasListed else { continue }
            if peers[listed]?.current == nil {
                expectJoin(of: listed, now: now)
            } else if peers[listed]?.current?.presence == .away {
                oweStatus(to: listed)
            }
        }
        for known in peers.keys.sorted() where !addresses.contains(known) {
            switch peers[known]?.listing {
            case .relayed(let at) where now < at + KeyDistributionLimits.relayedListing: continue
            case .relayed, .listed: unlisted(known, now: now)
            case .unlisted, nil: continue
            }
        }
        judgeAgain(now: now, random: &random)
    }

    private mutating func unlisted(_ address: DeviceAddress, now: UInt64) {
        peers[address]?.listing = .unlisted
        peers[address]?.asking = nil
        if peers[address]?.current?.presence == .member { lose(address, at: now, becoming: .away) }
    }

    /// Whether present devices may have been there before this one: no one had to invite them in front of it.
    func isEntering(now: UInt64) -> Bool {
        guard !isFounder else { return false }
        return enteredAt.map { now <= $0 + KeyDistributionLimits.entryTime } ?? true
    }

    /// Removes a device from the members: no keys go to it, its frames are not heard, and the next generation is without it.
    mutating func lose(_ address: DeviceAddress, at instant: UInt64, becoming presence: CallMember.Presence) {
        guard let entry = peers[address]?.current else { return }
        // A held device may be in other hands: the people it has invited are not passed on.
        if presence == .held { peers[address]?.current?.hasInvited = false }
        peers[address]?.current?.presence = presence
        peers[address]?.current?.awaySince = instant
        // The keys it was handed are over: only a later key shows that it hears this device again.
        peers[address]?.current?.handed = []
        peers[address]?.current?.hearsUs = false
        peers[address]?.current?.lacksKeys = false
        if presence == .held { oweStatusAtOnce(to: address) }
        drop(entry, of: address, at: instant, grace: presence == .held ? 0 : KeyDistributionLimits.leaveGrace)
    }

    /// Ends the use of keys for an entry.
    mutating func drop(_ entry: Entry, of address: DeviceAddress, at instant: UInt64, grace: UInt64) {
        newcomers.remove(address)
        if peers[address]?.current?.hasInvited ?? false { owesInvite = true }
        if entry.heard != nil {
            peers[address]?.current?.heard = nil
            actions.append(.forget(address))
        }
        guard generations.left(entry.join.hash, at: instant, grace: grace) else { return }
        // Without grace the answer does not wait for others who may leave.
        let answered = grace == 0 ? instant - min(instant, KeyDistributionLimits.leaveGrace) : instant
        leaveAt = min(leaveAt ?? answered, answered)
    }

    mutating func receivedLeave(from sender: DeviceAddress, _ text: String, now: UInt64) {
        guard let entry = peers[sender]?.current else {
            peers[sender]?.waiting[.leave] = text
            return
        }
        guard let leave = try? Leave(verifying: text, by: entry.join.identity.sign) else { return }
        guard leave.join == entry.join.hash else {
            // It belongs to a join that is not here yet.
            peers[sender]?.waiting[.leave] = text
            return
        }
        end(entry, of: sender, now: now)
    }

    /// Records that a join is over for good.
    mutating func end(_ entry: Entry, of address: DeviceAddress, now: UInt64) {
        peers[address]?.joins.ended.insert(entry.join.hash)
        drop(entry, of: address, at: now, grace: KeyDistributionLimits.leaveGrace)
        peers[address]?.current = nil
    }

    /// Records that a device that was away shows that it is present.
    mutating func comeBack(_ address: DeviceAddress, now: UInt64, random: inout some RandomNumberGenerator) {
        guard peers[address]?.current?.presence == .away else { return }
        peers[address]?.current?.presence = .member
        came(address)
        // It may not have missed this device, and would send no key by itself.
        ask(address, now: now)
        if let opening = peers[address]?.waiting.removeValue(forKey: .open) {
            receivedOpen(from: address, opening, now: now, random: &random)
        }
    }

    /// Records that a member must be given the key that this device seals with.
    mutating func came(_ address: DeviceAddress) {
        guard let entry = peers[address]?.current, entry.isMember else { return }
        generations.join(entry.join.hash)
        newcomers.insert(address)
        tellRecording(to: address)
    }
}

import ECallAPI
import ECallSecurity

/// Admission to the call: people invited by a present device (e2ee 3).
extension KeyDistribution {
    /// Records that this device rings people, or has rung them in an earlier entry of this call.
    mutating func rang(_ callees: [UInt64], now: UInt64, random: inout some RandomNumberGenerator) {
        rung.formUnion(callees)
        asked.formUnion(callees)
        expected(callees, now: now, random: &random)
    }

    /// Records that the person has answered for these people. No other device takes that over.
    mutating func expected(_ users: [UInt64], now: UInt64, random: inout some RandomNumberGenerator) {
        invited.formUnion(users.prefix(KeyDistributionLimits.invited))
        judgeAgain(now: now, random: &random)
    }

    /// Admits a person whom no one has invited.
    mutating func letCome(_ user: UInt64) {
        invited.insert(user)
        asked.insert(user)
    }

    /// Takes an invite of a member whose join is live, if it was made for that join: the server can repeat one of an earlier entry.
    mutating func receivedInvite(
        from sender: DeviceAddress, _ text: String, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let entry = peers[sender]?.current, entry.presence != .held, entry.isLive else {
            return awaitJoin(with: text, of: sender)
        }
        guard let invite = try? Invite(verifying: text, by: entry.join.identity.sign), invite.caller == sender,
            invite.roomID == room
        else { return }
        guard invite.join == entry.join.hash else {
            if peers[sender]?.joins.ended.contains(invite.join) == false { awaitJoin(with: text, of: sender) }
            return
        }
        peers[sender]?.current?.hasInvited = true
        for callee in invite.callees {
            if !invited.contains(callee) {
                // Each address has a quota, whatever it names and however often it comes back: no one can crowd out people whom
                // others invite.
                guard let count = peers[sender]?.invited, count < KeyDistributionLimits.invitedBy else { continue }
                peers[sender]?.invited = count + 1
                invited.insert(callee)
            }
            asked.insert(callee)
        }
        judgeAgain(now: now, random: &random)
    }

    private mutating func awaitJoin(with text: String, of sender: DeviceAddress) {
        guard peers[sender]?.waitingInvites.contains(text) == false else { return }
        peers[sender]?.waitingInvites.append(text)
        let excess = (peers[sender]?.waitingInvites.count ?? 0) - KeyDistributionLimits.waitingInvites
        if excess > 0 { peers[sender]?.waitingInvites.removeFirst(excess) }
    }

    /// Sends everyone the list of people known to be invited: a device that joins after an inviter has left, or after the
    /// server has lost its invites, has no other source. It rings no one.
    mutating func sendInvite() {
        guard owesInvite else { return }
        owesInvite = false
        if let text = passedOn { outbox.invitesToAll.append(text) }
    }

    /// Repeats an invite for a member whose status has no key of the invited person: texts are lost, and no other device repeats
    /// lost invites.
    mutating func remind(_ sender: DeviceAddress, of status: Status, now: UInt64) {
        guard var entry = peers[sender]?.current, entry.isMember, now >= entry.since + KeyDistributionLimits.repairTime
        else { return }
        let unheard = Set(status.have.filter { $0.generation == 0 }.map(\.joinPrefix))
        var isOwed = false
        for (address, peer) in peers where address != sender && asked.contains(address.userID) {
            guard let other = peer.current, other.isMember, now >= other.since + KeyDistributionLimits.repairTime
            else { continue }
            let prefix = other.join.hash.prefix
            let count = entry.reminders[prefix] ?? 0
            guard unheard.contains(prefix), count < KeyDistributionLimits.reminders else { continue }
            entry.reminders[prefix] = count + 1
            isOwed = true
        }
        guard isOwed else { return }
        peers[sender]?.current = entry
        outbox.invites[sender] = passedOn
    }

    /// Returns the invite of this device for the people that it passes on.
    private var passedOn: String? {
        let named = asked.subtracting([address.userID]).sorted().prefix(KeyDistributionLimits.named)
        guard !named.isEmpty else { return nil }
        return try? Invite.make(
            roomID: room, caller: address, join: own.join.hash, callees: Array(named), isVideo: false, seq: 0,
            issuedAt: 0,
            signingKey: own.device.signingKey
        ).text
    }
}

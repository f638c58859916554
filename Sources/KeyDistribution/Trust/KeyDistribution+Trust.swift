import ECallAPI
import ECallSecurity

/// Whose device another one is, and who was invited (e2ee 1 and 3).
extension KeyDistribution {
    /// What a join's device is to this one; pins it on first use.
    mutating func judge(_ join: Join) -> DeviceTrust {
        let identity = join.identity
        for vouch in [join.vouch, waitingVouches[identity.hash]].compactMap({ $0 }) {
            _ = pins.vouch(vouch, for: identity)
        }
        if let trust = pins.trust(in: identity, call: call), trust.isHeld { return trust }
        guard invited.contains(identity.address.userID) else { return .held(.uninvited) }
        pins.see(identity, call: call)
        return pins.trust(in: identity, call: call) ?? .held(.newDevice)
    }

    /// Looks at everybody again after something was learned.
    mutating func judgeAgain(now: UInt64, random: inout some RandomNumberGenerator) {
        for address in peers.keys.sorted() {
            guard let entry = peers[address]?.current else { continue }
            let trust = judge(entry.join)
            guard trust != entry.trust else { continue }
            peers[address]?.current?.trust = trust
            if trust.isHeld, !entry.trust.isHeld {
                lose(address, at: now, becoming: .held)
            } else if !trust.isHeld, entry.trust.isHeld {
                peers[address]?.current?.presence = .member
                peers[address]?.current?.proof = now
                admitted(address, now: now, random: &random)
            }
        }
    }

    mutating func confirmed(_ address: DeviceAddress, now: UInt64, random: inout some RandomNumberGenerator) {
        guard let entry = peers[address]?.current, case .held(let reason) = entry.trust else { return }
        if reason == .uninvited {
            invited.insert(address.userID)
        } else {
            pins.confirm(entry.join.identity)
        }
        judgeAgain(now: now, random: &random)
    }

    mutating func noted(_ note: DeviceNote, now: UInt64, random: inout some RandomNumberGenerator) {
        pins.note(note)
        let address = note.identity.address
        // Who is let in is, whatever the device was held for.
        if note.finding == .letIn, peers[address]?.current?.join.identity.sign == note.identity.sign {
            invited.insert(address.userID)
        }
        judgeAgain(now: now, random: &random)
    }

    mutating func receivedInvite(
        from sender: DeviceAddress, _ text: String, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let entry = peers[sender]?.current, entry.presence != .held else {
            guard peers[sender]?.waitingInvites.contains(text) == false else { return }
            peers[sender]?.waitingInvites.append(text)
            let excess = (peers[sender]?.waitingInvites.count ?? 0) - KeyDistributionLimits.waitingInvites
            if excess > 0 { peers[sender]?.waitingInvites.removeFirst(excess) }
            return
        }
        receivedInvite(text, signedBy: entry.join.identity, now: now, random: &random)
    }

    /// Takes an invite of a member, or of an earlier entry of this device.
    mutating func receivedInvite(
        _ text: String, signedBy identity: SignedIdentity, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let invite = try? Invite(verifying: text, by: identity.sign), invite.caller == identity.address,
            invite.roomID == room, invited.count + invite.callees.count <= KeyDistributionLimits.invited
        else { return }
        invited.formUnion(invite.callees)
        judgeAgain(now: now, random: &random)
    }

    /// What the server publishes about people; statements count by their signatures alone.
    mutating func published(
        _ identities: [String], vouches: [String], revokes: [String], now: UInt64,
        random: inout some RandomNumberGenerator
    ) {
        for text in identities.prefix(KeyDistributionLimits.published) {
            guard let identity = try? SignedIdentity(verifying: text), identity.address != address else { continue }
            pins.see(identity, call: call)
            for text in vouches.prefix(KeyDistributionLimits.published) {
                guard let vouch = try? Vouch(text: text), vouch.identity == identity.hash else { continue }
                _ = pins.vouch(vouch, for: identity)
            }
        }
        for text in revokes.prefix(KeyDistributionLimits.published) {
            if let revoke = try? Revoke(text: text) { _ = pins.revoke(revoke) }
        }
        judgeAgain(now: now, random: &random)
    }

    mutating func receivedStatement(
        _ kind: MessageKind, _ text: String, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        if kind == .vouch, let vouch = try? Vouch(text: text) {
            guard waitingVouches.count < KeyDistributionLimits.devices else { return }
            waitingVouches[vouch.identity] = vouch
        } else if kind == .revoke, let revoke = try? Revoke(text: text) {
            guard pins.revoke(revoke) else { return }
        } else {
            return
        }
        judgeAgain(now: now, random: &random)
    }
}

import ECallAPI
import ECallSecurity

/// Judgement of other devices, and of invitations (e2ee 1 and 3).
extension KeyDistribution {
    /// Returns the trust in a join's device. A person who was never met is *new*; a participant is pinned (`isMet`).
    mutating func judge(_ join: Join) -> DeviceTrust {
        let identity = join.identity
        pins.takeVouches(of: join)
        for vouch in waitingVouches(for: identity) { _ = pins.vouch(vouch, for: identity) }
        let trust = pins.trust(in: identity, entry: own.join.hash)
        if let trust, trust.isHeld { return trust }
        guard invited.contains(identity.address.userID) else { return .held(.uninvited) }
        return trust ?? .new
    }

    /// Returns the vouches for an identity that arrived before it. The pins decide which of them count.
    func waitingVouches(for identity: SignedIdentity) -> [Vouch] {
        waitingVouches.sorted { $0.key < $1.key }.compactMap { $0.value[identity.hash] }
    }

    /// Handles a live join: its device has shown that it has the own one, which the server cannot replay. It counts as met, and its
    /// invites count.
    mutating func becameLive(_ address: DeviceAddress, now: UInt64, random: inout some RandomNumberGenerator) {
        guard peers[address]?.current?.isLive == false else { return }
        peers[address]?.current?.isLive = true
        meet(address, now: now, random: &random)
    }

    /// Pins the device of a live join that is not held; a further device of a person who is met here for the first time is held
    /// then.
    mutating func meet(_ address: DeviceAddress, now: UInt64, random: inout some RandomNumberGenerator) {
        guard let entry = peers[address]?.current, entry.isLive, entry.presence != .held else { return }
        let before = pins
        pins.meet(entry.join.identity, entry: own.join.hash)
        let invites = peers[address]?.waitingInvites ?? []
        peers[address]?.waitingInvites = []
        for text in invites { receivedInvite(from: address, text, now: now, random: &random) }
        if pins != before { judgeAgain(now: now, random: &random) }
    }

    /// Judges everyone again after something was learned.
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

    /// Returns how a held device can be admitted; nil if it is not held. If another device of its person is admitted and has
    /// not said that it leaves, numbers must be compared, since the server could remove the other one for as long as a tap
    /// takes. They must also be compared for a person who came by a link.
    func offer(for address: DeviceAddress) -> DeviceOffer? {
        guard let entry = peers[address]?.current, entry.trust.isHeld else { return nil }
        return isCompared(address) ? .compare : pins.offer(for: ShownIdentity(entry.join.identity))
    }

    private func isCompared(_ address: DeviceAddress) -> Bool {
        let user = address.userID
        if byLink.contains(user) { return true }
        return peers.contains { other, peer in
            other != address && other.userID == user && peer.current.map { $0.presence != .held } ?? false
        }
    }

    /// Admits a device by the key that was shown to the person, for all reasons for which it is held.
    private mutating func letIn(_ identity: ShownIdentity) {
        let address = identity.address
        guard !isCompared(address) else { return }
        guard let entry = peers[address]?.current else { return pins.letIn(identity) }
        // It has another key by now, about which the person is asked.
        guard entry.join.identity.sign == identity.sign, pins.offer(for: identity) != .compare else { return }
        pins.letIn(identity, isHeld: entry.trust == .held(.uninvited))
        letCome(address.userID)
    }

    mutating func noted(_ note: DeviceNote, now: UInt64, random: inout some RandomNumberGenerator) {
        if note.finding == .letIn { letIn(note.identity) } else { pins.note(note) }
        judgeAgain(now: now, random: &random)
    }

    /// Records the keys and statements that the server publishes about people; statements count by their signatures alone.
    mutating func published(
        _ identities: [String], vouches: [String], revokes: [String], now: UInt64,
        random: inout some RandomNumberGenerator
    ) {
        for text in identities.prefix(KeyDistributionLimits.published) {
            guard let identity = try? SignedIdentity(verifying: text), identity.address != address else { continue }
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
        _ kind: MessageKind, from sender: DeviceAddress, _ text: String, now: UInt64,
        random: inout some RandomNumberGenerator
    ) {
        if kind == .vouch, let vouch = try? Vouch(text: text) {
            let waiting = waitingVouches[sender] ?? [:]
            guard waiting.count < KeyDistributionLimits.waitingVouches || waiting[vouch.identity] != nil else { return }
            waitingVouches[sender, default: [:]][vouch.identity] = vouch
        } else if kind == .revoke, let revoke = try? Revoke(text: text) {
            guard pins.revoke(revoke) else { return }
        } else {
            return
        }
        judgeAgain(now: now, random: &random)
    }
}

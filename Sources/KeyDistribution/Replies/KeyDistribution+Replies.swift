import ECallAPI
package import ECallSecurity

/// Replies of people whom this device has rung and who will not join (e2ee 2, reply).
extension KeyDistribution {
    /// Accepts one reply of a device of a person whom this device rang, if a device that may be heard has signed it for this call.
    /// It pins nothing, and makes no one a member.
    mutating func receivedReply(from sender: DeviceAddress, _ text: String) {
        guard rung.contains(sender.userID), let replies = peers[sender]?.replies, !replies.isTaken,
            replies.looks < KeyDistributionLimits.repliesOfAddress
        else { return }
        peers[sender]?.replies.looks += 1
        guard let message = ReplyMessage(text: text) else { return }
        let join = message.join
        guard join.address == sender, join.roomID == room, join.x != own.join.x,
            peers[sender]?.joins.highestSeq.map({ join.seq > $0 }) ?? true, mayBeHeard(join),
            let reply = channels.open(message, keyPair: own.device.keyPair)
        else { return }
        peers[sender]?.replies.isTaken = true
        actions.append(.replied(from: sender, reply))
    }

    /// Whether a device would not be held in a call.
    private func mayBeHeard(_ join: Join) -> Bool {
        var pins = pins
        for vouch in [join.vouch].compactMap(\.self) + waitingVouches(for: join.identity) {
            _ = pins.vouch(vouch, for: join.identity)
        }
        return pins.trust(in: join.identity, entry: own.join.hash).map { !$0.isHeld } ?? true
    }
}

extension ReplyMessage {
    /// Makes the reply of a ringing device that will not join to the device that rang it, with an entry that is generated for
    /// this and wiped when this returns.
    ///
    /// - Parameters:
    /// - call: the call, for which alone the reply counts.
    ///   - inviter: the join of the invitation, verified.
    ///   - seq: as of an entry: above that of every join before, and stored before this is sent.
    /// - secretTaken: lent the private keys, for a search of memory.
    /// - Returns: nil if nothing can be sealed to the inviter, or it would be too long.
    package static func make(
        _ reply: CallReply, by device: OwnDevice, call: UInt64, to inviter: Join, seq: UInt64, vouch: Vouch? = nil,
        wrapping: any ChannelWrapping = SystemChannelWrapping(),
        secretTaken: ((CallSecret) -> Void)? = nil, random: inout some RandomNumberGenerator
    ) throws(SignedObjectError) -> ReplyMessage? {
        let secrets = JoinSecrets.draw(postQuantum: false, using: &random)
        secretTaken?(.entry(secrets))
        let join = try Join.makeForReply(
            roomID: inviter.roomID, identity: device.identity, signingKey: device.signingKey, secrets: secrets,
            seq: seq, vouch: vouch)
        let channel = KeyChannel(call: call, own: join, secrets: secrets, wrapping: wrapping)
        let message = channel.seal(
            reply, to: inviter, secret: SecretBytes.draw(SenderKey.length, using: &random))
        return message.flatMap { MessageKind.reply.permits($0.text) ? $0 : nil }
    }
}

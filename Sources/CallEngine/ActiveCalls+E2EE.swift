package import ECallAPI

/// The E2EE messages for a device that joins or rejoins its call.
package struct JoinE2EEMessages: Sendable, Equatable {
    package let call: CallID
    package let messages: [Signal]

    package init(call: CallID, messages: [Signal]) {
        self.call = call
        self.messages = messages
    }
}

/// E2EE messages, which the server relays and cannot read (e2ee 7).
extension ActiveCalls {
    /// The decision about a message from a device that need not be in the call; nil for any other.
    mutating func relaySpecial(_ message: E2EESignal, from sender: DeviceIdentity, _ now: Timestamp) -> RelayDecision? {
        if let overtaken = relayOvertaken(message, from: sender, now) { return overtaken }
        guard message.kind == .reply, let call = call(message.call, of: sender.user) else { return nil }
        return relayReply(message, from: sender, in: call)
    }

    /// Stores a message to all for participants who join later, if its kind is useful to them.
    mutating func keep(_ message: E2EESignal, from sender: DeviceIdentity, in call: LiveCall, _ now: Timestamp) {
        guard case .body(let body) = message.content else { return }
        keep(body, message.kind, from: sender, in: call.id)
        if message.kind == .leave || message.kind == .join { setLeaving(sender, message.kind == .leave, in: call, now) }
    }

    /// How long after the device's request to leave its `leave` can still arrive, in seconds: they use two connections.
    private static let overtaking = 10

    /// Relays the leave of a device that has already left: only this message tells the others that the device's join is over,
    /// and it reveals nothing that they did not see.
    private func relayOvertaken(
        _ message: E2EESignal, from sender: DeviceIdentity, _ now: Timestamp
    ) -> RelayDecision? {
        guard message.kind == .leave, case .body(let body) = message.content, let call = calls[message.call],
            let member = call[sender.user], member.status == .left, member.device == sender.device,
            let leftAt = member.leftAt, now <= leftAt.advanced(bySeconds: Self.overtaking)
        else { return nil }
        return .spread(body, of: message, from: sender, to: call.devices(except: sender))
    }

    /// Relays the only kind that a ringing device may send: once, to the device that rings it, while that is in the call.
    private mutating func relayReply(
        _ message: E2EESignal, from sender: DeviceIdentity, in call: LiveCall
    ) -> RelayDecision {
        guard let member = call[sender.user], member.status == .inviting, member.ringing.contains(sender.device) else {
            return .drop(.senderNotRinging)
        }
        guard case .bodies(let bodies) = message.content, bodies.count == 1, let (address, body) = bodies.first else {
            return .drop(.noAddressee)
        }
        let addressee = DeviceIdentity(user: address.user, device: address.device)
        guard addressee == member.invitedBy, call.hasJoined(addressee) else { return .drop(.addresseeNotInCall) }
        guard e2eeMessages[call.id, default: E2EEMessageStore()].replies(sender) else { return .drop(.repliedBefore) }
        return .spread(body, of: message, from: sender, to: [addressee])
    }

    /// Handles a leave that did not arrive over the device's session. A leave is late if it ends a join other than the
    /// device's last one, and is dropped. If no join is stored, only the others can tell, so it is relayed.
    package mutating func leave(
        _ id: CallID, join: String, leave: String, by sender: DeviceIdentity, now: Timestamp
    ) -> RelayDecision {
        let current = e2eeMessages[id]?.joins.first { $0.sender == sender }
        guard current.map({ $0.body == join }) ?? true else { return .drop(.noCall) }
        return relay(.e2ee(E2EESignal(call: id, kind: .leave, content: .body(leave))), from: sender, now: now)
    }

    /// Stores a message to all, if its kind is given to later participants.
    private mutating func keep(_ body: String, _ kind: E2EEKind, from sender: DeviceIdentity, in call: CallID) {
        switch kind {
        case .join: e2eeMessages[call, default: E2EEMessageStore()].joined(body, sender)
        case .invite: e2eeMessages[call, default: E2EEMessageStore()].invited(body, sender)
        // Otherwise later participants would take the device as present, and give it keys until someone notices.
        case .leave: e2eeMessages[call]?.left(sender)
        case .open, .key, .again, .report, .status, .vouch, .revoke, .reply: break
        }
    }

    /// Marks a device that has sent a leave to the others, but not to the server; it may come back with another join.
    private mutating func setLeaving(_ sender: DeviceIdentity, _ leaves: Bool, in call: LiveCall, _ now: Timestamp) {
        guard var member = call[sender.user], member.leavingSince == nil || !leaves else { return }
        var call = call
        member.leavingSince = leaves ? now : nil
        call[sender.user] = member
        store(call, now: now)
    }

    /// Stores the messages sent with an invitation as if they had been sent to all.
    mutating func keep(_ opening: E2EEOpening?, from sender: DeviceIdentity, in call: CallID) {
        guard let opening, opening.isPermitted else { return }
        keep(opening.join, .join, from: sender, in: call)
        keep(opening.invite, .invite, from: sender, in: call)
    }

    /// The messages that a device gets first when it joins or rejoins its call: joins, then invites. nil if it is in none.
    package func e2eeMessages(for device: DeviceIdentity) -> JoinE2EEMessages? {
        guard let call = call(on: device) else { return nil }
        let kept = e2eeMessages[call.id] ?? E2EEMessageStore()
        func signals(_ messages: [E2EEMessageStore.Stored], _ kind: E2EEKind) -> [Signal] {
            messages.filter { $0.sender != device }.map {
                .e2ee(
                    E2EESignal(
                        call: call.id, kind: kind, content: .body($0.body), sender: $0.sender.user,
                        senderDevice: $0.sender.device))
            }
        }
        return JoinE2EEMessages(call: call.id, messages: signals(kept.joins, .join) + signals(kept.invites, .invite))
    }
}

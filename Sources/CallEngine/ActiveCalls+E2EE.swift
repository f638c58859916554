package import ECallAPI

/// The E2EE messages for a device that joins or rejoins its call.
package struct JoinE2EEMessages: Sendable, Equatable {
    package let call: CallID
    package let texts: [Signal]

    package init(call: CallID, texts: [Signal]) {
        self.call = call
        self.texts = texts
    }
}

/// E2EE messages, which the server relays and cannot read (e2ee 7).
extension ActiveCalls {
    /// The decision about a message from a device that need not be in the call; nil for any other.
    mutating func relaySpecial(_ text: E2EESignal, from sender: DeviceIdentity, _ now: Timestamp) -> RelayDecision? {
        if let overtaken = relayOvertaken(text, from: sender, now) { return overtaken }
        guard text.kind == .reply, let call = call(text.call, of: sender.user) else { return nil }
        return relayReply(text, from: sender, in: call)
    }

    /// Keeps what later participants are given of a message to all.
    mutating func keep(_ text: E2EESignal, from sender: DeviceIdentity, in call: LiveCall, _ now: Timestamp) {
        guard case .body(let body) = text.content else { return }
        keep(body, text.kind, from: sender, in: call.id)
        if text.kind == .leave || text.kind == .join { setLeaving(sender, text.kind == .leave, in: call, now) }
    }

    /// The longest delay, in seconds, of a leave behind the device's request to the server: they use two connections.
    private static let overtaking = 10

    /// Relays the leave of a device that has already left: only it tells the others that the device's join is over, and it
    /// reveals nothing that they did not see.
    private func relayOvertaken(
        _ text: E2EESignal, from sender: DeviceIdentity, _ now: Timestamp
    ) -> RelayDecision? {
        guard text.kind == .leave, case .body(let body) = text.content, let call = calls[text.call],
            let member = call[sender.user], member.status == .left, member.device == sender.device,
            let leftAt = member.leftAt, now <= leftAt.advanced(bySeconds: Self.overtaking)
        else { return nil }
        let others = call.devices(except: sender)
        return .spread(others.isEmpty ? [] : [E2EEDelivery(text: text.passed(body, from: sender), devices: others)])
    }

    /// Relays the only kind that a ringing device may send: once, to the device that rings it, while that is in the call.
    private mutating func relayReply(
        _ text: E2EESignal, from sender: DeviceIdentity, in call: LiveCall
    ) -> RelayDecision {
        guard let member = call[sender.user], member.status == .inviting, member.ringing.contains(sender.device) else {
            return .drop(.senderNotRinging)
        }
        guard case .bodies(let bodies) = text.content, bodies.count == 1, let (address, body) = bodies.first else {
            return .drop(.noAddressee)
        }
        let addressee = DeviceIdentity(user: address.user, device: address.device)
        guard addressee == member.invitedBy, call.hasJoined(addressee) else { return .drop(.addresseeNotInCall) }
        guard texts[call.id, default: E2EEMessageStore()].replies(sender) else { return .drop(.repliedBefore) }
        return .spread([E2EEDelivery(text: text.passed(body, from: sender), devices: [addressee])])
    }

    /// Handles a leave that did not arrive over the device's session. A leave that ends another join than the device's last
    /// one is late and belongs to an earlier entry: it is dropped. If no join is stored, only the others can tell, so it is
    /// relayed.
    package mutating func leave(
        _ id: CallID, join: String, leave: String, by sender: DeviceIdentity, now: Timestamp
    ) -> RelayDecision {
        let current = texts[id]?.joins.first { $0.sender == sender }
        guard current.map({ $0.text == join }) ?? true else { return .drop(.noCall) }
        return relay(.e2ee(E2EESignal(call: id, kind: .leave, content: .body(leave))), from: sender, now: now)
    }

    /// Stores a message to all, if its kind is given to later participants.
    private mutating func keep(_ body: String, _ kind: E2EEKind, from sender: DeviceIdentity, in call: CallID) {
        switch kind {
        case .join: texts[call, default: E2EEMessageStore()].joined(body, sender)
        case .invite: texts[call, default: E2EEMessageStore()].invited(body, sender)
        // Otherwise later participants would take the device as present, and give it keys until someone notices.
        case .leave: texts[call]?.left(sender)
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
    package func texts(for device: DeviceIdentity) -> JoinE2EEMessages? {
        guard let call = call(on: device) else { return nil }
        let kept = texts[call.id] ?? E2EEMessageStore()
        func signals(_ texts: [E2EEMessageStore.Stored], _ kind: E2EEKind) -> [Signal] {
            texts.filter { $0.sender != device }.map {
                .e2ee(
                    E2EESignal(
                        call: call.id, kind: kind, content: .body($0.text), sender: $0.sender.user,
                        senderDevice: $0.sender.device))
            }
        }
        return JoinE2EEMessages(call: call.id, texts: signals(kept.joins, .join) + signals(kept.invites, .invite))
    }
}

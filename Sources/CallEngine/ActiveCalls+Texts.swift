package import ECallAPI

/// One text of a call, as it goes to devices that are in it.
package struct TextDelivery: Sendable, Equatable {
    package let text: E2EESignal
    package let devices: [DeviceIdentity]

    package init(text: E2EESignal, devices: [DeviceIdentity]) {
        self.text = text
        self.devices = devices
    }
}

/// What a device gets that comes into its call, or comes back to it.
package struct GivenTexts: Sendable, Equatable {
    package let call: CallID
    package let texts: [Signal]

    package init(call: CallID, texts: [Signal]) {
        self.call = call
        self.texts = texts
    }
}

/// Texts that the server passes on and cannot read (e2ee 7).
extension ActiveCalls {
    /// To whom of those named the text goes: sender and addressees are in the call, on the devices with which they joined.
    /// Who of them is not there is left out: the others do not lose theirs because somebody has left.
    mutating func relay(_ text: E2EESignal, from sender: DeviceIdentity, _ now: Timestamp) -> RelayDecision {
        if let overtaken = relayOvertaken(text, from: sender, now) { return overtaken }
        guard let call = call(text.call, of: sender.user) else { return .drop(.noCall) }
        if text.kind == .reply { return relayReply(text, from: sender, in: call) }
        guard call.hasJoined(sender), call[sender.user]?.isOnHold != true else { return .drop(.senderNotInCall) }
        switch text.content {
        case .body(let body):
            keep(body, text.kind, from: sender, in: call.id)
            if text.kind == .leave || text.kind == .join { setLeaving(sender, text.kind == .leave, in: call, now) }
            let others = call.devices(except: sender)
            return .spread(others.isEmpty ? [] : [TextDelivery(text: text.passed(body, from: sender), devices: others)])
        case .bodies(let bodies):
            let addressees = bodies.sorted { ($0.key.user, $0.key.device) < ($1.key.user, $1.key.device) }
            let deliveries = addressees.compactMap { address, body -> TextDelivery? in
                let device = DeviceIdentity(user: address.user, device: address.device)
                guard device != sender, call.hasJoined(device) else { return nil }
                return TextDelivery(text: text.passed(body, from: sender), devices: [device])
            }
            return deliveries.isEmpty ? .drop(.addresseeNotInCall) : .spread(deliveries)
        }
    }

    /// For how long a leave may be behind what its device said to the server, in seconds: they go by two connections.
    private static let overtaking = 10

    /// A leave of a device that has left already goes to the others all the same: by it alone they know that its join is over, and it
    /// says nothing that they did not see.
    private func relayOvertaken(
        _ text: E2EESignal, from sender: DeviceIdentity, _ now: Timestamp
    ) -> RelayDecision? {
        guard text.kind == .leave, case .body(let body) = text.content, let call = calls[text.call],
            let member = call[sender.user], member.status == .left, member.device == sender.device,
            let leftAt = member.leftAt, now <= leftAt.advanced(bySeconds: Self.overtaking)
        else { return nil }
        let others = call.devices(except: sender)
        return .spread(others.isEmpty ? [] : [TextDelivery(text: text.passed(body, from: sender), devices: others)])
    }

    /// The one kind that a device sends which rings: once, to the device that has rung it, while that is in the call.
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
        guard texts[call.id, default: CallTexts()].replies(sender) else { return .drop(.repliedBefore) }
        return .spread([TextDelivery(text: text.passed(body, from: sender), devices: [addressee])])
    }

    /// A leave that did not come over the device's session. One that ends another join than the device's last one is of an
    /// entry before, and late: nothing becomes of it. Where no join is kept the server does not know, and the others do.
    package mutating func leave(
        _ id: CallID, join: String, leave: String, by sender: DeviceIdentity, now: Timestamp
    ) -> RelayDecision {
        let current = texts[id]?.joins.first { $0.sender == sender }
        guard current.map({ $0.text == join }) ?? true else { return .drop(.noCall) }
        return relay(.e2ee(E2EESignal(call: id, kind: .leave, content: .body(leave))), from: sender, now: now)
    }

    /// What is kept of a text that goes to all.
    private mutating func keep(_ body: String, _ kind: E2EEKind, from sender: DeviceIdentity, in call: CallID) {
        switch kind {
        case .join: texts[call, default: CallTexts()].joined(body, sender)
        case .invite: texts[call, default: CallTexts()].invited(body, sender)
        // Who comes later is not to take it for there: it would be given keys until somebody finds out.
        case .leave: texts[call]?.left(sender)
        case .open, .key, .again, .report, .status, .vouch, .revoke, .reply: break
        }
    }

    /// A device that says to the others that it leaves, and not to the server, may come back, with another join.
    private mutating func setLeaving(_ sender: DeviceIdentity, _ leaves: Bool, in call: LiveCall, _ now: Timestamp) {
        guard var member = call[sender.user], member.leavingSince == nil || !leaves else { return }
        var call = call
        member.leavingSince = leaves ? now : nil
        call[sender.user] = member
        store(call, now: now)
    }

    /// The texts beside an invitation count as if they had been sent to all.
    mutating func keep(_ opening: E2EEOpening?, from sender: DeviceIdentity, in call: CallID) {
        guard let opening, opening.isPermitted else { return }
        keep(opening.join, .join, from: sender, in: call)
        keep(opening.invite, .invite, from: sender, in: call)
    }

    /// What a device that comes into its call, or comes back to it, is given before anything else: joins, then invites. nil
    /// when it is in none.
    package func texts(for device: DeviceIdentity) -> GivenTexts? {
        guard let call = call(on: device) else { return nil }
        let kept = texts[call.id] ?? CallTexts()
        func signals(_ texts: [CallTexts.Stored], _ kind: E2EEKind) -> [Signal] {
            texts.filter { $0.sender != device }.map {
                .e2ee(
                    E2EESignal(
                        call: call.id, kind: kind, content: .body($0.text), sender: $0.sender.user,
                        senderDevice: $0.sender.device))
            }
        }
        return GivenTexts(call: call.id, texts: signals(kept.joins, .join) + signals(kept.invites, .invite))
    }
}

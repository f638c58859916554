package import ECallAPI

/// What becomes of a signal that a client sent.
package enum RelayDecision: Sendable, Equatable {
    case deliver(SignalMessage, to: DeviceIdentity)
    case drop(RelayDrop)
}

/// Why a client's signal is dropped. The client is not told (wire-protocol 3.6).
package enum RelayDrop: String, Sendable, CaseIterable {
    case notRelayed, noCall, senderNotInCall, noAddressee, addresseeNotInCall, toSelf, senderNotKeyHost
    case addresseeNotKeyHost, malformed, tooMany, foreignToken
    case forgedSender, tooManyInCall
    /// The device to which a rejoin is granted has not asked for one.
    case notAsked
}

extension ActiveCalls {
    /// Decides about a signal from a device, and writes in who sent it (wire-protocol 3.4 and 3.6).
    package mutating func relay(
        _ signal: SignalMessage, from sender: DeviceIdentity, now: Timestamp
    ) -> RelayDecision {
        guard signal.kind.isRelayed else { return .drop(.notRelayed) }
        let current = call(of: sender.user)
        let call: LiveCall?
        if let id = signal[id: .call] {
            call = current?.id == id ? current : nil
        } else {
            call = signal.kind == .keyRotation ? nil : current
        }
        guard let call else { return .drop(.noCall) }
        guard let from = call[sender.user], from.isInCall, from.device == sender.device else {
            return .drop(.senderNotInCall)
        }
        var relayed = signal
        relayed[id: .call] = call.id
        relayed[id: .sender] = sender.user
        relayed[id: .senderDevice] = sender.device
        if signal.kind == .participantAcceptRejoin { return relayRejoinKey(relayed, from: sender, in: call) }
        guard let user = signal[id: .participant], let device = signal[id: .participantDevice] else {
            return .drop(.noAddressee)
        }
        guard user != sender.user else { return .drop(.toSelf) }
        guard let to = call[user], to.isInCall, to.device == device else { return .drop(.addresseeNotInCall) }
        if signal.kind == .requestAESKey {
            guard call.keyHost == user else { return .drop(.addresseeNotKeyHost) }
        } else {
            guard call.keyHost == sender.user else { return .drop(.senderNotKeyHost) }
        }
        if signal.kind == .keyRotation { keyHostRotated(call.id, now) }
        return .deliver(relayed, to: DeviceIdentity(user: user, device: device))
    }

    /// Whether a signal that waited for a device still means something to it (wire-protocol 3.3 and 4.9).
    package func isRelevant(_ signal: SignalMessage, for device: DeviceIdentity) -> Bool {
        guard let id = signal[id: .call] else { return false }
        switch signal.kind {
        case .callInvitation:
            return calls[id]?[device.user]?.ringing.contains(device.device) ?? false
        case .callEnded, .callCancelled:
            // Clients do not compare the call's id, so it must not reach a device that is in another call by now.
            return !calls.values.contains { $0.id != id && $0.concerns(device) }
        case .keyRotation, .requestAESKey, .sendAESKey:
            return calls[id]?.hasJoined(device) ?? false
        case .participantAcceptRejoin:
            return call(awaitedBy: device)?.id == id
        case .participantLeft:
            // Who is back has not left.
            guard let call = calls[id], let user = signal[id: .participant], call[user]?.isInCall != true else {
                return false
            }
            return call.hasJoined(device)
        default:
            return false
        }
    }
}

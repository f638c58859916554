package import ECallAPI

/// The decision about a client's signal.
package enum RelayDecision: Sendable, Equatable {
    case deliver(Signal, to: DeviceIdentity)
    /// E2EE messages of a call, possibly several at once; the list of devices is empty if there are no others.
    case spread([TextDelivery])
    case drop(RelayDrop)
}

/// The reason why a client's signal is dropped. The client is not notified (wire-protocol 3.6).
package enum RelayDrop: String, Sendable, CaseIterable {
    case notRelayed, noCall, senderNotInCall, noAddressee, addresseeNotInCall, toSelf, senderNotKeyHost
    case addresseeNotKeyHost, malformed, tooMany, foreignToken
    case forgedSender, tooManyInCall
    /// For `e2ee`: the limits per device, per call, and for messages that wait for a client.
    case tooManyTexts, tooManyTextsInCall, textOverflow
    /// For `reply`: the device does not ring, or has already sent one.
    case senderNotRinging, repliedBefore
    /// The addressee of an accepted rejoin has not asked for one.
    case notAsked
}

extension ActiveCalls {
    /// Decides about a device's signal, and sets its sender (wire-protocol 3.4 and 3.6).
    package mutating func relay(_ signal: Signal, from sender: DeviceIdentity, now: Timestamp) -> RelayDecision {
        if case .e2ee(let text) = signal { return relay(text, from: sender, now) }
        guard var route = signal.route else { return .drop(.notRelayed) }
        let current = call(of: sender.user)
        let call: LiveCall?
        if let id = route.call {
            call = self.call(id, of: sender.user)
        } else if case .keyRotation = signal {
            call = nil
        } else {
            call = current
        }
        guard let call else { return .drop(.noCall) }
        guard call.hasJoined(sender) else { return .drop(.senderNotInCall) }
        guard let user = route.user, let device = route.device else { return .drop(.noAddressee) }
        guard user != sender.user else { return .drop(.toSelf) }
        let addressee = DeviceIdentity(user: user, device: device)
        if let refusal = refusal(of: signal, from: sender, to: addressee, in: call) { return .drop(refusal) }
        if case .keyRotation = signal { keyHostRotated(call.id, now) }
        route.call = call.id
        route.sender = sender.user
        route.senderDevice = sender.device
        return .deliver(signal.routed(route), to: addressee)
    }

    /// The reason why a signal between two devices is dropped.
    private func refusal(
        of signal: Signal, from sender: DeviceIdentity, to addressee: DeviceIdentity, in call: LiveCall
    ) -> RelayDrop? {
        switch signal {
        case .participantAcceptRejoin: return refusalOfRejoinKey(to: addressee, in: call)
        case _ where !call.hasJoined(addressee): return .addresseeNotInCall
        case .requestAESKey: return call.keyHost == addressee.user ? nil : .addresseeNotKeyHost
        default: return call.keyHost == sender.user ? nil : .senderNotKeyHost
        }
    }

    /// Whether a queued signal is still relevant to its device (wire-protocol 3.3 and 4.9).
    package func isRelevant(_ signal: Signal, for device: DeviceIdentity) -> Bool {
        switch signal {
        case .callInvitation(let invitation):
            return calls[invitation.call]?[device.user]?.ringing.contains(device.device) ?? false
        case .callEnded(let end), .callCancelled(let end):
            // Clients do not compare the call's id, so the signal must not reach a device that is in another call by now.
            return !calls.values.contains { call in
                call.id != end.call && call.concerns(device) && call[device.user]?.takesCalls != true
            }
        case .keyRotation, .requestAESKey, .sendAESKey:
            return signal.call.flatMap { calls[$0] }?.hasJoined(device) ?? false
        case .participantAcceptRejoin(let key):
            return key.route.call.map { call(awaitedBy: device)?.id == $0 } ?? false
        case .participantLeft(let notice):
            // A participant who is back has not left.
            guard let call = calls[notice.call], call[notice.user]?.isInCall != true else { return false }
            return call.hasJoined(device)
        case .removedFromCall(let notice):
            guard let call = calls[notice.call] else { return hasEnded(notice.call, with: device.user) }
            return call[device.user]?.isRemoved == true
        case .muteRequested(let notice):
            return calls[notice.call].map { $0.hasJoined(device) && $0[device.user]?.isMuted == false } ?? false
        case .invitationRequested(let request):
            return calls[request.call].map { $0.hasJoined(device) && $0[request.sender]?.isInCall != true } ?? false
        default:
            return false
        }
    }
}

package import ECallAPI

/// A call as decisions about clients' signals see it: the state machine's own, or its published route.
package protocol RelayedCall: Sendable {
    var id: CallID { get }
    /// The participant that rotates the app's keys and answers requests for them.
    var keyHost: UserID { get }
    /// The devices that have joined, in the order of the members.
    func devices(except device: DeviceIdentity?) -> [DeviceIdentity]
    func hasJoined(_ device: DeviceIdentity) -> Bool
    /// Whether the user has joined and has the call on hold.
    func isOnHold(_ user: UserID) -> Bool
    /// Whether the device has asked for a key.
    func isAwaited(_ device: DeviceIdentity) -> Bool
}

/// Calls in which a signal's call can be found.
package protocol RelayedCalls {
    associatedtype Call: RelayedCall
    /// The call with that id in which the user knowingly has a seat; the first of the user's calls if `id` is nil.
    func call(_ id: CallID?, of user: UserID) -> Call?
}

/// The table of who may send what to whom (wire-protocol 3.4, 3.6 and 5.4).
extension RelayedCalls {
    /// Decides about a device's signal, and sets its sender. Returns the call too, if the sender has a seat in it.
    package func decide(about signal: Signal, from sender: DeviceIdentity) -> (decision: RelayDecision, call: Call?) {
        if case .e2ee(let message) = signal {
            guard let call = call(message.call, of: sender.user) else { return (.drop(.noCall), nil) }
            return (call.decide(about: message, from: sender), call)
        }
        guard let route = signal.route else { return (.drop(.notRelayed), nil) }
        // Only a rotation must name its call.
        if case .keyRotation = signal, route.call == nil { return (.drop(.noCall), nil) }
        guard let call = call(route.call, of: sender.user) else { return (.drop(.noCall), nil) }
        return (call.decide(about: signal, on: route, from: sender), call)
    }
}

extension RelayedCall {
    /// Decides about a signal from one device to another.
    fileprivate func decide(
        about signal: Signal, on route: SignalRoute, from sender: DeviceIdentity
    ) -> RelayDecision {
        guard hasJoined(sender) else { return .drop(.senderNotInCall) }
        guard let user = route.user, let device = route.device else { return .drop(.noAddressee) }
        guard user != sender.user else { return .drop(.toSelf) }
        let addressee = DeviceIdentity(user: user, device: device)
        if let refusal = refusal(of: signal, from: sender, to: addressee) { return .drop(refusal) }
        var route = route
        route.call = id
        route.sender = sender.user
        route.senderDevice = sender.device
        return .deliver(signal.routed(route), to: addressee)
    }

    /// The reason why a signal between two devices is dropped.
    private func refusal(
        of signal: Signal, from sender: DeviceIdentity, to addressee: DeviceIdentity
    ) -> RelayDrop? {
        switch signal {
        // A key for a waiting device is delivered to it alone, from any participant.
        case .participantAcceptRejoin: return isAwaited(addressee) ? nil : .notAsked
        case _ where !hasJoined(addressee): return .addresseeNotInCall
        case .requestAESKey: return keyHost == addressee.user ? nil : .addresseeNotKeyHost
        default: return keyHost == sender.user ? nil : .senderNotKeyHost
        }
    }

    /// Selects the recipients of an E2EE message among the addressees: sender and recipients are in the call, on the devices
    /// with which they joined. Absent addressees are skipped, so that the others do not lose the message because one has
    /// left.
    fileprivate func decide(about message: E2EESignal, from sender: DeviceIdentity) -> RelayDecision {
        guard hasJoined(sender), !isOnHold(sender.user) else { return .drop(.senderNotInCall) }
        switch message.content {
        case .body(let body):
            return .spread(body, of: message, from: sender, to: devices(except: sender))
        case .bodies(let bodies):
            let addressees = bodies.sorted { ($0.key.user, $0.key.device) < ($1.key.user, $1.key.device) }
            let deliveries = addressees.compactMap { address, body -> E2EEDelivery? in
                let device = DeviceIdentity(user: address.user, device: address.device)
                guard device != sender, hasJoined(device) else { return nil }
                return E2EEDelivery(message: message.passed(body, from: sender), devices: [device])
            }
            return deliveries.isEmpty ? .drop(.addresseeNotInCall) : .spread(deliveries)
        }
    }
}

extension Signal {
    /// Whether relaying it changes what the calls know, so that only they can decide about it.
    package var isKept: Bool {
        guard case .e2ee(let message) = self else { return false }
        return switch message.kind {
        // Given to those who join later; a join and a leave also tell who is about to go; a device replies once.
        case .join, .leave, .invite, .reply: true
        case .open, .key, .again, .report, .status, .vouch, .revoke: false
        }
    }
}

extension LiveCall: RelayedCall {
    package func isOnHold(_ user: UserID) -> Bool { self[user]?.isOnHold == true }
    package func isAwaited(_ device: DeviceIdentity) -> Bool { rejoins[device.user]?.device == device.device }
}

import ECallAPI

/// Tells the devices of two people that something between them has changed, so that lists and badges are live.
struct FriendAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery
    var push: any PushDelivery = NoPushService()

    /// To all devices of the other one, and of the one who acted: it may have more than one open.
    ///
    /// What cannot be told is seen when the device asks for its lists next.
    func announce(_ outcome: FriendshipRules.Outcome, by actor: UserID, to other: UserID) async {
        let kind: SignalKind
        switch outcome {
        case .unchanged: return
        case .requested: kind = .friendRequest
        case .befriended: kind = .friendAccepted
        }
        for (recipient, subject) in [(other, actor), (actor, other)] {
            guard let devices = try? await directory.devices(of: [recipient]) else { continue }
            var signal = SignalMessage(kind)
            signal[id: .sender] = subject
            for device in devices { await signals.deliver(signal, to: device.device) }
        }
    }

    /// The same, and an alert to the devices of the other one, which may be away (wire-protocol 7.2).
    func announceWithAlert(_ outcome: FriendshipRules.Outcome, by actor: UserID, to other: UserID) async {
        await announce(outcome, by: actor, to: other)
        guard outcome != .unchanged, let name = try? await directory.displayName(of: actor) else { return }
        await push.send(
            outcome == .requested ? .newFriendRequest(displayName: name) : .acceptFriendRequest(displayName: name),
            to: other, except: nil)
    }
}

import ECallAPI

/// Tells the devices of two people that something between them has changed, so that lists and badges are live.
struct FriendAnnouncements: Sendable {
    let directory: any Directory
    let signals: any SignalDelivery

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
}

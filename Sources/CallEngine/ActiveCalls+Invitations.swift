package import ECallAPI

/// Invitations that ring on a device, for one that has missed the signal.
extension ActiveCalls {
    /// The invitations that ring on the device now, as they were sent to it, in the order of their calls.
    ///
    /// nil if one of them is unknown: the server was restarted while it rang, and keys are not stored.
    package func invitations(ringing device: DeviceIdentity) -> [CallInvitation]? {
        var all: [CallInvitation] = []
        for call in calls(of: device.user).sorted(by: { $0.id < $1.id })
        where call[device.user]?.ringing.contains(device.device) == true {
            guard let invitation = invitations[call.id]?[device] else { return nil }
            all.append(invitation)
        }
        return all
    }

    /// Stores the invitations that begin to ring.
    mutating func keepInvitations(of effects: [CallEffect]) {
        for case .ring(let invitation, let device) in effects {
            guard calls[invitation.call]?[device.user]?.ringing.contains(device.device) == true else { continue }
            invitations[invitation.call, default: [:]][device] = invitation
        }
    }

    /// Drops the invitations of devices that no longer ring.
    mutating func dropInvitations(answeredIn call: LiveCall) {
        guard let kept = invitations[call.id] else { return }
        let ringing = kept.filter { call[$0.key.user]?.ringing.contains($0.key.device) == true }
        if ringing.count < kept.count { invitations[call.id] = ringing.isEmpty ? nil : ringing }
    }
}

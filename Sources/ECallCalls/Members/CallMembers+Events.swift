import ECallAPI

extension CallMembers {
    func event(of change: Change, in call: CallID) -> CallEvent? {
        switch change {
        case .rings(let user): return .participantRinging(call, user, name: name(of: user))
        case .refused(let user, let status):
            // If only one was called, the end of the call tells it.
            guard others > 1 else { return nil }
            return status == .removed
                ? .participantRemoved(call, user, name: name(of: user))
                : .participantRefused(call, user, name: name(of: user), status)
        case .joined(let user, _): return .participantJoined(call, user, name: self[user]?.name ?? "")
        case .left(let user, _):
            return self[user]?.status == .removed
                ? .participantRemoved(call, user, name: name(of: user)) : .participantLeft(call, user)
        case .reached(let user, let isReached):
            return .participantConnection(
                call, user, name: self[user]?.name ?? "", isReached ? .connected : .reconnecting)
        case .trust(let user, _, let trust): return .trust(call, user, name: name(of: user), trust)
        case .recording(let user, let isOn): return .participantRecording(call, user, name: name(of: user), isOn)
        case .hand(let user, let isRaised): return .hand(call, user, name: name(of: user), isRaised: isRaised)
        case .sharing(let user, let isOn): return .participantSharing(call, user, name: name(of: user), isOn)
        case .quality(let user, let level):
            return .participantQuality(call, user, name: self[user]?.name ?? "", level)
        }
    }
}

import ECallAPI
import ECallSecurity

/// Who is in a call, as apps are told and shown it: events from differences, the list from the records.
extension CallMembers {
    /// How it stands with this device.
    struct Own: Equatable {
        /// Its media connection is lost and looked for.
        var isInterrupted = false
        var quality: QualityLevel?
        var isRecording = false
    }

    /// Everybody, oneself first, then who is there, then who rings, then the rest.
    func shown(_ own: Own) -> [CallParticipant] {
        func place(of one: CallParticipant) -> Int {
            one.isSelf ? 0 : one.status.isIn ? 1 : one.status == .ringing ? 2 : 3
        }
        return all.map { shown($0, own) }.sorted { one, other in
            let places = (place(of: one), place(of: other))
            return places.0 == places.1 ? one.user < other.user : places.0 < places.1
        }
    }

    private func shown(_ member: Member, _ own: Own) -> CallParticipant {
        let user = member.user
        let isSelf = user == ownUser
        let isAway = isSelf ? own.isInterrupted : member.isAway
        return CallParticipant(
            user: user, name: member.name, status: member.status == .joined && isAway ? .reconnecting : member.status,
            isSelf: isSelf, isHost: member.isHost, isMuted: member.isMuted, isVideoEnabled: member.sendsVideo ?? false,
            connection: isAway ? .reconnecting : .connected, trust: trust(of: user),
            quality: isSelf ? own.quality : member.quality, isSpeaking: member.isSpeaking,
            volume: member.hearing.volume, isHeard: member.hearing.isHeard,
            isRecording: isSelf ? own.isRecording : isRecording(user),
            isSharing: isSelf ? isSharing : member.sharingSince != nil, reply: member.reply, hand: hand(of: user))
    }

    /// What an app is told of a change; nil where something else says it.
    func event(of change: Change, in call: CallID) -> CallEvent? {
        switch change {
        case .rings(let user): return .participantRinging(call, user, name: name(of: user))
        case .refused(let user, let status):
            // Of the only one called the end of the call says it.
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

import ECallAPI
import ECallCore
import ECallSecurity
import KeyDistribution

/// Who is in the call, as it is shown.
extension CallSession {
    /// Takes what a signal says of who rings, or does not come. Who can be received is not decided here.
    func heardOfRinging(_ signal: Signal) {
        switch signal {
        case .participantInvited(let notice): apply(members.invited(notice.user, name: notice.name))
        case .participantRejected(let rejection):
            let participant = rejection.participant
            apply(members.rejected(participant.user, rejection.reason, name: participant.name))
        case .muteRequested(let notice):
            report(.muteRequested(notice.call, by: notice.host, name: name(of: notice.host)))
        default: return
        }
    }

    /// Takes what those have said who will not come, as far as it has come: in order with what is heard of them by others.
    func takeReplies() async {
        for (address, reply) in await keys?.takeReplies() ?? [:] {
            let user = UserID(address.userID)
            guard let call, !isClosed, members.replied(user, reply) else { continue }
            report(.participantReplied(call, user, name: name(of: user), reply))
            tellPeople()
        }
    }

    /// What the only one who was called has said.
    var onlyReply: CallReply? { members.onlyReply }

    func tellRefusal(of user: UserID, _ status: CallParticipant.Status) {
        // Of the only one called the end of the call says it.
        guard let call, members.others > 1 else { return }
        switch status {
        case .removed: report(.participantRemoved(call, user, name: name(of: user)))
        case .declined, .noAnswer, .busy: report(.participantRefused(call, user, name: name(of: user), status))
        default: break
        }
    }

    /// How it is said that somebody is no more in the call.
    func goneEvent(_ user: UserID, _ call: CallID) -> CallEvent {
        members[user]?.status == .removed
            ? .participantRemoved(call, user, name: name(of: user)) : .participantLeft(call, user)
    }

    func name(of user: UserID) -> String {
        members[user].map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? "\(user)"
    }

    /// Tells who looks at the participants how it is now.
    func tellPeople() {
        guard !isClosed else { return }
        lookAtConnection()
        lookAtSilence()
        tellTrust()
        participants.set(
            members.all.map(participant).sorted { one, other in
                let places = (Self.place(of: one), Self.place(of: other))
                return places.0 == places.1 ? one.user < other.user : places.0 < places.1
            })
    }

    /// Oneself first, then who is there, then who rings, then the rest.
    private static func place(of one: CallParticipant) -> Int {
        one.isSelf ? 0 : one.status.isIn ? 1 : one.status == .ringing ? 2 : 3
    }

    private func participant(_ member: CallMembers.Member) -> CallParticipant {
        let user = member.user
        let isSelf = user == members.ownUser
        let isAway = isSelf ? isInterrupted : member.isAway
        return CallParticipant(
            user: user, name: member.name, status: member.status == .joined && isAway ? .reconnecting : member.status,
            isSelf: isSelf, isHost: member.isHost, isMuted: member.isMuted, isVideoEnabled: member.sendsVideo ?? false,
            connection: isAway ? .reconnecting : .connected, trust: member.device.flatMap { keyed[$0]?.trust },
            quality: isSelf ? quality.own : quality.level(of: user), isSpeaking: speaking.contains(user),
            volume: member.hearing.volume, isHeard: member.hearing.isHeard,
            isRecording: isSelf ? recording == .on : toldRecording.contains(user),
            isSharing: isSelf ? ownScreen != nil : sharing.contains(user),
            reply: member.reply, hand: hands.place(of: user))
    }

    // MARK: - How they are heard

    func setVolume(_ percent: Int, of user: UserID) async throws(CallFailure) {
        try await hear(user) {
            $0.volume = min(max(percent, CallParticipant.volumes.lowerBound), CallParticipant.volumes.upperBound)
        }
    }

    func setHeard(_ isHeard: Bool, of user: UserID) async throws(CallFailure) {
        try await hear(user) { $0.isHeard = isHeard }
    }

    private func hear(_ user: UserID, _ change: (inout Hearing) -> Void) async throws(CallFailure) {
        guard members.hear(user, change) else { throw .notInCall }
        tellPeople()
        await followHearing(of: user)
    }
}

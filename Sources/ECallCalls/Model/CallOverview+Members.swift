import ECallMedia

extension CallOverview.Own {
    init(_ members: CallMembers, _ quality: CallQuality, isInterrupted: Bool, isRecording: Bool) {
        let (pair, sent) = (quality.measures.pair, quality.measures.sent)
        self.init(
            connection: isInterrupted ? .reconnecting : .connected, quality: quality.own, audio: sent?.audio,
            video: sent?.video, roundTripMilliseconds: quality.measures.roundTrip.map { $0 * 1_000 },
            path: pair.map { "\($0.local)/\($0.remote)" },
            isRelayed: pair.map { [$0.local, $0.remote].contains("relay") }, isRecording: isRecording,
            isMuted: members.isMuted, isVideoEnabled: members[members.ownUser]?.sendsVideo ?? false,
            hand: members.hand(of: members.ownUser))
    }
}

extension CallOverview.Participant {
    init(_ member: CallMembers.Member, _ members: CallMembers, _ quality: CallQuality) {
        let (user, received) = (member.user, quality.measures.received[member.user])
        self.init(
            user: user, name: member.name, connection: member.isAway ? .reconnecting : .connected,
            quality: member.quality, audio: received?.audio, video: received?.video, screen: received?.screen,
            isRecording: members.isRecording(user), isSharing: member.sharingSince != nil,
            isMuted: member.isMuted, isVideoEnabled: member.sendsVideo ?? false, hand: members.hand(of: user))
    }
}

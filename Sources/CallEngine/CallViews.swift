package import ECallAPI

extension LiveCall {
    /// The participants with their true statuses (wire-protocol 4.10), as seen by one of them: those in the call, those who
    /// ring, and those who were in it. A viewer who has declined or was removed sees only themselves.
    package func participants(for viewer: UserID) -> [Participant] {
        let own = self[viewer]
        let isOut = own?.isRemoved == true || (own?.ownStatus ?? own?.status) == .rejected
        return members.filter { !isOut || $0.user == viewer }.map { member in
            var participant = participant(member)
            if member.user == viewer, member.isShielded, let status = member.ownStatus {
                participant.status = status
                participant.endReason = nil
            }
            return participant
        }
    }

    package func participant(_ member: CallMember) -> Participant {
        Participant(
            userId: member.user, deviceId: member.device ?? 0, displayName: member.name, isHost: member.isHost,
            callId: id, isHostKey: member.user == keyHost, feedId: member.feed, isMuted: member.isMuted,
            isVideoEnabled: member.isVideoEnabled, status: member.status, endReason: member.endReason,
            isOnHold: member.isOnHold ? true : nil)
    }

    /// The call as one of its members sees it.
    package func record(for viewer: UserID) -> CallRecord {
        CallRecord(
            id: id, callType: viewer == host.user ? .outgoing : .incoming, callMediaType: isVideo ? .video : .audio,
            callCategory: category, startedAt: startedAt, answeredAt: answeredAt, connectedAt: connectedAt,
            endedAt: endedAt, status: answeredAt == nil ? .calling : .active, janusRoomId: room, duration: 0,
            participants: participants(for: viewer))
    }
}

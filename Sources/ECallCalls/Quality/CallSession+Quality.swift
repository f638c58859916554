import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity

/// How good the lines are, second by second.
extension CallSession {
    /// Looks at what flowed, once a second; reports what has changed for the person.
    func measure(_ receptions: [SubscriptionID: Reception]) async {
        let now = time.nanoseconds()
        guard measures.isDue(at: now) else { return }
        let transmission = await room.transmission()
        guard let call, !isClosed else { return }
        let reading = LineMeasures.Reading(receptions: receptions, transmission: transmission, at: now)
        let senders = senders.mapValues { UserID($0.userID) }
        // Who is muted and not looked at sends nothing here: nothing is missing.
        let sending = members.present.filter { !$0.isMuted || senders.values.contains($0.user) }.map(\.user)
        guard measures.take(reading, senders: senders, members: Set(sending)) else { return }
        let sent = isInterrupted ? QualitySample(isReceiving: false) : measures.sent?.sample
        // Of whom nothing can come just now nothing is said but that.
        let received = isInterrupted ? [:] : measures.received.filter { members[$0.key]?.isAway != true }
        for change in quality.take(received: received.mapValues(\.sample), sent: sent, now: now) {
            switch change {
            case .own(let level): report(.quality(call, level))
            case .participant(let user, let level):
                report(.participantQuality(call, user, name: members[user]?.name ?? "", level))
            }
        }
        tellPeople()
    }

    /// How the call stands now.
    func currentStatus(_ state: CallOverview.State) async -> CallOverview {
        let now = time.nanoseconds()
        let since = state == .inCall && isConnected ? connectedSince ?? began : began
        let (pair, sent) = (measures.pair, measures.sent)
        let own = members[members.ownUser]
        return CallOverview(
            id: call, state: state == .inCall && !isConnected ? .connecting : state,
            seconds: Int((now > since ? now - since : 0) / 1_000_000_000),
            encryption: isProtected ? .protected : .waitingForKey,
            own: CallOverview.Own(
                connection: isInterrupted ? .reconnecting : .connected, quality: quality.own, audio: sent?.audio,
                video: sent?.video, roundTripMilliseconds: measures.roundTrip.map { $0 * 1_000 },
                path: pair.map { "\($0.local)/\($0.remote)" },
                isRelayed: pair.map { [$0.local, $0.remote].contains("relay") }, isRecording: recording == .on,
                isMuted: isMuted, isVideoEnabled: own?.sendsVideo ?? false,
                hand: hands.place(of: environment.account.userId)),
            participants: members.present.map(status),
            devices: memberDevices(), statistics: await currentStatistics())
    }

    private func status(of member: CallMembers.Member) -> CallOverview.Participant {
        let user = member.user
        let received = measures.received[user]
        return CallOverview.Participant(
            user: user, name: member.name,
            connection: member.isAway ? .reconnecting : .connected,
            quality: quality.level(of: user), audio: received?.audio, video: received?.video,
            screen: received?.screen, isRecording: toldRecording.contains(user), isSharing: sharing.contains(user),
            isMuted: member.isMuted, isVideoEnabled: member.sendsVideo ?? false, hand: hands.place(of: user))
    }
}

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
        let sending = roster.members.keys.filter { !roster.muted.contains($0) || senders.values.contains($0) }
        guard measures.take(reading, senders: senders, members: Set(sending)) else { return }
        let sent = isInterrupted ? QualitySample(isReceiving: false) : measures.sent?.sample
        // Of whom nothing can come just now nothing is said but that.
        let received = isInterrupted ? [:] : measures.received.filter { !roster.reconnecting.contains($0.key) }
        for change in quality.take(received: received.mapValues(\.sample), sent: sent, now: now) {
            switch change {
            case .own(let level): report(.quality(call, level))
            case .participant(let user, let level):
                report(.participantQuality(call, user, name: roster.member(user)?.name ?? "", level))
            }
        }
        tellPeople()
    }

    /// How the call stands now.
    func currentStatus(_ state: CallOverview.State) async -> CallOverview {
        let now = time.nanoseconds()
        let since = state == .inCall && isConnected ? connectedSince ?? began : began
        let (pair, sent) = (measures.pair, measures.sent)
        let own = people[environment.account.userId]
        return CallOverview(
            id: call, state: state == .inCall && !isConnected ? .connecting : state,
            seconds: Int((now > since ? now - since : 0) / 1_000_000_000),
            encryption: isProtected ? .protected : .waitingForKey,
            own: CallOverview.Own(
                connection: isInterrupted ? .reconnecting : .connected, quality: quality.own, audio: sent?.audio,
                video: sent?.video, roundTripMilliseconds: measures.roundTrip.map { $0 * 1_000 },
                path: pair.map { "\($0.local)/\($0.remote)" },
                isRelayed: pair.map { [$0.local, $0.remote].contains("relay") }, isRecording: recording == .on,
                isMuted: isMuted, isVideoEnabled: own?.isVideoEnabled ?? false,
                hand: hands.place(of: environment.account.userId)),
            participants: roster.members.values.sorted { $0.address.userID < $1.address.userID }.map(status),
            devices: memberDevices(), statistics: await currentStatistics())
    }

    private func status(of member: CallRoster.Member) -> CallOverview.Participant {
        let user = UserID(member.address.userID)
        let received = measures.received[user]
        return CallOverview.Participant(
            user: user, name: member.name,
            connection: roster.reconnecting.contains(user) ? .reconnecting : .connected,
            quality: quality.level(of: user), audio: received?.audio, video: received?.video,
            screen: received?.screen, isRecording: toldRecording.contains(user), isSharing: sharing.contains(user),
            isMuted: people[user]?.isMuted ?? false,
            isVideoEnabled: people[user]?.isVideoEnabled ?? false, hand: hands.place(of: user))
    }
}

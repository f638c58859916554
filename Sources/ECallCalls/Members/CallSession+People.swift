import ECallAPI
import ECallCore
import ECallSecurity
import KeyDistribution

/// Who is in the call, as it is shown.
extension CallSession {
    /// Takes what a signal says of somebody, and says what the person is to know of it. Who can be received is not decided here.
    func heardOfPeople(_ signal: Signal) {
        switch signal {
        case .participantInvited(let notice):
            let wasRinging = people[notice.user]?.status == .ringing
            // What they said was about the ringing before.
            if !wasRinging { replies[notice.user] = nil }
            people.invited(notice)
            roster.outdateLists()
            if let call, !wasRinging { report(.participantRinging(call, notice.user, name: name(of: notice.user))) }
        case .participantRejected(let rejection):
            let user = rejection.participant.user
            let wasRinging = people[user]?.status == .ringing
            people.rejected(rejection)
            roster.outdateLists()
            if wasRinging { tellRefusal(of: user) }
        case .participantLeft(let departure) where departure.reason == .removed:
            people.left(departure.user, isRemoved: true)
        case .muteRequested(let notice):
            report(.muteRequested(notice.call, by: notice.host, name: name(of: notice.host)))
        case .participantUpdated(let update): people.updated(update)
        default: return
        }
    }

    /// Takes a list over. Who rings from now on, or rang and does not come, is told of here where the list overtakes the signal
    /// that says so. The first list says how it is, not what has happened.
    func updatePeople(_ list: [Participant]) {
        let before = people.people
        people.update(list)
        guard let call, !before.isEmpty else { return }
        for user in people.people.keys.sorted() {
            switch (before[user]?.status, people[user]?.status) {
            case (.ringing, .ringing): break
            case (.ringing, _): tellRefusal(of: user)
            case (_, .ringing): report(.participantRinging(call, user, name: name(of: user)))
            default: break
            }
        }
    }

    /// Takes what those have said who will not come, as far as it has come: in order with what is heard of them by others.
    func takeReplies() async {
        for (address, reply) in await keys?.takeReplies() ?? [:] {
            let user = UserID(address.userID)
            guard let call, !isClosed, replies[user] == nil, people[user]?.status.isIn != true else { continue }
            replies[user] = reply
            report(.participantReplied(call, user, name: name(of: user), reply))
            tellPeople()
        }
    }

    /// What the only one who was called has said.
    var onlyReply: CallReply? { others == 1 ? replies.values.first : nil }

    private func tellRefusal(of user: UserID) {
        // Of the only one called the end of the call says it.
        guard let call, others > 1, let status = people[user]?.status else { return }
        switch status {
        case .removed: report(.participantRemoved(call, user, name: name(of: user)))
        case .declined, .noAnswer, .busy: report(.participantRefused(call, user, name: name(of: user), status))
        default: break
        }
    }

    /// How it is said that somebody is no more in the call.
    func goneEvent(_ user: UserID, _ call: CallID) -> CallEvent {
        people[user]?.status == .removed
            ? .participantRemoved(call, user, name: name(of: user)) : .participantLeft(call, user)
    }

    private var others: Int { people.people.keys.count { $0 != environment.account.userId } }

    func name(of user: UserID) -> String {
        let known = [people[user]?.name, roster.member(user)?.name].compactMap(\.self).first { !$0.isEmpty }
        return known ?? "\(user)"
    }

    /// Tells who looks at the participants how it is now.
    func tellPeople() {
        guard !isClosed else { return }
        lookAtConnection()
        participants.set(
            people.people.map { participant($0.key, $0.value) }.sorted { one, other in
                let places = (Self.place(of: one), Self.place(of: other))
                return places.0 == places.1 ? one.user < other.user : places.0 < places.1
            })
    }

    /// Oneself first, then who is there, then who rings, then the rest.
    private static func place(of one: CallParticipant) -> Int {
        one.isSelf ? 0 : one.status.isIn ? 1 : one.status == .ringing ? 2 : 3
    }

    private func participant(_ user: UserID, _ person: CallPeople.Person) -> CallParticipant {
        let isSelf = user == environment.account.userId
        let wish = hearing[user] ?? Hearing()
        let isAway = isSelf ? isInterrupted : person.status == .reconnecting || roster.reconnecting.contains(user)
        return CallParticipant(
            user: user, name: person.name, status: person.status == .joined && isAway ? .reconnecting : person.status,
            isSelf: isSelf, isHost: person.isHost, isMuted: person.isMuted, isVideoEnabled: person.isVideoEnabled,
            connection: isAway ? .reconnecting : .connected,
            trust: roster.member(user).flatMap { members[$0.address]?.trust },
            quality: isSelf ? quality.own : quality.level(of: user), isSpeaking: speaking.contains(user),
            volume: wish.volume, isHeard: wish.isHeard,
            isRecording: isSelf ? recording == .on : toldRecording.contains(user),
            isSharing: isSelf ? ownScreen != nil : sharing.contains(user),
            reply: person.status == .declined ? replies[user] : nil, hand: hands.place(of: user))
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

    /// A wish holds for the call, also when its person leaves and comes back.
    private func hear(_ user: UserID, _ change: (inout Hearing) -> Void) async throws(CallFailure) {
        guard user != environment.account.userId, people[user]?.status.isIn ?? false else { throw .notInCall }
        change(&hearing[user, default: Hearing()])
        tellPeople()
        await followHearing(of: user)
    }
}

import ECallAPI
import ECallCalls
import ECallLanguage

/// Events and people, as the library reports them.
extension CallFlow {
    /// People who are called within this time are announced together.
    static let gatherTime = Duration.milliseconds(300)

    mutating func heard(_ event: CallEvent, at now: Duration) -> [Effect] {
        moved(to: now)
        switch event {
        case .incoming(let incoming): return rings(incoming)
        case .missed(let incoming): misses(incoming)
        case .ended(let summary): return ended(summary, at: now)
        case .clockOff(let text): tell(text)
        case .suspended(let text): tell(text, isBad: true)
        case .signedOut: tell(CallFailure.signedOut.text, isBad: true)
        case .encryption(let id, let state): return encryption(id, state)
        default:
            guard let call, let id = event.call, phase.isGoingOn, call.id == nil || call.id == id else { return [] }
            self.call?.id = id
            return heardInCall(event)
        }
        return []
    }

    private mutating func heardInCall(_ event: CallEvent) -> [Effect] {
        switch event {
        case .ringing: if case .outgoing = phase { phase = .outgoing(isRinging: true) }
        case .answered: return answered()
        case .connection(_, let state): return connection(state)
        case .firstPicture(_, let user, _):
            stage.sees(user)
            return look()
        case .firstSound, .trust: return look()
        case .reaction(_, let user, let name, let reaction):
            stage.reacted(user, reaction, at: clock)
            announcement = .reactionBy(name: CallNames.one(name), reaction: reaction.text)
        case .hand(_, _, let name, let isRaised):
            let name = CallNames.one(name)
            announcement = isRaised ? .handIsRaised(names: name) : .handIsLowered(names: name)
        case .capture(_, let notice, let isOver):
            captureNotices.removeAll { $0 == notice }
            if !isOver { captureNotices.append(notice) }
        case .mediaWait(_, let wait): mediaWait = wait
        case .muteRequested, .invitationRequested: request(event)
        case .notice(_, let text): tell(text)
        case .joinedMuted: tell(.callNoticeJoinedMuted)
        default: heardOfPeople(event)
        }
        return []
    }

    private mutating func heardOfPeople(_ event: CallEvent) {
        switch event {
        case .participantRinging(_, _, let name):
            calledNow = CalledNow(
                names: (calledNow?.names ?? []) + [CallNames.one(name)], at: calledNow?.at ?? clock + Self.gatherTime)
        case .participantRefused(_, let user, let name, let status):
            // Their reply was shown in its place.
            if status != .declined || replied.remove(user) == nil { tell(status.refusal(of: CallNames.one(name))) }
        case .participantReplied(_, let user, let name, let reply):
            // In a call to one person the end shows the reply.
            guard others.count > 1 else { return }
            replied.insert(user)
            tell(reply.sentence(of: CallNames.one(name)))
        case .participantRemoved(_, _, let name): tell(.callNoticeRemoved(name: CallNames.one(name)))
        case .participantJoined(_, _, let name): announcement = .callJoined(name: CallNames.one(name))
        case .participantLeft(_, let user): announcement = .callLeft(name: name(of: user))
        case .participantConnection(_, _, let name, let state):
            let name = CallNames.one(name)
            announcement = state == .connected ? .callIsBack(name: name) : .callReconnecting(name: name)
        case .participantRecording(_, _, let name, let isOn):
            let name = CallNames.one(name)
            announcement = isOn ? .callRecording(name: name) : .callRecordingEnded(name: name)
        case .participantSharing(_, _, let name, let isOn):
            let name = CallNames.one(name)
            announcement = isOn ? .screenBegan(name: name) : .screenEnded(name: name)
        default: break
        }
    }

    /// The library also reports the end of a call that is known here to be over; the next call may have begun by then.
    private mutating func ended(_ summary: CallSummary, at now: Duration) -> [Effect] {
        let isLate = overHere != nil && summary.id == overHere && call?.id != overHere
        if summary.id == overHere { overHere = nil }
        return isLate ? [] : over(summary, at: now)
    }

    /// Keys of a call that this flow doesn't know: this device returns to it.
    private mutating func encryption(_ id: CallID, _ state: EncryptionState) -> [Effect] {
        switch phase {
        case .idle, .ended: return id == overHere ? [] : returns(to: id)
        case .incoming(let incoming): return incoming.id == id ? isAnsweredBySystem() : []
        case .ending: return []
        case .outgoing, .connecting, .active, .reconnecting:
            guard let call, call.id == nil || call.id == id else { return [] }
            protection.isProtected(state == .protected, people)
            return look()
        }
    }

    /// The person has answered on the system's call screen, not on this one.
    private mutating func isAnsweredBySystem() -> [Effect] {
        phase = .connecting(isEntering: false)
        call?.hasBegun = true
        return [.findDevices] + look()
    }

    private mutating func answered() -> [Effect] {
        guard case .outgoing = phase else { return [] }
        phase = .connecting(isEntering: false)
        call?.hasBegun = true
        return look()
    }

    private mutating func connection(_ state: ConnectionState) -> [Effect] {
        switch (state, phase) {
        case (.reconnecting, .active(let since)): phase = .reconnecting(since: since)
        case (.reconnecting, .connecting(isEntering: false)): phase = .reconnecting(since: nil)
        case (.connected, .reconnecting(let since?)): phase = .active(since: since)
        case (.connected, .reconnecting(since: nil)): phase = .connecting(isEntering: false)
        default: return []
        }
        return look()
    }

    // MARK: - Participants

    /// Takes over the list of the people. An empty one means that the call is being torn down: its people stay on the screen.
    mutating func follow(_ list: [CallParticipant]) -> [Effect] {
        guard !list.isEmpty, phase.isGoingOn else { return [] }
        people = list
        stage.follow(list, at: clock)
        if let me = list.first(where: \.isSelf) {
            own = OwnMedia(isMuted: me.isMuted, isCameraOn: me.isVideoEnabled)
            if me.isMuted { requests.removeAll { $0.kind == .mute } }
        }
        requests.removeAll { request in list.contains { request.kind == .comeIn($0.user) && $0.status.isIn } }
        if call?.origin == .returned, let first = others.first(where: \.status.isIn) ?? others.first {
            call?.peer = CallSubject.Person(id: first.user, name: first.name)
            call?.isVideo = list.contains(where: \.isVideoEnabled)
        }
        return []
    }

    /// Everyone but the own user.
    var others: [CallParticipant] { people.filter { !$0.isSelf } }

    func name(of user: UserID) -> Text { people.first { $0.user == user }?.shown ?? .commonSomebody }

    // MARK: - Notices

    /// The most queued notices; the newest are kept.
    static let mostNotices = 8

    mutating func tell(_ text: Text, isBad: Bool = false) {
        itemCount += 1
        notices = (notices + [CallNotice(id: itemCount, text: text, isBad: isBad)]).suffix(Self.mostNotices)
    }

    mutating func tellCalled(_ names: [Text]) {
        calledNow = nil
        let shown = CallNames.text(names)
        tell(names.count > 1 ? .callAreCalled(names: shown) : .callIsCalled(names: shown))
    }

    private mutating func request(_ event: CallEvent) {
        itemCount += 1
        switch event {
        case .muteRequested(_, _, let name):
            guard !isMuted, !requests.contains(where: { $0.kind == .mute }) else { return }
            let text = Text.callNoticeMuteRequested(name: CallNames.one(name))
            requests.append(CallRequest(id: itemCount, kind: .mute, text: text, accept: .callMute))
        case .invitationRequested(_, let user, let said, let verdict):
            let name = CallNames.one(said)
            if verdict == .invite { return tell(.callLinkComes(name: name)) }
            requests.removeAll { $0.kind == .comeIn(user) }
            let text: Text = verdict == .held ? .callLinkHeld(name: name) : .callLinkUnmet(name: name)
            requests.append(
                CallRequest(id: itemCount, kind: .comeIn(user), text: text, accept: .callLinkAdd(name: name)))
        default: break
        }
    }
}

extension CallEvent {
    /// The call of the event; nil if it isn't about a single call.
    fileprivate var call: CallID? {
        switch self {
        case .ringing(let id), .answered(let id, _, _), .participantJoined(let id, _, _), .participantLeft(let id, _),
            .participantRemoved(let id, _, _), .participantRinging(let id, _, _),
            .participantRefused(let id, _, _, _), .participantReplied(let id, _, _, _), .muteRequested(let id, _, _),
            .invitationRequested(let id, _, _, _), .joinedMuted(let id), .participantConnection(let id, _, _, _),
            .encryption(let id, _), .trust(let id, _, _, _), .participantRecording(let id, _, _, _),
            .participantSharing(let id, _, _, _), .recording(let id, _), .hand(let id, _, _, _),
            .reaction(let id, _, _, _), .connection(let id, _), .participantQuality(let id, _, _, _),
            .quality(let id, _), .capture(let id, _, _), .mediaWait(let id, _), .firstPicture(let id, _, _),
            .firstSound(let id, _, _, _),
            .notice(let id, _):
            id
        case .incoming, .ended, .missed, .clockOff, .signedOut, .suspended: nil
        }
    }
}

import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity

/// The beginning and the end of a call on its screen.
extension CallFlow {
    /// The time that the other's own call may take to arrive after they were found busy.
    static let busyTime = Duration.seconds(1)
    /// The polling interval for the state of a call.
    static let lookTime = Duration.seconds(1)

    mutating func take(lifecycle action: Action) -> [Effect] {
        switch (action, phase) {
        case (.called(let people, let isVideo), .idle), (.called(let people, let isVideo), .ended):
            return place(people, isVideo: isVideo)
        case (.answered(let isVideo), .incoming(let call)):
            phase = .connecting(isEntering: true)
            own = OwnMedia(isCameraOn: isVideo)
            return [.answer(call.id, CallStart(isVideo: isVideo, devices: wishes)), .findDevices]
        case (.declined, .incoming(let call)): return decline(call, saying: nil)
        case (.saidCannotTalk, .incoming(let call)) where call.isVerified: return decline(call, saying: .callBackSoon)
        case (.hungUp, _) where phase.isGoingOn: return hangUp()
        case (.calledAgain, .ended(let end)): return callAgain(end)
        case (.closed, .ended): leave()
        default: break
        }
        return []
    }

    private mutating func decline(_ call: IncomingCall, saying reply: CallReply?) -> [Effect] {
        phase = .ending
        return [.decline(call.id, saying: reply, to: CallNames.one(call.callerName))]
    }

    // MARK: - Beginning

    /// Clears the state of the previous call.
    private mutating func begin(_ subject: CallSubject, _ phase: CallPhase, isCameraOn: Bool) {
        leave()
        (call, self.phase) = (subject, phase)
        own = OwnMedia(isCameraOn: isCameraOn)
    }

    private mutating func place(_ called: [CallSubject.Person], isVideo: Bool) -> [Effect] {
        guard let peer = called.first else { return [] }
        begin(
            CallSubject(.outgoing, isVideo: isVideo, peer: peer, called: called), .outgoing(isRinging: false),
            isCameraOn: isVideo)
        attempt += 1
        return [
            .place(attempt: attempt, called.map(\.id), CallStart(isVideo: isVideo, devices: wishes)), .findDevices,
        ]
    }

    mutating func rings(_ incoming: IncomingCall) -> [Effect] {
        begin(CallSubject(incoming), .incoming(incoming), isCameraOn: incoming.isVideo)
        ringing = incoming
        return [.askWho(incoming.id)]
    }

    /// This device enters a call in progress, caused outside of this flow (`RunningCallFlow`).
    mutating func returns(to id: CallID) -> [Effect] {
        let nobody = CallSubject.Person(id: 0, name: "")
        begin(
            CallSubject(id: id, .returned, isVideo: false, peer: nobody, hasBegun: true),
            .connecting(isEntering: false),
            isCameraOn: false)
        return [.findDevices] + look()
    }

    private mutating func callAgain(_ end: EndedCall) -> [Effect] {
        guard let call, end.again != nil else { return [] }
        if end.goesOn, let id = call.id {
            begin(
                CallSubject(id: id, .returned, isVideo: call.isVideo, peer: call.peer), .connecting(isEntering: true),
                isCameraOn: call.isVideo)
            return [.comeBack(id, CallStart(isVideo: call.isVideo, devices: wishes)), .findDevices]
        }
        // Someone who was never in a group call calls back its caller.
        let wasIn = call.origin == .outgoing || call.hasBegun
        let others = others.isEmpty ? call.called : others.map { CallSubject.Person(id: $0.user, name: $0.name) }
        let group = wasIn && others.count > 1 ? others.filter { canBeCalled($0.id) } : []
        return place(group.isEmpty ? [call.peer] : group, isVideo: call.isVideo)
    }

    // MARK: - Results

    mutating func placed(_ number: Int, _ result: Result<CallID, CallFailure>, at now: Duration) -> [Effect] {
        guard number == attempt, call?.origin == .outgoing else { return [] }
        moved(to: now)
        switch result {
        case .success(let id):
            call?.id = id
            // Hung up before there was anything to hang up.
            return phase == .ending ? [.hangUp(id, attempt: attempt)] : []
        case .failure(let failure):
            guard heldEnd == nil, case .outgoing = phase else { return [] }
            // Hung up by the person: the end reports it.
            guard failure != .noCall else { return [] }
            let reason: CallEndReason = failure == .busy ? .busy : .failed
            overHere = call?.id
            return over(summary(reason, problem: failure.text), at: now)
        }
    }

    mutating func entered(
        _ id: CallID, _ failure: CallFailure?, stillRings: Bool, at now: Duration
    ) -> [Effect] {
        guard id == call?.id, case .connecting = phase else { return [] }
        moved(to: now)
        guard let failure else {
            call?.hasBegun = true
            if case .connecting = phase { phase = .connecting(isEntering: false) }
            return look()
        }
        if stillRings, let incoming = ringing {
            phase = .incoming(incoming)
            tell(failure.text, isBad: true)
            return []
        }
        // Hung up, or over: the end reports it.
        guard failure != .noCall else { return [] }
        overHere = id
        return over(summary(failure == .removed ? .removed : .failed, problem: failure.text), at: now)
    }

    private mutating func hangUp() -> [Effect] {
        if let heldEnd {
            end(heldEnd.summary, at: clock)
            return []
        }
        phase = .ending
        (panel, question) = (nil, nil)
        return [.hangUp(call?.id, attempt: attempt)]
    }

    /// The call is gone, if it ever started.
    mutating func wasHungUp(at now: Duration) {
        guard phase == .ending, let call else { return }
        overHere = call.id
        let isUnanswered = call.origin == .outgoing && !call.hasBegun
        end(summary(isUnanswered ? .cancelled : .hungUp), at: now)
    }

    private func summary(_ reason: CallEndReason, problem: Text? = nil) -> CallSummary {
        CallSummary(id: call?.id ?? 0, reason: reason, problem: problem, statistics: CallStatistics())
    }

    // MARK: - The end

    /// Ends the call, as the library reports or a failure implies.
    mutating func over(_ summary: CallSummary, at now: Duration) -> [Effect] {
        guard let call, summary.id == 0 || call.id == nil || summary.id == call.id else { return [] }
        moved(to: now)
        if summary.reason == .busy, case .outgoing = phase {
            heldEnd = HeldEnd(summary: summary, at: now + Self.busyTime)
        } else {
            end(summary, at: now)
        }
        return []
    }

    mutating func end(_ summary: CallSummary, at now: Duration) {
        guard var call else { return }
        let (present, talked) = (others.filter(\.status.isIn), seconds ?? shownEnd?.seconds)
        if call.origin == .incoming, !call.hasBegun, isQuiet(summary.reason) { return }
        let isOfSeveral = max(others.count, call.called.count) > 1
        if isOfSeveral, present.count == 1 {
            call.peer = CallSubject.Person(id: present[0].user, name: present[0].name)
        }
        let known = EndedCall.Known(
            subject: call, isOfSeveral: isOfSeveral, goesOn: summary.reason == .hungUp && present.count > 1,
            seconds: talked)
        let end = EndedCall(summary.reason, problem: summary.problem, reply: summary.reply, known, at: now)
        let people = people
        leave()
        (self.call, self.people, phase) = (call, people, .ended(end))
    }

    private var shownEnd: EndedCall? { if case .ended(let end) = phase { end } else { nil } }

    /// The end of a call that only rang here fills no screen: it must not interrupt other activities.
    private mutating func isQuiet(_ reason: CallEndReason) -> Bool {
        switch reason {
        case .declined: leave()
        case .answeredElsewhere:
            leave()
            tell(.callNoticeAnsweredElsewhere)
        case .declinedElsewhere:
            leave()
            tell(.callNoticeDeclinedElsewhere)
        case .notAnswered, .cancelled:
            // Answered, and over before this device was in it: that fills the screen.
            guard let incoming = ringing, !phase.isGoingOn, shownEnd == nil else { return false }
            leave()
            misses(incoming)
        default: return false
        }
        return true
    }

    mutating func misses(_ incoming: IncomingCall) {
        missed = MissedCall(incoming)
        tell(.callEndMissedText(name: CallNames.one(incoming.callerName)))
    }

    /// Clears the call. Notices stay.
    mutating func leave() {
        let before = self
        self = CallFlow(wishes: before.wishes)
        (missed, notices, itemCount, overHere) = (before.missed, before.notices, before.itemCount, before.overHere)
        (attempt, clock, waits, invite.contacts) = (before.attempt, before.clock, before.waits, before.invite.contacts)
    }

    // MARK: - How it stands

    /// Requests the state of the call, one request at a time.
    mutating func look() -> [Effect] {
        guard phase.isGoingOn else { return [] }
        if isLooking {
            looksAgain = true
            return []
        }
        (isLooking, looksAgain) = (true, false)
        return [.look]
    }

    mutating func looked(_ overview: CallOverview?, at now: Duration) -> [Effect] {
        isLooking = false
        guard phase.isGoingOn else { return [] }
        moved(to: now)
        lookAt = nextLook(at: now)
        guard let overview, overview.id == nil || overview.id == call?.id else { return [] }
        protection.follow(overview, people)
        if overview.state == .inCall, phase.since == nil {
            call?.hasBegun = true
            let since = now - .seconds(overview.seconds)
            if case .reconnecting = phase { phase = .reconnecting(since: since) } else { phase = .active(since: since) }
            moved(to: now)
            lookAt = nextLook(at: now)
        }
        return looksAgain ? look() : []
    }

    /// The next second of the timer, if it runs.
    private func nextLook(at now: Duration) -> Duration? {
        if case .outgoing = phase { return nil }
        guard let since = phase.since else { return now + Self.lookTime }
        return since + .seconds((now - since).components.seconds + 1)
    }
}

import ECallAPI
import ECallCalls
import ECallLanguage
import FrameCrypto
import KeyDistribution
import NetworkCheck

/// The lines a person reads while a command runs. Remembers the names it has seen, and who called whom.
struct EventFormatter: Sendable {
    private var names: [UserID: String] = [:]
    /// Calls that rang here.
    private var incoming: Set<CallID> = []
    /// Calls whose decline already came with a reply.
    private var replied: Set<CallID> = []
    private var quality = QualityNews()
    /// People whose media were received in the call; the return of lost media is reported with the return.
    private var seen: Set<UserID> = []
    private var heard: Set<UserID> = []

    private let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    /// The line for an event; nil if a person need not know it.
    mutating func line(for event: ReportedEvent) -> String? {
        switch event {
        case .listening: texts.string(.terminalListening)
        case .notice(let text): texts.string(text)
        case .checking(let step): texts.string(step.text)
        case .call(let event): line(for: event)
        }
    }

    private mutating func line(for event: CallEvent) -> String? {
        switch event {
        case .incoming(let call):
            names[call.caller] = call.callerName
            incoming.insert(call.id)
            return ring(call)
        case .participantQuality(_, let user, let name, let level):
            if !name.isEmpty { names[user] = name }
            return quality.other(user, self.name(user), level, texts)
        case .quality(_, let level): return quality.own(level, texts)
        case .ended(let summary):
            quality.forget()
            (seen, heard) = ([], [])
            let wasIncoming = incoming.remove(summary.id) != nil
            let wasExplained = replied.remove(summary.id) != nil
            // Their reply was more specific.
            if summary.reason == .declined, summary.problem == nil, wasExplained, !wasIncoming {
                return texts.string(.terminalEndedHungUp)
            }
            return texts.string(Self.text(for: summary, isIncoming: wasIncoming))
        default: return text(for: event).map(texts.string)
        }
    }

    /// The ring, preceded by a doubt about the caller's name, and followed by what is known about the device and what to type.
    private func ring(_ call: IncomingCall) -> String {
        let doubt = call.doubt.map { texts.string(NameDoubtFormatter.text($0, of: call.caller)) + "\n" } ?? ""
        let past = call.past.flatMap { PastTimeFormatter(texts).line($0) }
        return doubt
            + ([Self.ring(call, name(call.caller)), past, .answerOrDecline] as [Text?])
            .compactMap { $0.map(texts.string) }.joined(separator: " ")
    }

    private static func ring(_ call: IncomingCall, _ name: Text) -> Text {
        switch (call.isVerified, call.isNewDevice, call.isVideo) {
        case (true, _, false): .terminalIncoming(name: name)
        case (true, _, true): .terminalIncomingVideo(name: name)
        case (false, true, false): .terminalIncomingNew(name: name)
        case (false, true, true): .terminalIncomingNewVideo(name: name)
        case (false, false, false): .terminalIncomingUnverified(name: name)
        case (false, false, true): .terminalIncomingUnverifiedVideo(name: name)
        }
    }

    private mutating func text(for event: CallEvent) -> Text? {
        switch event {
        case .ringing: return .terminalRinging
        case .answered(_, let user, let name): return .terminalAnswered(name: named(user, name))
        case .participantJoined(_, let user, let name): return .terminalInTheCall(name: named(user, name))
        case .participantLeft(_, let user): return .callLeft(name: name(user))
        case .participantRemoved(_, let user, let name): return .callNoticeRemoved(name: named(user, name))
        case .participantRinging(_, let user, let name): return .terminalBeingCalled(name: named(user, name))
        case .participantRefused(_, let user, let name, let status):
            return ParticipantFormatter.text(for: status, of: named(user, name))
        case .participantReplied(let call, let user, let name, let reply):
            replied.insert(call)
            return ParticipantFormatter.text(for: reply, of: named(user, name))
        case .muteRequested(_, let user, let name):
            return .hint(.callNoticeMuteRequested(name: named(user, name)), .terminalType(command: "ecall mute"))
        case .invitationRequested(_, let user, let name, let verdict):
            return Self.text(for: verdict, named(user, name), user)
        case .joinedMuted: return ParticipantFormatter.joinedMuted
        case .encryption(_, .waitingForKey): return .protectionSpokenWaiting
        case .encryption(_, .protected): return .protectionSpokenProtected
        case .trust(_, let user, let name, let trust): return Self.text(for: trust, of: named(user, name))
        case .participantConnection(_, let user, let name, let state):
            let name = named(user, name)
            return state == .connected ? .callIsBack(name: name) : .terminalLost(name: name)
        case .participantRecording(_, let user, let name, let isOn):
            let name = named(user, name)
            return isOn ? .callRecording(name: name) : .callRecordingEnded(name: name)
        case .participantSharing(_, let user, let name, let isSharing):
            let name = named(user, name)
            return isSharing ? .screenBegan(name: name) : .screenEnded(name: name)
        case .recording(_, let isOn): return isOn ? .terminalRecording : .terminalRecordingEnded
        case .hand(_, let user, let name, let isRaised):
            let name = named(user, name)
            return isRaised ? .handIsRaised(names: name) : .handIsLowered(names: name)
        case .reaction(_, let user, let name, let reaction):
            return .reactionBy(name: named(user, name), reaction: reaction.text)
        case .connection(_, .reconnecting): return .terminalReconnecting
        case .connection(_, .connected): return .terminalConnectedAgain
        case .firstPicture(_, let user, let milliseconds):
            guard seen.insert(user).inserted else { return nil }
            let name = name(user)
            return afterBeginning(milliseconds, of: seen).map { .terminalSeesAfter(name: name, time: $0) }
                ?? .terminalSees(name: name)
        case .firstSound(_, let user, let milliseconds, let isPlayed):
            guard heard.insert(user).inserted else { return nil }
            return sound(of: name(user), afterBeginning(milliseconds, of: heard), isPlayed: isPlayed)
        case .capture(_, let notice, let isOver): return notice.text(isOver: isOver)
        case .mediaWait(_, .ownNetwork): return .terminalMediaBlocked(command: "ecall netcheck")
        case .mediaWait(_, .others): return .callMediaOthers
        case .mediaWait(_, .connecting), .mediaWait(_, .none): return nil
        case .notice(_, let text), .clockOff(let text): return text
        case .missed(let call): return .terminalMissed(name: call.callerName)
        case .signedOut: return .terminalSignedOut
        case .suspended(let reason):
            // It is the server's, and may be no sentence.
            return texts.string(reason).last?.isPunctuation == true
                ? .hint(reason, .mainSuspended) : .terminalTrustWord(word: reason, sentence: Text.mainSuspended)
        case .incoming, .participantQuality, .quality, .ended: return nil
        }
    }

    private func sound(of name: Text, _ time: Text?, isPlayed: Bool) -> Text {
        guard let time else { return isPlayed ? .terminalHears(name: name) : .terminalReceives(name: name) }
        return isPlayed ? .terminalHearsAfter(name: name, time: time) : .terminalReceivesAfter(name: name, time: time)
    }

    private static func text(for verdict: LinkVerdict, _ name: Text, _ user: UserID) -> Text {
        let toLetIn = Text.terminalLetIn(command: "ecall invite \(user)")
        return switch verdict {
        case .invite: .callLinkComes(name: name)
        case .unmet: .hint(.callLinkUnmet(name: name), toLetIn)
        case .held: .hint(.callLinkHeld(name: name), toLetIn)
        }
    }

    private static func text(for trust: DeviceTrust, of name: Text) -> Text {
        switch trust {
        case .new: .terminalTrustNew(name: name)
        case .known: .terminalTrustKnown(name: name)
        case .verified: .terminalTrustVerified(name: name)
        case .vouched: .terminalTrustVouched(name: name)
        case .held(let reason):
            .terminalTrustHeld(name: name, reason: TrustFormatter.sentence(reason, of: name), command: "ecall status")
        }
    }

    /// The name, which is remembered.
    private mutating func named(_ user: UserID, _ name: String) -> Text {
        names[user] = name
        return self.name(user)
    }

    private func name(_ user: UserID) -> Text {
        names[user].map { .verbatim($0) } ?? .terminalUser(number: "\(user)")
    }

    static func text(for summary: CallSummary, isIncoming: Bool = false) -> Text {
        let reason: Text =
            switch summary.reason {
            case .hungUp: .terminalEndedHungUp
            case .remoteHungUp: .terminalEndedRemoteHungUp
            case .remoteLost: .terminalEndedRemoteLost
            case .declined: isIncoming ? .terminalEndedDeclinedHere : .terminalEndedDeclined
            case .notAnswered: isIncoming ? .terminalEndedMissed : .terminalEndedNotAnswered
            case .busy: .terminalEndedBusy
            case .answeredElsewhere: .terminalEndedAnsweredElsewhere
            case .declinedElsewhere: .terminalEndedDeclinedElsewhere
            case .removed: .terminalEndedRemoved
            case .cancelled: isIncoming ? .terminalEndedMissedCancelled : .terminalEndedCancelled
            case .connectionLost: .terminalEndedConnectionLost
            case .failed: .terminalEndedFailed
            }
        // It was printed already that they are in another call.
        guard summary.reason != .busy, let problem = summary.problem else { return reason }
        // A removal names the person who did it.
        return summary.reason == .removed ? problem : .hint(reason, problem)
    }

    /// The statistics of the finished call, one line a fact; none for a call in which no media flowed.
    static func lines(for statistics: CallStatistics) -> [String] {
        let sent = statistics.videoFramesSealed + statistics.audioFramesSealed
        let received = statistics.videoFramesOpened + statistics.audioFramesOpened
        guard sent + received > 0 else { return [] }
        var lines = [
            "  sent      \(statistics.videoFramesSealed) video and \(statistics.audioFramesSealed) audio frames",
            "  received  \(statistics.videoFramesOpened) video and \(statistics.audioFramesOpened) audio frames",
        ]
        // Frames captured before there was a key to send with aren't losses.
        let before = [SealDrop.noKey, .waitingForKeyFrame].map { statistics.sealDrops[$0.rawValue, default: 0] }
        let dropped =
            statistics.openDrops.values.reduce(0, +) + statistics.sealDrops.values.reduce(0, +) - before.reduce(0, +)
        if dropped > 0 { lines.append("  dropped   \(dropped) frames (\(statistics.framesDroppedBad) of them bad)") }
        if let delay = statistics.pictureDelayMilliseconds {
            lines.append("  delay     \(Int(delay.rounded())) ms from camera to screen")
        }
        if !statistics.candidatePairs.isEmpty {
            lines.append("  path      \(statistics.candidatePairs.joined(separator: ", "))")
        }
        return lines
    }

    /// The time since the start of the call, for the first person only. Others may have been called long after.
    private func afterBeginning(_ milliseconds: Int, of people: Set<UserID>) -> Text? {
        people.count == 1 ? .terminalSeconds(seconds: texts.format.tenths((milliseconds + 50) / 100)) : nil
    }
}

extension Text {
    static var answerOrDecline: Text { .terminalAnswerOrDecline(answer: "ecall answer", decline: "ecall decline") }
}

import ECallAPI
import ECallCalls
import ECallLanguage
import FrameCrypto
import KeyDistribution

/// The lines a person reads while a command runs. Remembers the names it has seen, and who called whom.
struct EventText: Sendable {
    private var names: [UserID: String] = [:]
    /// Calls that rang here.
    private var incoming: Set<CallID> = []
    /// Calls whose decline already came with a reply.
    private var replied: Set<CallID> = []
    private var quality = QualityNews()
    /// People whose media were received in the call; the return of lost media is reported with the return.
    private var seen: Set<UserID> = []
    private var heard: Set<UserID> = []

    init() {}

    /// The line for an event; nil where a person need not know.
    mutating func line(for event: ReportedEvent) -> String? {
        switch event {
        case .listening: "Waiting for calls. End with Ctrl-C."
        case .notice(let text): TerminalText.safe(text)
        case .checking(let step): NetworkText.line(for: step)
        case .call(let event): line(for: event)
        }
    }

    private mutating func line(for event: CallEvent) -> String? {
        switch event {
        case .incoming(let call):
            names[call.caller] = call.callerName
            incoming.insert(call.id)
            let kind = (call.isVideo ? "video call" : "call") + TrustText.ring(call)
            let doubt = call.doubt.map { NameText.sentence($0, of: call.caller) + "\n" } ?? ""
            let past = call.past.flatMap { PastText().line($0) }.map { " \($0)." } ?? ""
            return doubt
                + "\(name(call.caller)): incoming \(kind).\(past) Answer: ecall answer - decline: ecall decline"
        case .ringing: return "Ringing …"
        case .answered(_, let user, let name):
            names[user] = name
            return "\(self.name(user)) answered."
        case .participantJoined(_, let user, let name):
            names[user] = name
            return "\(self.name(user)) is in the call."
        case .participantLeft(_, let user): return "\(name(user)) left the call."
        case .participantRemoved(_, let user, let name):
            names[user] = name
            return "\(self.name(user)) was removed from the call."
        case .participantRinging(_, let user, let name):
            names[user] = name
            return "\(self.name(user)) is being called."
        case .participantRefused(_, let user, let name, let status):
            names[user] = name
            return ParticipantText.line(for: status, of: self.name(user))
        case .participantReplied(let call, let user, let name, let reply):
            names[user] = name
            replied.insert(call)
            return ParticipantText.line(for: reply, of: self.name(user))
        case .muteRequested(_, let user, let name):
            names[user] = name
            return "\(self.name(user)) asks you to mute. Type: ecall mute"
        case .invitationRequested(_, let user, let name, let verdict):
            names[user] = name
            return Self.line(for: verdict, self.name(user), user)
        case .joinedMuted: return ParticipantText.joinedMuted
        case .encryption(_, .waitingForKey):
            return "Setting up encryption. It is not certain yet that anyone can hear you."
        case .encryption(_, .protected):
            return "End-to-end encrypted. The server cannot listen."
        case .trust(_, let user, let name, let trust):
            names[user] = name
            return Self.line(for: trust, of: self.name(user))
        case .participantConnection(_, let user, let name, let state):
            names[user] = name
            return state == .connected
                ? "\(self.name(user)) is back." : "\(self.name(user))'s connection is lost. Waiting …"
        case .participantQuality(_, let user, let name, let level):
            if !name.isEmpty { names[user] = name }
            return quality.other(user, self.name(user), level)
        case .participantRecording(_, let user, let name, let isOn):
            names[user] = name
            return isOn ? "\(self.name(user)) is recording this call." : "\(self.name(user)) has stopped recording."
        case .participantSharing(_, let user, let name, let isSharing):
            names[user] = name
            return isSharing
                ? "\(self.name(user)) shares their screen." : "\(self.name(user)) no longer shares their screen."
        case .recording(_, true): return "Recording. The others are notified."
        case .recording(_, false): return "Recording has ended. The others are notified."
        case .hand(_, let user, let name, let isRaised):
            names[user] = name
            return isRaised ? "\(self.name(user)) raised a hand." : "\(self.name(user)) lowered the hand."
        case .reaction(_, let user, let name, let reaction):
            names[user] = name
            return "\(self.name(user)) reacted with \(reaction.words)."
        case .quality(_, let level): return quality.own(level)
        case .connection(_, .reconnecting): return "The connection is lost. Reconnecting …"
        case .connection(_, .connected): return "Connected again."
        case .firstPicture(_, let user, let milliseconds):
            guard seen.insert(user).inserted else { return nil }
            return "You see \(name(user))\(Self.afterBeginning(milliseconds, of: seen))."
        case .firstSound(_, let user, let milliseconds, let isPlayed):
            guard heard.insert(user).inserted else { return nil }
            let time = Self.afterBeginning(milliseconds, of: heard)
            return isPlayed
                ? "You hear \(name(user))\(time)." : "Receiving audio from \(name(user))\(time), without playing it."
        case .capture(_, let notice, let isOver): return terminalTexts.string(notice.text(isOver: isOver))
        case .notice(_, let text): return TerminalText.safe(terminalTexts.string(text))
        case .ended(let summary):
            quality.forget()
            (seen, heard) = ([], [])
            let wasIncoming = incoming.remove(summary.id) != nil
            let wasExplained = replied.remove(summary.id) != nil
            // Their reply has said more than that.
            if summary.reason == .declined, summary.problem == nil, wasExplained, !wasIncoming { return Self.ended }
            return Self.line(for: summary, isIncoming: wasIncoming)
        case .missed(let call):
            return "You missed a call from \(TerminalText.safe(call.callerName)): it arrived too late to ring."
        case .clockOff(let text): return TerminalText.safe(terminalTexts.string(text))
        case .signedOut: return "This device has been signed out."
        case .suspended(let reason):
            let sentence = TerminalText.safe(terminalTexts.string(reason))
            return sentence + (sentence.hasSuffix(".") ? "" : ".") + " No calls come in until that is over."
        }
    }

    private static func line(for verdict: LinkVerdict, _ name: String, _ user: UserID) -> String {
        let toLetIn = "To let them in: ecall invite \(user)"
        return switch verdict {
        case .invite: "\(name) is joining with your link."
        case .unmet: "\(name) wants to join with your link. You have not been in a call together yet. \(toLetIn)"
        case .held: "\(name) opened your link on a device you have not confirmed. \(toLetIn)"
        }
    }

    private static func line(for trust: DeviceTrust, of name: String) -> String {
        switch trust {
        case .new: "\(name): first call with them on this device. Numbers were not compared."
        case .known: "\(name): you have met this device, or confirmed it. Numbers were not compared."
        case .verified: "\(name): verified. You compared the numbers."
        case .vouched: "\(name): confirmed by another of their devices."
        case .held(let reason):
            "\(name): held. \(TrustText.sentence(reason)) You cannot hear or see each other. What to do: ecall status"
        }
    }

    private func name(_ user: UserID) -> String { names[user].map(TerminalText.safe) ?? "User \(user)" }

    private static let ended = "Call ended."

    static func line(for summary: CallSummary, isIncoming: Bool = false) -> String {
        let reason =
            switch summary.reason {
            case .hungUp: ended
            case .remoteHungUp: "Call ended: no one else is in it."
            case .remoteLost: "The connection of the other side was lost."
            case .declined: isIncoming ? "You declined the call." : "They declined the call."
            case .notAnswered: isIncoming ? "Missed call: you did not answer." : "They did not answer."
            case .busy: "They are in another call."
            case .answeredElsewhere: "The call was answered on another device."
            case .declinedElsewhere: "The call was declined on another device."
            case .removed: "You were removed from the call."
            case .cancelled: isIncoming ? "Missed call: they hung up before you answered." : "The call was cancelled."
            case .connectionLost: "The connection was lost."
            case .failed: "The call failed."
            }
        // It was printed already that they are in another call.
        guard summary.reason != .busy, let problem = summary.problem else { return reason }
        let words = TerminalText.safe(terminalTexts.string(problem))
        // A removal names the person who did it.
        return summary.reason == .removed ? words : "\(reason) \(words)"
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
    private static func afterBeginning(_ milliseconds: Int, of people: Set<UserID>) -> String {
        people.count == 1 ? " (after \(seconds(milliseconds)))" : ""
    }

    /// Milliseconds as seconds with one digit after the point, without a locale.
    static func seconds(_ milliseconds: Int) -> String {
        let tenths = (milliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

import ECallAPI
import ECallCalls
import ECallSecurity
import KeyDistribution

/// The participants of a call, in lines for a person.
enum ParticipantText {
    static let joinedMuted =
        "You joined muted because the limit of people who can be heard at once is reached. To speak once someone mutes: ecall unmute"

    /// A table: the name, the state, and the facts of each.
    static func lines(for list: [CallParticipant]) -> [String] {
        let names = list.map { TerminalText.safe($0.name) + ($0.isSelf ? " (you)" : "") }
        let width = min(names.map(\.count).max() ?? 0, 32)
        return zip(list, names).map { one, name in
            let padding = String(repeating: " ", count: max(0, width - name.count))
            let facts = [one.reply.map(state) ?? state(one.status)] + facts(of: one)
            return "\(QualityText.bars(one.status.isIn ? one.quality : nil)) \(name)\(padding)  "
                + facts.joined(separator: ", ")
        }
    }

    private static func state(_ status: CallParticipant.Status) -> String {
        switch status {
        case .ringing: "is being called"
        case .declined: "declined"
        case .noAnswer: "did not answer"
        case .busy: "is in another call"
        case .joined: "in the call"
        case .reconnecting: "reconnecting"
        case .onHold: "has put the call on hold"
        case .left: "left"
        case .removed: "removed"
        }
    }

    private static func state(_ reply: CallReply) -> String {
        switch reply {
        case .cannotTalkNow(0): "cannot talk now"
        case .cannotTalkNow(1): "cannot talk now, will call back in 1 minute"
        case .cannotTalkNow(let minutes): "cannot talk now, will call back in \(minutes) minutes"
        }
    }

    /// The reply of a person who was called.
    static func line(for reply: CallReply, of name: String) -> String {
        switch reply {
        case .cannotTalkNow(0): "\(name) cannot talk now."
        case .cannotTalkNow(1): "\(name) cannot talk now and will call back in 1 minute."
        case .cannotTalkNow(let minutes): "\(name) cannot talk now and will call back in \(minutes) minutes."
        }
    }

    private static func facts(of one: CallParticipant) -> [String] {
        guard one.status.isIn else { return [] }
        let trust: String? =
            switch one.trust {
            case .verified: "verified"
            case .held: "held, see ecall status"
            case .new, .known, .vouched, nil: nil
            }
        return [
            one.isHost ? "started the call" : nil,
            one.isSpeaking ? "speaking" : nil,
            one.isMuted ? "muted" : nil,
            one.isVideoEnabled ? "camera on" : nil,
            one.isSharing ? "sharing a screen" : nil,
            one.isRecording ? "recording" : nil,
            one.hand.map { $0 == 1 ? "hand raised" : "hand raised, number \($0)" },
            one.isHeard ? nil : "muted for you",
            one.volume == 100 ? nil : "volume \(one.volume)",
            trust,
        ].compactMap(\.self)
    }

    /// The line for a person who was called and doesn't answer.
    static func line(for status: CallParticipant.Status, of name: String) -> String {
        switch status {
        case .noAnswer: "\(name) did not answer."
        case .busy: "\(name) is in another call."
        default: "\(name) declined."
        }
    }

    static func line(isMuted: Bool, isVideoEnabled: Bool) -> String {
        (isMuted ? "You are muted." : "You can be heard.") + (isVideoEnabled ? " Your camera is on." : "")
    }
}

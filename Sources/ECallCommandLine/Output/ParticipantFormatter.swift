import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import KeyDistribution

/// The participants of a call, in lines for a person.
struct ParticipantFormatter {
    let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    static let joinedMuted: Text = .hint(.callNoticeJoinedMuted, .terminalSpeakLater(command: "ecall unmute"))

    /// A table: the name, the state, and the facts of each.
    func lines(for list: [CallParticipant]) -> [String] {
        let names = list.map { $0.isSelf ? texts.string(.peopleYou(name: $0.name)) : texts.string(.verbatim($0.name)) }
        let width = min(names.map(\.count).max() ?? 0, 32)
        return zip(list, names).map { one, name in
            let padding = String(repeating: " ", count: max(0, width - name.count))
            let facts = [one.reply.map(Self.state) ?? Self.state(one.status)] + Self.facts(of: one)
            return "\(QualityFormatter.bars(one.status.isIn ? one.quality : nil)) \(name)\(padding)  "
                + texts.format.row(facts.map(texts.string))
        }
    }

    private static func state(_ status: CallParticipant.Status) -> Text {
        switch status {
        case .ringing: .peopleStatusRinging
        case .declined: .peopleStatusDeclined
        case .noAnswer: .peopleStatusNoAnswer
        case .busy: .peopleStatusBusy
        case .joined: .terminalFactInCall
        case .reconnecting: .peopleStatusReconnecting
        case .onHold: .peopleStatusOnHold
        case .left: .peopleStatusLeft
        case .removed: .peopleStatusRemoved
        }
    }

    private static func state(_ reply: CallReply) -> Text {
        switch reply {
        case .cannotTalkNow(0): .peopleStatusCannotTalk
        case .cannotTalkNow(let minutes): .peopleStatusCallsBack(minutes: Int(minutes))
        }
    }

    /// The reply of a person who was called.
    static func text(for reply: CallReply, of name: Text) -> Text {
        switch reply {
        case .cannotTalkNow(0): .callReplyPlain(name: name)
        case .cannotTalkNow(let minutes): .callReplyCallsBack(name: name, minutes: Int(minutes))
        }
    }

    private static func facts(of one: CallParticipant) -> [Text] {
        guard one.status.isIn else { return [] }
        let trust: Text? =
            switch one.trust {
            case .verified: .peopleFactVerified
            case .held: .terminalFactHeld(command: "ecall status")
            case .new, .known, .vouched, nil: nil
            }
        return [
            one.isHost ? .peopleFactHost : nil,
            one.isSpeaking ? .peopleFactSpeaks : nil,
            one.isMuted ? .peopleFactMuted : nil,
            one.isVideoEnabled ? .terminalFactCameraOn : nil,
            one.isSharing ? .peopleFactShares : nil,
            one.isRecording ? .peopleFactRecords : nil,
            one.hand.map { $0 == 1 ? .handState : .handStatePlace(place: "\($0)") },
            one.isHeard ? nil : .peopleFactUnheard,
            one.volume == 100 ? nil : .peopleFactVolume(percent: "\(one.volume)"),
            trust,
        ].compactMap(\.self)
    }

    /// The line for a person who was called and doesn't answer.
    static func text(for status: CallParticipant.Status, of name: Text) -> Text {
        switch status {
        case .noAnswer: .callRejectedNotAnswered(name: name)
        case .busy: .callRejectedBusy(name: name)
        default: .callRejectedDeclined(name: name)
        }
    }

    func line(isMuted: Bool, isVideoEnabled: Bool) -> String {
        let sound: Text = isMuted ? .callUnheard : .terminalHeard
        return texts.string(isVideoEnabled ? .hint(sound, .terminalYourCamera) : sound)
    }
}

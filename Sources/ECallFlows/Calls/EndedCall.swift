public import ECallCalls
public import ECallLanguage
import ECallSecurity

/// The reason why a call is over, as it is shown.
public struct EndedCall: Sendable, Equatable {
    public let reason: CallEndReason
    /// In two or three words.
    public let title: Text
    /// A sentence of what happened and what to do next; nil if the title is sufficient.
    public let sentence: Text?
    /// The label of the button that calls again, or rejoins; nil if neither makes sense.
    public let again: Text?
    /// Whether others are in it still: *again* joins without ringing anyone.
    public let goesOn: Bool
    /// The whole seconds for which people talked; nil if no one did.
    public let seconds: Int?
    /// The time at which the screen closes by itself; nil if it stays until the person closes it.
    public let closesAt: Duration?

    /// The time for which the end of a call that ended well is shown.
    static let time = Duration.seconds(2.5)

    /// The facts about a call that its end depends on.
    struct Known {
        var subject: CallSubject
        /// Whether it has, had or rang more than one other.
        var isOfSeveral = false
        var goesOn = false
        var seconds: Int?
    }

    /// - Parameters:
    ///   - problem: what went wrong, a whole sentence.
    ///   - reply: what the only one who was called said when they declined.
    ///   - now: of the end.
    init(_ reason: CallEndReason, problem: Text? = nil, reply: CallReply? = nil, _ known: Known, at now: Duration) {
        let labels = EndedCallLabels(reason, problem: problem, reply: reply, known)
        (self.reason, title, sentence, again) = (reason, labels.title, labels.sentence, labels.again)
        goesOn = known.goesOn
        // A person who answers while the caller gives up has talked to no one.
        seconds = reason == .cancelled ? nil : known.seconds
        closesAt = labels.isWell ? now + Self.time : nil
    }
}

/// The words of an end. The page has the same (`endLabels`, `againLabel` and `endedWell` in Web/features/calls/call-labels.js,
/// Tests/Vectors/call-ends.json).
struct EndedCallLabels: Equatable {
    let title: Text
    let sentence: Text?
    let again: Text?
    /// Whether it ended normally, so that there is nothing to do.
    let isWell: Bool

    init(_ reason: CallEndReason, problem: Text? = nil, reply: CallReply? = nil, _ known: EndedCall.Known) {
        let isOutgoing = known.subject.origin == .outgoing
        (title, sentence) = Self.words(reason, problem, reply, known)
        again = Self.again(reason, known)
        isWell = reason == .hungUp || reason == .remoteHungUp || reason == .cancelled && isOutgoing
    }

    private static func words(
        _ reason: CallEndReason, _ problem: Text?, _ reply: CallReply?, _ known: EndedCall.Known
    ) -> (Text, Text?) {
        let (call, name) = (known.subject, known.subject.peer.shown)
        let isOutgoing = call.origin == .outgoing
        // In a group call, why each person didn't answer is announced as it happens.
        if isOutgoing, !call.hasBegun, known.isOfSeveral {
            if reason == .busy { return (.callEndBusy, .callFailureBusy) }
            if reason == .declined || reason == .notAnswered { return (.callEndNotAnswered, .callEndNobodyCame) }
        }
        let missed: (Text, Text?) = (.callEndMissed, .callEndMissedText(name: name))
        switch reason {
        case .declined:
            guard isOutgoing else { return (.callEndDeclined, nil) }
            return (.callEndDeclined, reply?.sentence(of: name) ?? .callEndDeclinedBy(name: name))
        case .declinedElsewhere: return (.callEndDeclinedElsewhere, nil)
        case .busy: return (.callEndBusy, .callEndBusyText(name: name))
        case .notAnswered: return isOutgoing ? (.callEndNotAnswered, .callRejectedNotAnswered(name: name)) : missed
        case .cancelled: return isOutgoing ? (.callEndCancelled, nil) : missed
        case .answeredElsewhere: return (.callEndAnsweredElsewhere, .callEndAnsweredElsewhereText)
        case .remoteLost: return (.callEndLost, .callEndRemoteLost(name: name))
        case .connectionLost: return (.callEndLost, problem ?? .callEndConnectionLost)
        case .removed: return (.callEndRemoved, problem ?? .errorsRemovedFromCall)
        case .failed: return (titleOfFailure(call), problem ?? .commonFailed)
        case .hungUp, .remoteHungUp: return (known.goesOn ? .callEndLeft : .callEnded, nil)
        }
    }

    private static func titleOfFailure(_ call: CallSubject) -> Text {
        if call.hasBegun { return .callEndBrokeOff }
        return switch call.origin {
        case .outgoing: .callEndNotMade
        case .incoming: .callEndNotAnsweredHere
        case .returned: .callEndNotReturned
        }
    }

    private static func again(_ reason: CallEndReason, _ known: EndedCall.Known) -> Text? {
        if known.goesOn { return .historyJoinAgain }
        if reason == .answeredElsewhere || reason == .removed { return nil }
        let isMissed = known.subject.origin == .incoming && (!known.subject.hasBegun || reason == .cancelled)
        return isMissed ? .callCallBack : .callAgain
    }
}

extension CallReply {
    static let minutesUntilCallBack = 10
    /// The answer of one tap: the person cannot talk now, and calls back in ten minutes.
    static let callBackSoon = CallReply.cannotTalkNow(minutes: UInt8(minutesUntilCallBack))

    /// The sentence that the caller reads.
    func sentence(of name: Text) -> Text {
        switch self {
        case .cannotTalkNow(0): .callReplyPlain(name: name)
        case .cannotTalkNow(let minutes): .callReplyCallsBack(name: name, minutes: Int(minutes))
        }
    }

    /// The same next to their name.
    var words: Text {
        switch self {
        case .cannotTalkNow(0): .peopleStatusCannotTalk
        case .cannotTalkNow(let minutes): .peopleStatusCallsBack(minutes: Int(minutes))
        }
    }
}

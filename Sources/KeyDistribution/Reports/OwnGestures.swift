import ECallSecurity

/// The gestures that this device shows everyone in the call, and when they may be sent.
struct OwnGestures: Sendable {
    var isHandRaised = false
    /// The earliest instant of the next signal with gestures that are new to a member.
    var next: UInt64 = 0
    private var reaction: (reaction: Reaction, at: UInt64)?
    private var count: UInt8 = 0

    mutating func react(with reaction: Reaction, now: UInt64) {
        self.reaction = (reaction, now)
        count &+= 1
    }

    /// Returns the gestures for a report now. A reaction stays for a few seconds: the first report with it may be lost, and a
    /// newcomer has not missed it.
    func shown(now: UInt64) -> Gestures {
        let current = reaction.flatMap { now < $0.at + KeyDistributionLimits.reactionTime ? $0.reaction : nil }
        return Gestures(isHandRaised: isHandRaised, reaction: current, count: count)
    }
}

extension Gestures {
    /// Whether these gestures are new to a member who received the former ones.
    func isNews(after former: Gestures) -> Bool {
        isHandRaised != former.isHandRaised || isReaction(after: former)
    }

    /// Whether these have a reaction that the former have not.
    func isReaction(after former: Gestures) -> Bool {
        reaction != nil && (reaction, count) != (former.reaction, former.count)
    }
}

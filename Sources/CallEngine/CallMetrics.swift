/// How an invitation of one person ended.
package enum RingOutcome: String, Sendable, CaseIterable {
    case answered, declined, unanswered
    /// In a call, or ringing, already; or a device said so.
    case busy
    /// The call ended before.
    case cancelled
    /// Every device that rang was signed out.
    case signedOut
}

/// What became of a device that asked to come into a call that runs, or came back to it.
package enum RejoinOutcome: String, Sendable, CaseIterable {
    /// Let in with a key that it asked for, or back by joining once more, as a page that was loaded again.
    case rejoined
    case withdrawn, expired
    /// Asked for by another device of the same user.
    case replaced
    /// The call ended before, or the device was signed out.
    case over
}

/// Stages between the start of a call and its first words.
package enum SetUpPhase: String, Sendable, CaseIterable {
    /// From the request to the invitations having gone out.
    case ring
    /// From the start to the first answer.
    case answer
    /// From the first answer to two people being connected.
    case connect
}

/// What has happened since the start of the server. Every number but the refusals adds up: `started` is what has ended and
/// what runs, `rung` is all ring outcomes and who rings, `asked` all rejoin outcomes and who waits.
package struct CallMetrics: Sendable, Equatable {
    /// With the calls that were recovered from a server before.
    package var started = 0
    package var ended = 0
    package var rung = 0
    package var rings: [RingOutcome: Int] = [:]
    package var asked = 0
    package var rejoins: [RejoinOutcome: Int] = [:]
    package var refusedRejoins = 0
}

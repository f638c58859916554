import ECallAPI

/// How an invitation of one person ended.
enum RingOutcome: String, Sendable, CaseIterable {
    case answered, declined, unanswered, busy
    /// The call ended before.
    case cancelled
    /// Every device that rang was signed out.
    case signedOut
}

/// What became of a device that asked for a key.
enum RejoinOutcome: String, Sendable, CaseIterable {
    case rejoined, withdrawn, expired
    /// Asked for by another device of the same user.
    case replaced
    /// The call ended before, or the device was signed out.
    case over
}

/// Stages between the start of a call and its first words.
enum SetUpPhase: String, Sendable, CaseIterable {
    /// From the request to the invitations having gone out.
    case ring
    /// From the start to the first answer.
    case answer
    /// From the first answer to two people being connected.
    case connect
}

/// What has happened since the start of the server. Every number but the refusals adds up: `started` is what has ended and
/// what runs, `rung` is all ring outcomes and who rings, `asked` all rejoin outcomes and who waits.
struct CallMetrics: Sendable, Equatable {
    /// With the calls that were taken over from a server before.
    var started = 0
    var ended = 0
    var rung = 0
    var rings: [RingOutcome: Int] = [:]
    var asked = 0
    var rejoins: [RejoinOutcome: Int] = [:]
    var refusedRejoins = 0
}

/// What has changed since it was asked last: what is to be stored, and what was measured.
struct PendingChanges: Sendable {
    struct Phase: Sendable, Equatable {
        let phase: SetUpPhase
        let milliseconds: Int64
    }

    /// nil for a call that is over.
    var changed: [CallID: LiveCall?] = [:]
    var phases: [Phase] = []
}

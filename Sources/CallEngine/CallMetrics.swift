package import ECallAPI

package enum RingOutcome: String, Sendable, CaseIterable {
    case answered, declined, unanswered
    /// The callee is in a call or rings already, or a device reported it.
    case busy
    /// The call ended first.
    case cancelled
    /// All ringing devices were signed out.
    case signedOut
}

/// The outcome for a device that asked to come into a running call, or came back to it.
package enum RejoinOutcome: String, Sendable, CaseIterable {
    /// Let in with a requested key, or back by joining once more, as a reloaded page does.
    case rejoined
    case withdrawn, expired
    /// Another device of the same user has asked.
    case replaced
    /// The call ended first, or the device was signed out.
    case over
}

/// The phases between the start of a call and its first words.
package enum SetUpPhase: String, Sendable, CaseIterable {
    /// From the request until the invitations are sent.
    case ring
    /// From the start to the first answer.
    case answer
    /// From the first answer until the media of two people are there.
    case connect
}

/// The outcome of the media connection by which a device sends.
package enum MediaOutcome: Sendable, Equatable {
    /// ICE and DTLS were established, so long after the device entered the room.
    case connected(milliseconds: Int64)
    /// They were not in time.
    case failed(DeviceIdentity)
    /// Media that were there ceased to reach the media server, as it or the device says; `isFirst`: since the device joined.
    case lost(DeviceIdentity, isFirst: Bool)
}

/// Counters since the start of the server. All but the refusals add up: `started` equals ended plus running calls, `rung`
/// all ring outcomes plus ringing callees, `asked` all rejoin outcomes plus waiting devices.
package struct CallMetrics: Sendable, Equatable {
    /// Includes the calls restored from an earlier server.
    package var started = 0
    package var ended = 0
    package var rung = 0
    package var rings: [RingOutcome: Int] = [:]
    package var asked = 0
    package var rejoins: [RejoinOutcome: Int] = [:]
    package var refusedRejoins = 0
}

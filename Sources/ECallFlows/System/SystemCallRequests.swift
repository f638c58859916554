public import Foundation

/// Something that the system wants done: a `CXAction`, which is fulfilled or failed exactly once.
public struct SystemCallAction: Sendable, Equatable, Identifiable {
    public enum Kind: Sendable, Equatable {
        case start(UUID)
        case answer(UUID)
        case end(UUID)
        case mute(UUID, isMuted: Bool)
        /// Holding, grouping or tones, which are not offered.
        case unsupported
    }

    public let id: UUID
    public let kind: Kind
    /// `timeoutDate`, on the clock of the flow.
    public let deadline: Duration

    public init(id: UUID, _ kind: Kind, deadline: Duration) {
        (self.id, self.kind, self.deadline) = (id, kind, deadline)
    }
}

/// A person's wish, requested from the system by a `CXTransaction`. It returns as a `SystemCallAction`.
public enum SystemCallRequest: Sendable, Equatable {
    case start(UUID, SystemCaller)
    case answer(UUID)
    case end(UUID)
    case mute(UUID, isMuted: Bool)
}

/// The reason why a call is over on the system's screen: a `CXCallEndedReason`.
public enum SystemCallEnd: Sendable, Equatable {
    case failed
    case remoteEnded
    case unanswered
    case answeredElsewhere
    case declinedElsewhere
}

/// The reason why the system shows no incoming call.
public enum SystemReportError: Sendable, Equatable {
    /// It has a call with this UUID.
    case knownCall
    /// Do Not Disturb, or a blocked caller.
    case filtered
    case other
}

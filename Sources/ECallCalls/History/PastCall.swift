public import ECallAPI

/// A call of the history, as it is shown: the server's record of it (wire-protocol 4.10), as this account sees it.
public struct PastCall: Sendable, Equatable {
    /// The result of a call.
    public enum Result: String, Sendable, Equatable, CaseIterable {
        case running
        case ringing
        /// This person did not answer the caller.
        case missed
        case answered
        /// Answered, but the media of no two participants were ever there.
        case unconnected
        /// Declined by all who were called, or by this person.
        case declined
        /// All who were called were in another call.
        case busy
        case unanswered
        /// Given up by this person, before there was an answer.
        case cancelled
    }

    /// Another participant of the call.
    public struct Participant: Sendable, Equatable {
        public var user: UserID
        public var name: String
        public var tookPart: Bool

        public init(user: UserID, name: String, tookPart: Bool) {
            (self.user, self.name, self.tookPart) = (user, name, tookPart)
        }
    }

    public var id: CallID
    public var isOutgoing: Bool
    public var isVideo: Bool
    public var isGroup: Bool
    public var result: Result
    public var startedAt: Timestamp
    /// The talk time, in seconds; 0 for people who were not in the call.
    public var duration: Int
    public var people: [Participant]

    public init(
        id: CallID, isOutgoing: Bool, isVideo: Bool, isGroup: Bool, result: Result, startedAt: Timestamp, duration: Int,
        people: [Participant]
    ) {
        (self.id, self.isOutgoing, self.isVideo, self.isGroup) = (id, isOutgoing, isVideo, isGroup)
        (self.result, self.startedAt, self.duration, self.people) = (result, startedAt, duration, people)
    }

    public init(_ record: CallRecord) {
        let result = Self.result(of: record)
        self.init(
            id: record.id, isOutgoing: record.callType == .outgoing, isVideo: record.callMediaType == .video,
            isGroup: record.callCategory == .group, result: result, startedAt: record.startedAt,
            duration: result == .answered || result == .running ? record.duration : 0,
            people: record.participants.map {
                Participant(user: $0.userId, name: $0.displayName, tookPart: $0.status == .connected)
            })
    }

    private static func result(of record: CallRecord) -> Result {
        switch record.status {
        case .missed: return record.endReason == .declined ? .declined : .missed
        case .calling: return .ringing
        case .active: return .running
        case .completed: break
        }
        if record.endedAt == nil { return .running }
        if record.answeredAt != nil || record.callType == .incoming {
            // Servers that do not record the connection count from the answer.
            let isUnconnected = record.answeredAt != nil && record.connectedAt == nil && record.duration == 0
            return isUnconnected ? .unconnected : .answered
        }
        // The reason why no one answered, if it is the same for everyone who was called.
        let reasons = Set(record.participants.map(\.endReason))
        return switch reasons.count == 1 ? reasons.first ?? nil : nil {
        case .declined: .declined
        case .busy: .busy
        case .cancelled: .cancelled
        default: .unanswered
        }
    }
}
